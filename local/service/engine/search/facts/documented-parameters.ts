import type { Definition } from '../../../index/outline.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { docCommentLines } from '../passages/doc-comment.js';
import { linesFrom, signatureEnd } from '../passages/extent.js';
import { dedented, type ProseLine } from '../passages/prose.js';
import { type ProseUnit, proseUnits } from '../passages/prose-units.js';
import type { SourceFile } from '../passages/source-file.js';
import {
  type DescribedOption,
  defaultIn,
  MAX_LINE_LENGTH,
  MAX_TEXT_LENGTH,
} from './described-option.js';
import { parameterDefault } from './setting-lines.js';

/** A sentence of a comment about a parameter. */
export interface ParameterSentence extends ProseUnit {
  readonly parameter: string;
}

const NAME = /^`\$?(?:\w+\.)*(\w{1,60})`$/;

/** `@throws`, `:raises ValueError:`, `<exception cref=`. */
const THROWN = /[@\\](?:throws|exception|raise)\b|:(?:raises?|throws|exception)\b|<exception\b/i;

/** What the comment of a function says of its parameters. */
export function parameterSentences(
  { kind, line }: Definition,
  file: SourceFile,
): ParameterSentence[] {
  if (kind === 'section') return [];
  const comment = docCommentLines(file.lines, line);
  const listed = listedParameters(comment, parametersTaken(line, file));
  if (listed.length > 0) return listed;
  return proseUnits(dedented(comment), 'comment').flatMap((unit) => {
    const parameter = unit.marker === undefined ? undefined : NAME.exec(unit.about ?? '')?.[1];
    const isThrown = THROWN.test(file.lines[unit.start - 1] ?? '');
    return parameter === undefined || isThrown ? [] : [{ ...unit, parameter }];
  });
}

/** Below "Args:" in a docstring: `seats (int): How many there are.` */
const LISTED = /^(\s*)\*{0,2}(\w{1,60})(?: \([^()]{0,80}\))?: (\S.*)$/;

function listedParameters(
  comment: readonly ProseLine[],
  taken: ReadonlySet<string>,
): ParameterSentence[] {
  const entries: { parameter: string; indent: number; lines: ProseLine[] }[] = [];
  let open: (typeof entries)[number] | undefined;
  for (const { text, line } of comment) {
    const [, space = '', parameter = '', said = ''] = LISTED.exec(text) ?? [];
    if (taken.has(parameter)) {
      open = { parameter, indent: space.length, lines: [{ text: said, line }] };
      entries.push(open);
    } else if (open && text.search(/\S|$/) > open.indent) open.lines.push({ text, line });
    else open = undefined;
  }
  return entries.flatMap(({ parameter, lines }) =>
    proseUnits(dedented(lines), 'comment').map((unit) => ({ ...unit, parameter })),
  );
}

/** The names in the brackets of a signature in Python, whose comments list them below a heading. */
function parametersTaken(line: number, { lines, path }: SourceFile): ReadonlySet<string> {
  if (!path.endsWith('.py')) return new Set();
  const signature = linesFrom(line, signatureEnd(lines, line)).map((at) => lines[at - 1] ?? '');
  return new Set(signature.join(' ').match(/\w+(?=\s*[:=,)])/g));
}

const MAX_DEFINITIONS = 300;
/** What may be left out or limits something, rather than what a function is about. */
const OPTIONAL =
  /\b(?:defaults?|optional|max\w*|min\w*|limit\w*|time ?outs?|whether|if (?:true|false|set|not|none|null|nil)|enabl\w+|disabl\w+|(?:milli)?seconds|how (?:many|long|much|often)|number of)\b/i;

/** The parameters that have a default, or of which a comment says that they may be left out or limit something. */
export function parameterOptions(file: SourceFile): DescribedOption[] {
  return file.outline.slice(0, MAX_DEFINITIONS).flatMap((definition) => {
    const all = parameterSentences(definition, file);
    const names = new Set(all.map(({ parameter }) => parameter));
    return [...names].flatMap((name) => {
      const sentences = all.filter(({ parameter }) => parameter === name);
      const text = sentences
        .map((one) => one.text)
        .join(' ')
        .slice(0, MAX_TEXT_LENGTH);
      const value = inSignature(name, definition, file);
      const standard = value ?? defaultIn(text);
      if (standard === undefined && !OPTIONAL.test(text)) return [];
      const start = Math.min(...sentences.map((one) => one.start));
      const end = Math.max(...sentences.map((one) => one.end));
      const option = {
        file,
        name: names.size === 1 ? nameFor(name, definition) : name,
        text,
        start,
        end,
      };
      return [standard === undefined ? option : { ...option, standard }];
    });
  });
}

/** The `value` of a function that sets `wait` is `wait`. */
function nameFor(parameter: string, { name }: Definition): string {
  return /^(?:new_?)?val(?:ue)?$/i.test(parameter) ? name : parameter;
}

/** On the line of the signature. */
const BODY = /\)\s*(?::[^{=]{0,80})?(?:\{|=>).*$/;

/** The default that a signature has for a parameter. */
function inSignature(name: string, { line }: Definition, { lines }: SourceFile) {
  const isName = new RegExp(`(?<![\\w.])${escapeRegex(name)}(?!\\w)`);
  return linesFrom(line, signatureEnd(lines, line))
    .map((one) => (lines[one - 1] ?? '').slice(0, MAX_LINE_LENGTH).replace(BODY, ')'))
    .filter((text) => isName.test(text))
    .map((text) => parameterDefault(name, text))
    .find(Boolean);
}
