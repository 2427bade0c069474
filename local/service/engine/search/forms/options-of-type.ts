import { dirname } from 'node:path/posix';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { displayName } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { declaredName } from '../facts/declared-options.js';
import { declaredValue } from '../facts/declared-value.js';
import { findSymbol, type NamedSymbol } from '../facts/named-symbol.js';
import { docCommentOf } from '../passages/doc-comment.js';
import { extentOf, linesFrom } from '../passages/extent.js';
import { isContainer, membersOf, type Passage } from '../passages/passage.js';
import { proseMarkdown } from '../passages/prose.js';
import { isName } from '../question-kinds/subject.js';
import type { FormInput } from './form.js';
import { optionsOfFunction } from './options-of-function.js';

const SUFFIXES = ['Options', 'Config', 'Configuration', 'Settings', 'Props'];
const MAX_LISTED = 16;
const MAX_TEXT_LENGTH = 140;
const MAX_LINES = 1_000;

/** The options of a class or a function, where they are a type that is named after it: `OvenOptions` are those of `Oven`. */
export async function optionsOfType(input: FormInput, subject: string): Promise<Draft | undefined> {
  if (!isName(subject)) return undefined;
  const own = (await findSymbol(subject, input)) ?? (await inPackage(subject, input));
  if (!own) return undefined;
  for (const suffix of SUFFIXES) {
    const type = (await findSymbol(`${subject}${suffix}`, input))?.passage;
    if (!type || !isContainer(type)) continue;
    if (!isBeside(type, own.passage) && !isNamedIn(own.passage, type.name)) continue;
    const fields = fieldsOf(type);
    if (fields.length > 0) return draftOf(type, fields);
  }
  return optionsOfFunction(own.passage);
}

/** `shop.sell` may be the function `sell` of a file in `shop/`. */
async function inPackage(subject: string, input: FormInput): Promise<NamedSymbol | undefined> {
  const [, owner = '', name] = /^(\w+)\.(\w+)$/.exec(subject) ?? [];
  const found = name === undefined ? undefined : await findSymbol(name, input);
  const { definition, file } = found?.passage ?? {};
  return definition?.depth === 0 && file?.path.split('/').includes(owner) ? found : undefined;
}

/** A function that takes its options from elsewhere says so. */
function isNamedIn({ file: { lines } }: Passage, type: string): boolean {
  const isName = new RegExp(`\\b${escapeRegex(type)}\\b`);
  return lines.some((text) => isName.test(text));
}

/** In the same repository and the same folder. */
function isBeside({ file }: Passage, { file: other }: Passage): boolean {
  return file.repo === other.repo && dirname(file.path) === dirname(other.path);
}

/** Of the type itself, not the variables of its methods, and no constants. */
function fieldsOf(type: Passage): Statement[] {
  const { file, start, end } = type;
  const bodies = membersOf(type)
    .map((one) => extentOf(one, file))
    .filter((one) => one.end > one.start);
  const names = new Set<string>();
  let depth: number | undefined;
  return linesFrom(start + 1, Math.min(end, start + MAX_LINES)).flatMap((line) => {
    const name = declaredName(file, line);
    const isBody = bodies.some((one) => line >= one.start && line <= one.end);
    const indent = (file.lines[line - 1] ?? '').search(/\S/);
    if (name !== undefined && !isBody) depth ??= indent;
    // Deeper ones are those of a field.
    const isOwn = !isBody && indent === depth;
    if (name === undefined || !isOwn || names.has(name) || /^[A-Z][A-Z0-9_]*$|UID$/.test(name))
      return [];
    names.add(name);
    return [fieldStatement(file, { line, name })];
  });
}

function fieldStatement(
  file: Passage['file'],
  { line, name }: { readonly line: number; readonly name: string },
): Statement {
  const { standard, constant } = declaredValue(file.lines[line - 1] ?? '', { file, line, name });
  const value = constant?.value ?? standard;
  const docs = docCommentOf(file.lines, line);
  const said = docs ? `: ${proseMarkdown(docs.sentences[0].text, MAX_TEXT_LENGTH)}` : '';
  const { repo, commit, path } = file;
  const start = Math.min(docs?.start ?? line, line);
  return {
    markdown: `${codeSpan(name)}${value === undefined ? '' : `, default ${codeSpan(value)}`}${said}`,
    reference: placeReference({ repo, commit, path, start, end: line }),
  };
}

function draftOf(type: Passage, fields: readonly Statement[]): Draft {
  const { file, start, end } = type;
  const more = fields.length > MAX_LISTED ? `; the first ${MAX_LISTED} are` : '';
  return {
    statements: [
      {
        markdown: `${displayName(type)} has at least ${counted(fields.length, 'option')}${more}:`,
        reference: placeReference({ ...file, start, end }),
      },
    ],
    links: fields.slice(0, MAX_LISTED),
  };
}
