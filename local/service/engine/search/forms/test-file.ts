import { counted } from '../../../markdown/counted.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineReference } from '../draft/reference.js';
import type { SourceFile } from '../passages/source-file.js';
import { titleIn } from './tests-of.js';

const MAX_TITLES = 8;
const MIN_GROUPS = 3;

interface TitledTest {
  /** Counted from 1. */
  readonly line: number;
  readonly title: string;
  readonly isGroup: boolean;
}

/** The tests of a file that have titles, and the groups that they are in. */
export function testsIn({ lines }: SourceFile): TitledTest[] {
  return lines.flatMap((text, n) => {
    const found = titleIn(text);
    return found ? [{ ...found, line: n + 1 }] : [];
  });
}

/** What a file of tests tests, by the titles of its groups, or of its tests if it has few groups. */
export function testFileDraft(file: SourceFile): Draft {
  const all = testsIn(file);
  const groups = all.filter(({ isGroup }) => isGroup);
  const tests = all.filter(({ isGroup }) => !isGroup);
  const [about] = groups;
  const areGroups = groups.length >= MIN_GROUPS || tests.length === 0;
  const listed = areGroups ? groups.slice(1) : tests;
  const shown = listed.slice(0, MAX_TITLES);
  const what = about ? ` tests “${escapeText(about.title)}”` : '';
  const count = counted(tests.length, 'test');
  const markdown = `${codeSpan(file.path)}${what}${what === '' ? ' has' : ':'} ${count}`;
  const kind = areGroups ? 'groups' : 'tests';
  return {
    statements: [{ markdown, reference: lineReference(file, about?.line ?? 1) }],
    ...(shown.length > 0 && {
      linksTitle:
        shown.length < listed.length
          ? `The first ${shown.length} of its ${listed.length} ${kind}:`
          : `Its ${kind}:`,
      links: shown.map((one) => titleStatement(file, one)),
    }),
  };
}

function titleStatement(file: SourceFile, { title, line }: TitledTest): Statement {
  return { markdown: `“${escapeText(title)}”`, reference: lineReference(file, line) };
}
