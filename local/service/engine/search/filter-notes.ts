import { codeSpan } from '../../markdown/markdown.js';
import { isDate } from './forms/history-period.js';
import { DATE_WORDS, type QuestionFilters } from './question-filters.js';

const INSTEAD: Readonly<Record<string, string>> = {
  author: 'ask who changed something, or list commits with `type:commit author:name`',
  select: 'answers name files and definitions',
  patterntype: 'put a regular expression between slashes, such as `/retry.*policy/`',
  count: 'an answer shows the best matches',
  timeout: 'a question has a time limit of its own',
  archived: 'all repositories of this service are searched',
  fork: 'all repositories of this service are searched',
  visibility: 'all repositories of this service are searched',
  context: 'all repositories of this service are searched',
  case: 'upper and lower case are treated the same',
  rev: 'the code tools search at a revision',
};

/** They limit the search in files, and not which commits are listed. */
const ONE_PATH =
  'does not limit which commits are listed and was left out: name one file or folder, such as `type:commit author:name src/cart.ts`.';

/** What is said about the filters of a question. */
export async function filterNotes(asked: QuestionFilters): Promise<string[]> {
  const { filters, ignored, repeated, since } = asked;
  const limits = filters.map(
    ({ name, value, negated }) => `\`${negated ? '-' : ''}${name}:${value.replaceAll('`', '')}\``,
  );
  const isNoDate = since !== undefined && !(DATE_WORDS.test(since) && (await isDate(since)));
  return [
    ...(limits.length > 0 ? [`Searched only files that match ${limits.join(' and ')}.`] : []),
    ...ignored.map(ignoredNote),
    ...repeated.map((name) => `Only the first \`${name}:\` was used, since one is all that works.`),
    ...(isNoDate
      ? [`${codeSpan(since)} is no date and was left out: write one such as \`after:2026-01-31\`.`]
      : []),
  ];
}

function ignoredNote(written: string): string {
  const name = written.replace('-', '');
  if (name === 'file' || name === 'lang') return `\`${written}:\` ${ONE_PATH}`;
  const instead = INSTEAD[name] ?? 'ask “What changed in …?”';
  return `\`${written}:\` does not work in questions and was left out: ${instead}.`;
}
