import { fenceAfter } from '../../../index/markdown-fences.js';
import type { Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import type { SearchedRepository } from '../passages/find.js';
import { type ProseLine, proseMarkdown, type Sentence, sentencesOf } from '../passages/prose.js';
import type { SourceFile } from '../passages/source-file.js';
import type { LookUp } from './look-up.js';
import { readFileAt } from './look-up.js';

/** In the top folder, in English. */
export const README = /^readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
/** Above its first screens, a README says what the project is. */
const MAX_LINES = 250;
const MAX_LENGTH = 220;
const MIN_WORDS = 5;
/** Rows of tables, underlines, badges, headings, directives and fields, and HTML that is no paragraph. */
const NO_PROSE =
  /^\s*(?:\||[=\-~^"'*+#]{3,}\s*$|#|\[!\[|!\[|\[[^\]]{1,100}\]:\s|:\w+:|\.\.\s|%|-->|<(?!p\b|b\b|i\b|em\b|strong\b|span\b))/;

/** What the README says that the project is: its first sentence such as "Caddy is …". */
export async function repositorySummary(
  searched: SearchedRepository,
  input: Pick<LookUp, 'filesOf' | 'context'>,
): Promise<Statement | undefined> {
  const paths = [...(await input.filesOf(searched)).keys()];
  const path = paths.find((one) => README.test(one));
  const file = path === undefined ? undefined : await readFileAt({ searched, path }, input);
  return file && summaryIn(file, projectNames(searched));
}

/** `undefined` if no sentence says what one of the names is. */
function summaryIn(file: SourceFile, names: readonly string[]): Statement | undefined {
  const sentence = sentencesOf(proseOf(file.lines)).find((one) => isSummary(one, names));
  return (
    sentence && {
      markdown: proseMarkdown(sentence.text, MAX_LENGTH),
      reference: placeReference({ ...file, start: sentence.start, end: sentence.end }),
    }
  );
}

function projectNames({ repo, repository }: SearchedRepository): string[] {
  const names = [repo.split('/').at(-1) ?? repo, repository.folderName];
  return names.map((name) => name.toLowerCase());
}

function isSummary({ text }: Sentence, names: readonly string[]): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const verb = words.findIndex((word) => VERBS.has(word));
  const subject = words.slice(0, verb).map((word) => word.replace(/\.+$/, ''));
  return (
    words.length >= MIN_WORDS &&
    verb > 0 &&
    names.some((name) => subject.slice(0, 3).includes(name))
  );
}

const VERBS: ReadonlySet<string> = new Set(
  'is are provides offers implements lets allows makes helps contains gives brings'.split(' '),
);

function proseOf(lines: readonly string[]): ProseLine[] {
  let fence: string | undefined;
  return lines.slice(0, MAX_LINES).map((text, n) => {
    const isFenced = fence !== undefined;
    fence = fenceAfter(fence, text);
    const isProse = !isFenced && fence === undefined && !NO_PROSE.test(text);
    return { text: isProse ? text.replace(/_\*\*|\*\*_/g, '') : '', line: n + 1 };
  });
}
