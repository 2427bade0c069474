import { describe, expect, it } from 'vitest';
import { readPrompt, searchableContext } from '../../../local/service/conversation/prompt.js';
import { resolveFollowup } from '../../../local/service/engine/search/earlier.js';
import { reasonsIn } from '../../../local/service/engine/search/facts/commit-reason.js';
import { blocksOf } from '../../../local/service/engine/search/facts/configuration-blocks.js';
import { documentedValues } from '../../../local/service/engine/search/facts/documented-value.js';
import { failureLines } from '../../../local/service/engine/search/facts/failure-lines.js';
import { goMethod } from '../../../local/service/engine/search/facts/headers/go-signature.js';
import { shortHeader } from '../../../local/service/engine/search/facts/headers/header-text.js';
import { typeHeaders } from '../../../local/service/engine/search/facts/headers/type-headers.js';
import {
  fileTable,
  resolveImport,
} from '../../../local/service/engine/search/facts/resolve-import.js';
import {
  documentedAs,
  settingLines,
} from '../../../local/service/engine/search/facts/setting-lines.js';
import { statusPattern } from '../../../local/service/engine/search/facts/status-lines.js';
import {
  argumentsInLine,
  valueInLine,
} from '../../../local/service/engine/search/facts/value-in-line.js';
import { fieldAssigned } from '../../../local/service/engine/search/forms/called-through.js';
import { basesOf } from '../../../local/service/engine/search/forms/names-in.js';
import { settingsIn } from '../../../local/service/engine/search/forms/settings-in.js';
import {
  docCommentSummary,
  fileComment,
} from '../../../local/service/engine/search/passages/doc-comment.js';
import { extentOf } from '../../../local/service/engine/search/passages/extent.js';
import { definitionPassage } from '../../../local/service/engine/search/passages/passage.js';
import {
  plainText,
  proseMarkdown,
  sentencesOf,
} from '../../../local/service/engine/search/passages/prose.js';
import { proseUnits } from '../../../local/service/engine/search/passages/prose-units.js';
import { sectionSentences } from '../../../local/service/engine/search/passages/section-text.js';
import { questionKind } from '../../../local/service/engine/search/question-kind.js';
import { scopedQuestion } from '../../../local/service/engine/search/scope.js';
import { askedStatus } from '../../../local/service/engine/search/text/asked-status.js';
import { questionsForEach } from '../../../local/service/engine/search/text/asked-value.js';
import { asksHowTo } from '../../../local/service/engine/search/text/asks-how-to.js';
import { codeAskedBy } from '../../../local/service/engine/search/text/code-asked.js';
import { codeLines } from '../../../local/service/engine/search/text/code-lines.js';
import { outlineOf } from '../../../local/service/index/outline.js';
import { withJoinedNouns } from '../../../local/service/index/possible-names.js';
import { buildQuery } from '../../../local/service/index/query.js';
import { termsOf } from '../../../local/service/index/terms.js';
import { codeBlock, codeSpan, escapeText } from '../../../local/service/markdown/markdown.js';
import { requestedLines } from '../../../local/service/pages/paths.js';
import { isChosen } from '../../../local/service/sync/branch-patterns.js';
import { problemIn } from '../../../local/service/sync/fetch-problem.js';
import { progressIn } from '../../../local/service/sync/git-progress.js';
import { parseRemoteRefs } from '../../../local/service/sync/remote-refs.js';
import { remoteUrlProblem } from '../../../local/service/sync/remote-url.js';
import { parseDateRange } from '../../../local/service/tools/date-range.js';
import { pathspecs } from '../../../local/service/tools/git-log.js';
import { normalizePath } from '../../../local/service/tools/lookup.js';
import {
  anyOfAsExtendedRegex,
  compileLiteral,
  nameFilter,
  toExtendedRegex,
} from '../../../local/service/tools/patterns.js';
import { splitQualifiedName } from '../../../local/service/tools/qualified-name.js';
import { parseQuery, separateFilters } from '../../../local/service/tools/query-parser.js';
import { slowTexts } from '../../support/hostile-text.js';

const ANY_STATUS = statusPattern({ code: '404', name: 'Not Found' });
const TABLE = fileTable(new Set(['a.py', 'b.ts']));
/** A file of one line; longer lines are cut when it is read. */
const fileOf = (text: string) => ({
  ...{ repo: 'r', commit: 'c', path: 'config.ts', outline: [] },
  lines: [text.slice(0, 1_000)],
});
/** With the text in each place of an `@`. */
const documented = (path: string, form: string) => (text: string) =>
  documentedValues({ ...fileOf(''), path, lines: form.replaceAll('@', () => text).split('\n') });
