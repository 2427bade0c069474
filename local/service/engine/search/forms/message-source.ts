import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { readFileAt } from '../facts/look-up.js';
import { type MessageLine, messageLines } from '../facts/message-lines.js';
import { type KeyUse, keyAt, usesOfKey } from '../facts/text-keys.js';
import type { FormInput } from './form.js';
import {
  codeAroundLine,
  type FoundLine,
  foundLineStatement,
  foundLinesDraft,
  nameAround,
} from './found-line.js';

const MAX_LINKS = 3;
const MAX_KEYS = 3;
/** A message in more lines is no message, but words that are often used. */
const MAX_LINES = 60;

/**
 * The code that a message comes from, as it is quoted or nearly so. A text that is kept in a table is shown by what uses
 * its key, then in one language.
 */
export async function messageSource(
  phrases: readonly string[],
  input: FormInput,
): Promise<Draft | undefined> {
  const all = await messageLines(phrases, input);
  const [best] = all;
  if (!best || all.length > MAX_LINES) return undefined;
  if (best.place === 'table') {
    const shown = await throughKeys(
      all.filter(({ place }) => place === 'table'),
      input,
    );
    if (shown) return shown;
  }
  const same = all.filter(({ place }) => place === best.place);
  const [first, ...others] = await readLines(same.slice(0, MAX_LINKS + 1), input);
  return first && foundLinesDraft([first, ...others], input);
}

async function throughKeys(
  lines: readonly MessageLine[],
  input: FormInput,
): Promise<Draft | undefined> {
  const known = new Set<string>();
  for (const one of lines.toSorted((a, b) => inOtherLanguage(a) - inOtherLanguage(b))) {
    const [entry] = await readLines([one], input);
    const names = entry ? keyAt(entry.file.lines, entry.line) : [];
    const key = names.join('.');
    if (!entry || key === '' || known.has(key)) continue;
    if (known.size >= MAX_KEYS) break;
    known.add(key);
    const uses = await usesOfKey(names, one.searched, input);
    const shown = await keyDraft(uses, entry, input);
    if (shown) return shown;
  }
  return undefined;
}

function inOtherLanguage({ path }: MessageLine): number {
  return /(?:^|[/._-])en(?:[-_][a-z]{2})?(?:[/._-]|$)/i.test(path) ? 0 : 1;
}

async function keyDraft(
  uses: readonly KeyUse[],
  entry: FoundLine,
  input: FormInput,
): Promise<Draft | undefined> {
  const asked = uses.slice(0, MAX_LINKS).map((one) => ({ ...one, phrase: one.key }));
  const [first, ...others] = await readLines(asked, input);
  if (!first) return undefined;
  const draft = foundLinesDraft([first, ...others], input);
  const inside = nameAround(first);
  return {
    ...draft,
    statements: [withKey(draft.statements[0], first)],
    code: codeAroundLine(first),
    links: [...others, entry].map(foundLineStatement),
    followups: inside === '' ? [] : [`How does ${inside} work?`, `Where is ${inside} used?`],
  };
}

function withKey(said: Statement, { phrase }: FoundLine): Statement {
  return { ...said, markdown: `The text is used by its key ${codeSpan(phrase)} in ${said.markdown}` };
}

async function readLines(
  lines: readonly Pick<MessageLine, 'searched' | 'path' | 'line' | 'phrase'>[],
  input: FormInput,
): Promise<FoundLine[]> {
  const read = await Promise.all(
    lines.map(async ({ searched, path, line, phrase }) => {
      const file = await readFileAt({ searched, path }, input);
      return file ? [{ file, line, phrase }] : [];
    }),
  );
  return read.flat();
}
