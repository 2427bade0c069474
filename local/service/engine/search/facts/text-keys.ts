import { roleOf } from '../../../index/file-role.js';
import { isVendored } from '../../../index/vendored.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { readMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import { indent } from '../text/indent.js';
import { type LookUp, toolContext } from './look-up.js';

const DATA = /\.(?:json5?|ya?ml|pot?|properties|strings|arb|ftl|resx|xlf|xliff)$/i;
const LOCALE =
  /(?:^|\/)(?:locales?|lang(?:uage)?s?|i18n|l10n|intl|translations?|messages)(?:\/|\.\w{1,5}$)/i;
/** Whether a file may hold nothing but the texts that a program shows, in some language. */
export function isMessageCatalog(path: string): boolean {
  return LOCALE.test(path) || VALUES_OF_ANDROID.test(path);
}

const VALUES_OF_ANDROID = /(?:^|\/)values(?:-[\w-]+)?\/[\w-]+\.xml$/;
/** A key with a text and nothing else. */
const ENTRY =
  /^\s*(?:["']?[\w$.\-/][\w$.\-/ ]{0,119}["']?\s*(?::|=>?)\s*(?:\{\s*id\b.*|["'`]?.*)|msg(?:id|str)\b.*|".*"|<string\b.*|(?:default(?:Message)?|value|text|other|one)["']?:.*)$/;

/** Whether a line of a file is an entry of a table of texts, which code shows by their keys. */
export function isTextTable(path: string, text: string): boolean {
  const isTable = DATA.test(path) || isMessageCatalog(path);
  return isTable && !isVendored(path) && ENTRY.test(text) && !/[;{(]\s*$|\breturn\b/.test(text);
}

/** The names of an entry, from the outermost to its own. */
export function keyAt(lines: readonly string[], line: number): string[] {
  const own = lines[line - 1] ?? '';
  const gettext = gettextKey(lines, line);
  if (gettext !== undefined) return [gettext];
  const [, id] =
    /\bid["']?\s*:\s*["'`]([\w.$-]{1,120})["'`]/.exec(own) ?? idAbove(lines, line) ?? [];
  if (id !== undefined) return [id];
  const [, name = ''] =
    /<string\b[^>]{0,80}\bname="([\w.]{1,120})"/.exec(own) ?? NAMED.exec(own) ?? [];
  if (name === '') return [];
  const names = [name];
  let depth = indent(own);
  for (let at = line - 2; at >= 0 && depth > 0 && names.length < MAX_DEPTH; at -= 1) {
    const text = lines[at] ?? '';
    if (text.trim() === '' || indent(text) >= depth) continue;
    depth = indent(text);
    const [, outer] = OUTER.exec(text) ?? [];
    if (outer === undefined) break;
    names.unshift(outer);
  }
  return names;
}

const MAX_DEPTH = 8;
const NAMED = /^\s*["']?([\w$.-]{1,120})["']?\s*(?::|=>?)/;
const OUTER = /^\s*["']?([\w$.-]{1,120})["']?\s*:\s*\{?\s*$/;
const MAX_ID_ABOVE = 3;

/** `{ id: 'label.storm', defaultMessage: …` over several lines. */
function idAbove(lines: readonly string[], line: number): RegExpExecArray | null {
  if (!/^\s*(?:default(?:Message)?|value|text)["']?\s*:/.test(lines[line - 1] ?? '')) return null;
  const above = lines.slice(Math.max(0, line - 1 - MAX_ID_ABOVE), line - 1);
  const found = above.findLast((text) => /^\s*["']?id["']?\s*:/.test(text)) ?? '';
  return /\bid["']?\s*:\s*["'`]([\w.$-]{1,120})["'`]/.exec(found);
}

/** In the files of gettext, the text of the code is the key of its translations. */
function gettextKey(lines: readonly string[], line: number): string | undefined {
  if (!/^(?:msgstr|msgid|")/.test(lines[line - 1] ?? '')) return undefined;
  const above = lines.slice(0, line).findLast((text) => text.startsWith('msgid ')) ?? '';
  return /^msgid "(.{1,200})"$/.exec(above)?.[1];
}

/** A line that names the key of a text. */
export interface KeyUse {
  readonly searched: SearchedRepository;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly key: string;
}

const MAX_USES = 12;
const MAX_LINE_LENGTH = 500;

/** Where own code uses an entry: by all of its names, or else by fewer of them, if that is in few places. */
export async function usesOfKey(
  names: readonly string[],
  searched: SearchedRepository,
  input: LookUp,
): Promise<KeyUse[]> {
  const last = names.at(-1);
  if (last === undefined) return [];
  const keys = names.map((_, n) => names.slice(n).join('.'));
  for (const key of [...new Set(keys)]) {
    const found = await linesWith(sourceOf(key), { key, searched }, input);
    const isTelling = key.includes('.') || found.length <= MAX_USES;
    if (found.length === 0 || !isTelling) continue;
    return throughTables(found, input);
  }
  return [];
}

/** A word alone is a key only as an argument that is a string or a symbol: `boat.save` may be anything. */
function sourceOf(key: string): string {
  const name = escapeRegex(key);
  if (/^[a-z]+$/i.test(key))
    return `[(,]\\s{0,3}(?:["'\`]${name}["'\`]|:${name}(?![\\w-]))|\\bR\\.string\\.${name}\\b`;
  return `(?<![\\w-])${name}(?![\\w-]|\\.\\w+["'\`])`;
}

/** `storm: 'label.storm'` gives a key another name, by which code uses it. */
async function throughTables(found: readonly KeyUse[], input: LookUp): Promise<KeyUse[]> {
  const [first] = found;
  if (!first) return [];
  const isEntry = ({ text, key }: KeyUse) => nameOfKey(text, key) !== undefined;
  const direct = found.filter((one) => !isEntry(one));
  if (direct.length > 0) return direct;
  const name = nameOfKey(first.text, first.key) ?? '';
  const source = `[\\w$\\])]\\??\\.${escapeRegex(name)}(?![\\w$])`;
  const uses = await linesWith(source, { key: first.key, searched: first.searched }, input);
  return uses.length > 0 && uses.length <= MAX_USES ? uses : [...found];
}

function nameOfKey(text: string, key: string): string | undefined {
  const [, name, value] =
    /^\s*["']?([\w$]{1,80})["']?\s*:\s*(?:\{\s*id\s*:\s*)?["'`]([\w.$-]{1,120})["'`]/.exec(text) ??
    [];
  return value === key && name !== 'id' ? name : undefined;
}

async function linesWith(
  source: string,
  { key, searched }: Pick<KeyUse, 'key' | 'searched'>,
  input: LookUp,
): Promise<KeyUse[]> {
  const found: KeyUse[] = [];
  const exact = new RegExp(source);
  const search = {
    snapshot: searched,
    terms: [{ text: source.replace(LOOK_AROUND, ''), isRegex: true }],
    options: { caseSensitive: true },
    maxBytes: 1_000_000,
  };
  await readMatchingLines(
    search,
    ({ path, line, text }) => {
      if (!mayUse(path) || text.length > MAX_LINE_LENGTH || !exact.test(text)) return;
      if (isTextTable(path, text) && nameOfKey(text, key) === undefined) return;
      found.push({ searched, path, line, text, key });
    },
    toolContext(input),
  );
  return found.toSorted((a, b) => Number(isPage(a.path)) - Number(isPage(b.path)));
}

/** Not every git can look around: what it finds without that is looked through again. */
const LOOK_AROUND = /\(\?<?!(?:\[[^\]]*\]|[^()[\]])*\)/g;

function mayUse(path: string): boolean {
  const isOwn = !isVendored(path) && !DATA.test(path);
  return isOwn && (roleOf(path) === 'code' || (isPage(path) && roleOf(path) !== 'test'));
}

function isPage(path: string): boolean {
  return /\.(?:html?|erb|haml|slim|jinja2?|hbs|ejs)$/i.test(path);
}