const classOf = (text: string) => {
  const lines = [`class A extends ${text.slice(0, 1_000)}`];
  return { ...fileOf(''), path: 'a.ts', lines, outline: outlineOf('a.ts', lines) };
};
const answered = (answer: string) => [{ question: 'What is it?', answer, sources: [] }];

const proseOf = (text: string) =>
  text.split('\n').map((one, n) => ({ text: one.slice(0, 1_000), line: n + 1 }));

/** Lines of a file that are cut like those of any file. */
function passageOf(text: string) {
  const lines = text.split('\n').map((line) => line.slice(0, 1_000));
  const file = { repo: 'shop', commit: 'abc', path: 'a.md', lines, outline: [] };
  return { file, name: '', start: 1, end: lines.length };
}

/** What reads texts of clients, or of repositories. Its own limits on the length count. */
const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['readPrompt', readPrompt],
  ['searchableContext', searchableContext],
  ['buildQuery', buildQuery],
  ['termsOf', termsOf],
  ['normalizePath', normalizePath],
  ['parseQuery', parseQuery],
  ['separateFilters', separateFilters],
  ['nameFilter', (text) => nameFilter(text)('src/main.ts')],
  ['a name that is filtered', (text) => nameFilter('(x+x+)+y')(text)],
  ['compileLiteral', (text) => compileLiteral(text.slice(0, 500))],
  ['anyOfAsExtendedRegex', (text) => anyOfAsExtendedRegex([{ text, isRegex: false }])],
  ['toExtendedRegex', toExtendedRegex],
  ['pathspecs', (text) => pathspecs([text.slice(0, 500)])],
  ['splitQualifiedName', splitQualifiedName],
  ['parseDateRange', (text) => void parseDateRange({ after: text }, 0).catch(() => undefined)],
  ['requestedLines', (text) => requestedLines({ [text]: '' })],
  ['remoteUrlProblem', remoteUrlProblem],
  ['parseRemoteRefs', (text) => parseRemoteRefs(`${'1'.repeat(40)}\trefs/heads/${text}`)],
  ['problemIn', problemIn],
  ['progressIn', progressIn],
  ['isChosen', (text) => isChosen(text, ['*a*b*c', '!*-*-*'])],
  ['escapeText', escapeText],
  ['questionKind', questionKind],
  ['askedStatus', (text) => askedStatus(`where do we return ${text} 403 ${text}`)],
  ['statusPattern', (text) => ANY_STATUS.test(text.slice(0, 400))],
  ['withJoinedNouns', withJoinedNouns],
  ['questionKind of what fails', (text) => questionKind(`what happens when ${text} fails`)],
  ['codeAskedBy', codeAskedBy],
  ['questionsForEach', (text) => questionsForEach(`how often ${text} and how long are they kept`)],
  ['fieldAssigned', (text) => fieldAssigned(`${text.slice(0, 1_000)} harbour`, 'harbour')],
  ['a class that extends others', (text) => basesOf(new Set(['A']), [classOf(text)])],
  ['reasonsIn', (text) => reasonsIn({ title: 'Fix', body: text })],
  ['failureLines', (text) => failureLines(fileOf(text), { start: 1, end: 1 })],
  ['settingLines', (text) => settingLines(fileOf(text), { numbers: [1], hasKeys: true })],
  [
    'documentedAs',
    (text) => documentedAs([`${text.slice(0, 1_000)} NAME: ${text}`.slice(0, 1_000)], 1, 'NAME'),
  ],
  ['valueInLine', (text) => valueInLine(text, 'a.ts')],
  ['argumentsInLine', (text) => argumentsInLine(text, 'a.ts')],
  ['documentedValues in lists', documented('a.md', '- `name`: @\ndefault is @\n@')],
  ['documentedValues in tables', documented('a.md', '| name | default |\n@\n| @ | @ |')],
  ['documentedValues in manuals', documented('a.1', '.B NAME_@\n@\nDefault is 3 @')],
  ['documentedValues in tags', documented('a.go', 'a b `env:"@" default:"@"')],
  // Import lines have at most 500 characters.
  ...['a.ts', 'a.py', 'a.go', 'a.java', 'a.rs', 'a.c', 'a.rb', 'a.php', 'a.lua'].map(
    (from) =>
      [
        `resolveImport of ${from}`,
        (text: string) => resolveImport({ from, text: `import ${text}`.slice(0, 500) }, TABLE),
      ] as const,
  ),
  ['questionKind of what implements', (text) => questionKind(`what implements ${text}`)],
  ...['ts', 'java', 'kt', 'cs', 'swift', 'cc', 'rs', 'py', 'rb', 'php', 'go', 'ex', 'hs'].flatMap(
    (extension) =>
      ['', 'class A extends ', 'impl ', 'type A struct {\n ', 'instance ', 'new A('].map(
        (before) =>
          [
            `typeHeaders of ${extension} with ${before}`,
            (text: string) =>
              typeHeaders({
                path: `a.${extension}`,
                lines: `${before}${text}`.split('\n').map((line) => line.slice(0, 1_000)),
                outline: [],
              }),
          ] as const,
      ),
  ),
  ['blocksOf', (text) => blocksOf({ ...fileOf(text), path: 'a.yml' })],
  [
    'blocksOf a file of sections',
    (text) => blocksOf({ ...fileOf(`${'[ab]\n'.repeat(6_000)}${text}`), path: 'a.ini' }),
  ],
  ['codeLines', (text) => codeLines('a.ts', text.split('\n'))],
  // Comments and here-documents that never end.
  [
    'codeLines of open comments',
    (text) =>
      codeLines(
        'a.ts',
        [...text].map(() => '/* a'),
      ),
  ],
  [
    'codeLines of open here-documents',
    (text) =>
      codeLines(
        'a.rb',
        [...text].map((_, n) => `say(<<~A${n})`),
      ),
  ],
  ['goMethod', (text) => goMethod([`func (a A) B(${text}`.slice(0, 1_000)], 1)],
  ['shortHeader', (text) => shortHeader(text.slice(0, 1_000))],
  ['codeSpan', codeSpan],
  ['codeBlock', (text) => codeBlock('', text.split('\n'))],
  ['outlineOf TypeScript', (text) => outlineOf('a.ts', text.split('\n'))],
  ['outlineOf C', (text) => outlineOf('a.c', text.split('\n'))],
  ['outlineOf Kotlin', (text) => outlineOf('a.kt', text.split('\n'))],
  ['outlineOf Haskell', (text) => outlineOf('a.hs', text.split('\n'))],
  ['outlineOf Lua', (text) => outlineOf('a.lua', text.split('\n'))],
  ['outlineOf Markdown', (text) => outlineOf('a.md', text.split('\n'))],
  ['outlineOf reStructuredText', (text) => outlineOf('a.rst', text.split('\n'))],
  ['asksHowTo', asksHowTo],
  ['scopedQuestion', (text) => scopedQuestion(text, [])],
  ['resolveFollowup', (text) => resolveFollowup('show the first one', answered(text))],
  ['a question that is a follow-up', (text) => resolveFollowup(text, answered('`Cart`: Holds.'))],
  ['plainText', plainText],
  ['sentencesOf', (text) => sentencesOf([{ text, line: 1 }])],
  ['proseMarkdown', (text) => proseMarkdown(text, 300)],
  ['settings', (text) => settingsIn(passageOf(text))],
  ['sectionSentences', (text) => sectionSentences(passageOf(text))],
  ['fileComment', (text) => fileComment(text.slice(0, 80_000).split('\n'))],
  ['proseUnits of Markdown', (text) => proseUnits(proseOf(text), 'markdown')],
  ['proseUnits of reStructuredText', (text) => proseUnits(proseOf(text), 'rst')],
  ['proseUnits of a comment', (text) => proseUnits(proseOf(text), 'comment')],
  // Lines of excerpts have at most 1,000 characters.
  ['docCommentSummary', (text) => docCommentSummary([text.slice(0, 1_000), 'class A'], 2)],
];

