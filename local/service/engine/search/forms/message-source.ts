import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { readFileAt } from '../facts/look-up.js';
import { type MessageLine, messageLines } from '../facts/message-lines.js';
import { type KeyUse, keyAt, usesOfKey } from '../facts/text-keys.js';
import type { FormInput } from './form.js';
import { type FoundLine, foundLineStatement, foundLinesDraft } from './found-line.js';

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
  // In other languages, the same text says nothing more.
  const some = best.place === 'table' ? same.toSorted(byLanguage).slice(0, 1) : same;
  const [first, ...others] = await readLines(some.slice(0, MAX_LINKS + 1), input);
  return first && foundLinesDraft([first, ...others], input);
}

interface UsedKey {
  readonly entry: FoundLine;
  readonly uses: readonly KeyUse[];
}

/** Several entries may have the same text: the code that uses the first one, then where the others are used. */
async function throughKeys(
  lines: readonly MessageLine[],
  input: FormInput,
): Promise<Draft | undefined> {
  const known = new Set<string>();
  const used: UsedKey[] = [];
  for (const one of lines.toSorted(byLanguage)) {
    const [entry] = await readLines([one], input);
    const names = entry ? keyAt(entry.file.lines, entry.line) : [];
    const key = names.join('.');
    if (!entry || key === '' || known.has(key)) continue;
    if (known.size >= MAX_KEYS) break;
    known.add(key);
    const uses = await usesOfKey(names, one.searched, input);
    if (uses.length > 0) used.push({ entry, uses });
  }
  const [first, ...others] = used;
  return first && keyDraft(first, others, input);
}

function byLanguage(a: MessageLine, b: MessageLine): number {
  return inOtherLanguage(a) - inOtherLanguage(b);
}

function inOtherLanguage({ path }: MessageLine): number {
  return /(?:^|[/._-])en(?:[-_][a-z]{2})?(?:[/._-]|$)/i.test(path) ? 0 : 1;
}

async function keyDraft(
  { entry, uses }: UsedKey,
  further: readonly UsedKey[],
  input: FormInput,
): Promise<Draft | undefined> {
  const [use, ...more] = uses;
  const shown = [use, ...further.flatMap((one) => one.uses[0] ?? []), ...more];
  const asked = shown.flatMap((one) => (one ? [{ ...one, phrase: one.key }] : []));
  const [first, ...others] = await readLines(asked.slice(0, MAX_LINKS + 1), input);
  if (!first) return undefined;
  const draft = foundLinesDraft([first, ...others], input);
  const links = [...others, entry].map(foundLineStatement);
  return { ...draft, statements: [withKey(draft.statements[0], first)], links };
}

function withKey(said: Statement, { phrase }: FoundLine): Statement {
  return {
    ...said,
    markdown: `The text is used by its key ${codeSpan(phrase)} in ${said.markdown}`,
  };
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
