import { roleOf } from '../../../index/file-role.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { codeOf } from '../draft/code-of.js';
import { describe } from '../draft/describe.js';
import type { ShownCode, ShownPlace } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { bestRepository, readFileAt } from '../facts/look-up.js';
import { findPath } from '../facts/named-path.js';
import { findSymbol, type NamedSymbol } from '../facts/named-symbol.js';
import { optionLines } from '../facts/option-lines.js';
import { fileComment } from '../passages/doc-comment.js';
import { signatureEnd } from '../passages/extent.js';
import { isContainer, type Passage } from '../passages/passage.js';
import { plainText, proseMarkdown, type Sentence } from '../passages/prose.js';
import { sectionSentences } from '../passages/section-text.js';
import type { FormInput } from './form.js';

const ROOM = 9;
const MAX_SIGNATURE = 4;
const MAX_SAID = 360;
const MAX_SENTENCES = 3;

/** What a definition is: what its docs say and how it begins; without docs, the lines that say most. */
export function shownSymbol(
  { passage }: NamedSymbol,
  { query }: FormInput,
): ShownPlace | undefined {
  const code =
    passage.docs && !isContainer(passage)
      ? signatureOf(passage)
      : codeOf(passage, { query, room: ROOM });
  return code && { statement: describe(passage, query), code };
}

function signatureOf({ file, start, end, name }: Passage): ShownCode {
  const { repo, commit, path, lines } = file;
  const last = Math.min(signatureEnd(lines, start), start + MAX_SIGNATURE - 1, end);
  const shown = lines.slice(start - 1, last);
  return {
    reference: placeReference({ repo, commit, path, start, end: last }),
    name,
    language: codeFenceLanguage(path),
    lines: last < end ? [...shown, `${/^\s*/.exec(shown[0] ?? '')?.[0] ?? ''}…`] : shown,
  };
}

/** What documents say about an option, or else its own comment. */
export async function shownOption(
  subject: string,
  input: FormInput,
): Promise<ShownPlace | undefined> {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const { documented, declared } = await optionLines({ subject }, searched, input);
  const [document] = documented;
  if (document) {
    const { section, file, line, name, text } = document;
    const said = section ? beginningOf(sectionSentences(section)) : (text ?? '');
    const range = section ? { start: section.start, end: section.end } : { start: line, end: line };
    return quoted(codeSpan(name), said, placeReference({ ...file, ...range }));
  }
  const withDocs = declared.find(({ docs }) => docs !== undefined);
  if (!withDocs?.docs) return undefined;
  const { docs, file, line, name } = withDocs;
  return quoted(
    codeSpan(name),
    beginningOf(docs.sentences),
    placeReference({ ...file, start: Math.min(docs.start, line), end: Math.max(docs.end, line) }),
  );
}

/** What the comment at the top of a file says, for what is named like the file. */
export async function shownFile(
  subject: string,
  input: FormInput,
): Promise<ShownPlace | undefined> {
  const found = await findPath(subject, input, { byStem: true });
  if (found?.kind !== 'file' || roleOf(found.path) !== 'code') return undefined;
  const file = await readFileAt(found, input);
  const comment = file && fileComment(file.lines);
  if (!file || !comment) return undefined;
  return quoted(
    codeSpan(file.path),
    beginningOf(comment.sentences),
    placeReference({ ...file, start: comment.start, end: comment.end }),
  );
}

function beginningOf(sentences: readonly Sentence[]): string {
  return sentences
    .slice(0, MAX_SENTENCES)
    .map(({ text }) => text)
    .join(' ');
}

function quoted(
  name: string,
  said: string,
  reference: ShownCode['reference'],
): ShownPlace | undefined {
  const text = proseMarkdown(plainText(said), MAX_SAID);
  // A directive of reStructuredText is no sentence.
  if (text === '' || /^\W{0,2}\.\.\s/.test(text)) return undefined;
  return {
    statement: { markdown: name, reference },
    code: { reference, isQuote: true, language: '', lines: [text] },
  };
}

/** Two definitions that may be told apart: methods of the same class, if either has both. */
export async function findTwo(
  first: string,
  second: string,
  input: FormInput,
): Promise<readonly [NamedSymbol | undefined, NamedSymbol | undefined]> {
  const [a, b] = [await findSymbol(first, input), await findSymbol(second, input)];
  if (!a || !b || a.passage.file.path === b.passage.file.path) return [a, b];
  const sibling = (of: NamedSymbol, name: string) => {
    const owner = of.passage.name.split('.').slice(0, -1).at(-1);
    return owner === undefined || name.includes('.')
      ? undefined
      : findSymbol(`${owner}.${name}`, input);
  };
  const besideA = await sibling(a, second);
  if (besideA) return [a, besideA];
  const besideB = await sibling(b, first);
  return besideB ? [besideB, b] : [a, b];
}
