import type { LineRange } from '../../../index/chunks.js';
import { extentOf, linesFrom, signatureEnd } from '../passages/extent.js';
import {
  definitionPassage,
  isContainer,
  isInDocs,
  membersOf,
  type Passage,
} from '../passages/passage.js';

/** The value that an option has if nobody sets it, and the line that says so. */
export interface DefaultValue {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const MAX_LINE_LENGTH = 300;
const MAX_LINES = 1_500;
const LITERAL =
  '(?:\'[^\']{0,60}\'|"[^"]{0,60}"|`[^`$]{0,60}`|-?\\d[\\d_.]{0,20}[a-zA-Z]?|true|false|True|False|None|null|nil|\\[\\]|\\{\\}|\\(\\))';
/** An object with defaults: by its name, or since the caller's options are spread over it. */
const OPENS = /\b\w*(?:defaults?|opts|options|config)\w*\b[^=]{0,60}=\s*\{\s*$/i;
const ENTRY = /^\s*['"]?([A-Za-z_]\w{0,60})['"]?\s*:\s*(\S.{0,80}?)\s*,?\s*(?:\/\/.*)?$/;
/** What is nobody's to set, and the parameter that has all options. */
const NO_OPTION = /^(?:_.*|options?|opts|config|settings|params|args|kwargs|props)$/i;
const CLOSES = /^\s*\}/;
/** `{ litres = 12, silent = true } = options`, `def pump(litres=12)`. */
const PARAMETER = new RegExp(
  `(?<![\\w.])([A-Za-z_]\\w{0,60})(?:\\s*:\\s*[\\w.[\\]| ]{1,40}?)?\\s*=\\s*(${LITERAL})(?=\\s*[,)}]|\\s*$)`,
  'g',
);
const FIELD = new RegExp(
  `^\\s*(?:(?:public|private|protected|internal|static|final|readonly|volatile|const|var|val|let)\\s+)*(?:[\\w<>[\\],.?]{1,60}\\s+)?(?:self\\.|this\\.)?([A-Za-z_]\\w{0,60})[?!]?\\s*(?::\\s*[^=]{1,60}?)?\\s*=\\s*(${LITERAL})\\s*[,;]?\\s*(?:(?:#|//).*)?$`,
);
const CONSTANT =
  /\b(?:static\s+final|const|static\s+readonly)\s+[\w<>]{1,40}\s+([A-Z][A-Z0-9_]{2,60})\s*=\s*([^;]{0,60}\d[^;]{0,60});/;

/** The defaults that a function or a class has for its options, in the order of their lines. */
export function defaultValues(passage: Passage): DefaultValue[] {
  const found = isContainer(passage)
    ? [...inFields(passage), ...inConstructor(passage)]
    : inFunction(passage);
  return found
    .filter(({ name }) => !NO_OPTION.test(name))
    .filter((one, n, all) => all.findIndex(({ name }) => name === one.name) === n);
}

function inConstructor(passage: Passage): DefaultValue[] {
  const builder = membersOf(passage).find(({ name }) =>
    /^(?:__init__|constructor|initialize|__construct)$/.test(name),
  );
  return builder ? inFunction(definitionPassage(passage.file, builder)) : [];
}

function textOf({ file }: Passage, line: number): string {
  return (file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
}

function inFunction(passage: Passage): DefaultValue[] {
  const { file, start, end } = passage;
  const last = Math.min(signatureEnd(file.lines, start), end);
  const signature = linesFrom(start, last).flatMap((line) => parametersIn(passage, line));
  const destructured = linesFrom(last + 1, Math.min(end, start + MAX_LINES))
    .filter((line) => /\}\s*=\s*\w/.test(textOf(passage, line)))
    .flatMap((line) => parametersIn(passage, line));
  return [...signature, ...objectEntries(passage), ...destructured];
}

function parametersIn(passage: Passage, line: number): DefaultValue[] {
  if (isInDocs(line, passage)) return [];
  return [...textOf(passage, line).matchAll(PARAMETER)].map(([, name = '', value = '']) => ({
    name,
    value,
    line,
  }));
}

function objectEntries(passage: Passage): DefaultValue[] {
  const { start, end } = passage;
  const found: DefaultValue[] = [];
  let opened: LineRange['start'] | undefined;
  let depth = 0;
  for (const line of linesFrom(start, Math.min(end, start + MAX_LINES))) {
    const text = textOf(passage, line);
    if (opened === undefined) {
      if (OPENS.test(text) && !isInDocs(line, passage)) {
        opened = line;
        depth = text.search(/\S/);
      }
    } else if (CLOSES.test(text) && text.search(/\S/) <= depth) {
      opened = undefined;
    } else {
      const [, name, value] = ENTRY.exec(text) ?? [];
      if (name !== undefined && value !== undefined && !/[{[(]$/.test(value))
        found.push({ name, value, line });
    }
  }
  return found;
}

/** Those of the class itself, not of the variables in its methods. */
function inFields(passage: Passage): DefaultValue[] {
  const { file, start, end } = passage;
  const bodies = membersOf(passage).map((one) => extentOf(one, file));
  const isInside = (line: number) => bodies.some((one) => line > one.start && line <= one.end);
  return linesFrom(start + 1, Math.min(end, start + MAX_LINES)).flatMap((line) => {
    const text = textOf(passage, line);
    if (isInside(line)) return [];
    const [, name, value] = FIELD.exec(text) ?? CONSTANT.exec(text) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value, line }];
  });
}