describe('a hostile text takes time in proportion to its length', () => {
  it.each(READERS)('in %s', (_name, read) => {
    expect(slowTexts(read)).toEqual([]);
  });

  // The results were right before, too, but took 47 s instead of 0.3 s.
  it('in the lines of definitions nested in each other', { timeout: 15_000 }, () => {
    const classes = Array.from({ length: 290 }, (_, n) => `${' '.repeat(n)}class C${n}:`);
    const lines = [...classes, ...Array.from({ length: 40_000 }, () => `${' '.repeat(900)}x = 1`)];
    const outline = outlineOf('a.py', lines);
    const file = { lines, outline };
    expect(new Set(outline.map((one) => extentOf(one, file).end))).toEqual(new Set([lines.length]));
  });

  // 8.5 s before: each definition looked through all lines above it.
  it('in the blocks around the functions of a Rust file', { timeout: 15_000 }, () => {
    const lines = Array.from({ length: 24_000 }, (_, n) => `impl T${n} {\n    fn f(&self) {}\n}`)
      .join('\n')
      .split('\n');
    const outline = outlineOf('a.rs', lines);
    const file = { ...fileOf(''), path: 'a.rs', lines, outline };
    const names = outline.map((one) => definitionPassage(file, one).name);
    expect(names).toContain('T23999.f');
  });
});
