import { fenceAfter, isMarkdown } from '../../../index/markdown-fences.js';
import type { Definition } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { defaultIn } from './described-option.js';
import {
  type DocumentedOption,
  exactness,
  MAX_LINE_LENGTH,
  type NamedLines,
  type OptionLine,
  type OptionName,
  type Scored,
} from './option-line.js';
import { documentedAs } from './setting-lines.js';

/** `  -H, --hidden <WHEN>   Search hidden files`, as programs print it. */
const HELP_ROW =
  /^\s*(?:-\w,\s{1,3})?(--[\w-]{2,40})(?:[ =][<[][^\s]{1,30}|[ =][A-Z]{2,20})?\s{2,}(\S.{5,300})$/;
const SECTION_SCORE = 4;
const HELP_ROW_SCORE = 3.5;
const ROW_SCORE = 3;
const README_SCORE = 0.5;

/** What a document says of an option: in the section about it, a row or item of a list, or the help that a program prints. */
export function documentedOptions(
  { file, lines }: NamedLines,
  asked: OptionName,
): Scored<DocumentedOption>[] {
  const inReadme = /readme/i.test(file.path) ? README_SCORE : 0;
  return lines.flatMap((line): Scored<DocumentedOption>[] => {
    const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const name = asked.whole.exec(text)?.[0];
    if (name === undefined) return [];
    const [, flag = '', help = ''] = HELP_ROW.exec(text) ?? [];
    if (asked.whole.test(flag)) {
      return [{ found: { file, line, name: flag, text: help }, score: HELP_ROW_SCORE }];
    }
    if (isCode(file, line)) return [];
    const heading = file.outline.find((one) => one.line === line);
    if (heading) {
      const section = definitionPassage(file, heading);
      if (!isAbout(heading, asked) || section.end <= section.start) return [];
      // `## max-age` is about `maxAge`, too.
      const score = SECTION_SCORE + inReadme + exactness(asked.subject, asked.subject);
      const standard = defaultIn(startOf(section));
      const found = { file, line, name, section, ...(standard !== undefined && { standard }) };
      return [{ found, score }];
    }
    const said = documentedAs(file.lines, line, name);
    if (said === undefined) return [];
    const standard = defaultCell(file, line);
    const found = {
      file,
      line,
      name,
      text: said.text,
      ...(standard !== undefined && { standard }),
    };
    return [{ found, score: ROW_SCORE + inReadme }];
  });
}

const MAX_START_LINES = 10;

function startOf({ file, start, end }: Passage): string {
  return file.lines.slice(start, Math.min(end, start + MAX_START_LINES)).join('\n');
}

/** Whether a file is read by a program, which it configures. */
export function isConfiguration(path: string): boolean {
  return /\.(?:xml|ya?ml|toml|properties|ini|conf)$/i.test(path) || isSample(path);
}

/** Whether a file shows how something may be configured: what it sets is no default. */
export function isSample(path: string): boolean {
  return /\.(?:example|sample|dist)$|[.-](?:example|sample)\.\w{1,10}$/i.test(path);
}

/** The lines of code in a document or a file of configuration that set an option, rather than read it. */
export function optionExamples(
  { file, lines }: NamedLines,
  asked: OptionName,
): Scored<OptionLine>[] {
  const inReadme = /readme/i.test(file.path) ? README_SCORE : 0;
  const sets = new RegExp(
    `(?:set_?|with_?)?(${asked.source})['"\`\\]]*\\s*(?:=>?(?!=)|:(?!:)|\\(|>[^<]{1,60}</)`,
    'i',
  );
  return lines.flatMap((line): Scored<OptionLine>[] => {
    const text = (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const name = sets.exec(text)?.[1];
    if (name === undefined || !(isConfiguration(file.path) || isCode(file, line))) return [];
    return [{ found: { file, line, name }, score: inReadme + exactness(name, asked.subject) }];
  });
}

function isCode(file: SourceFile, line: number): boolean {
  return isFenced(file, line) || isDirective(file, line);
}

/** Below `::` or `.. code-block::`, in reStructuredText. */
function isDirective({ lines, path }: SourceFile, line: number): boolean {
  const isIndented = path.endsWith('.rst') && /^\s{2,}\S/.test(lines[line - 1] ?? '');
  return (
    isIndented && /::/.test(lines.slice(0, line - 1).findLast((text) => /^\S/.test(text)) ?? '')
  );
}

const MAX_ROWS_ABOVE = 200;

/** Of a row of a table that has a column of defaults. */
export function defaultCell({ lines }: SourceFile, line: number): string | undefined {
  const above = lines.slice(Math.max(0, line - 1 - MAX_ROWS_ABOVE), line - 1);
  const underline = above.findLastIndex((text) => /^[\s|:-]+$/.test(text) && text.includes('---'));
  if (underline < 1 || above.slice(underline).some((text) => !text.includes('|'))) return undefined;
  const titles = cellsOf(above[underline - 1] ?? '');
  const column = titles.findIndex((cell) => /^\W*defaults?\b/i.test(cell));
  const cell = column < 0 ? undefined : cellsOf(lines[line - 1] ?? '')[column];
  return cell === undefined || /^[-–—\s]*$/.test(cell) ? undefined : cell;
}

/** Of a row of a table in Markdown; `\|` is no end of a cell. */
export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((one) => one.trim());
}

/** Whether a heading is the option's name, rather than a sentence that has it. */
function isAbout({ name }: Definition, { subject }: OptionName): boolean {
  const bare = name
    .replace(/[`*_[\]]/g, '')
    .replace(/\(.*$/s, '')
    .trim();
  const heading = normalizedName(bare.replace(/[\s.-]/g, '_'));
  return heading.endsWith(normalizedName(subject.replace(/[\s.-]/g, '_')));
}

function isFenced({ lines, path }: SourceFile, line: number): boolean {
  if (!isMarkdown(path)) return false;
  let fence: string | undefined;
  for (const text of lines.slice(0, line - 1)) fence = fenceAfter(fence, text);
  return fence !== undefined;
}
