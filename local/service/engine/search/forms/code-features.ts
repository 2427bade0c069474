import { settingRead } from '../facts/setting-lines.js';
import { isCommentLine } from '../passages/doc-comment.js';
import type { Excerpt } from '../passages/excerpts.js';
import { linesFrom } from '../passages/extent.js';
import { isContainer, isSection, overlapsDocs } from '../passages/passage.js';
import { perLine } from '../passages/read-once.js';

/** What tells whether lines answer a question that code answers. */
export interface CodeFeatures {
  /** Documents, comments, and the lines of a class that are in none of its methods. */
  readonly isText: number;
  /** The comment of a definition. */
  readonly isComment: number;
  /** The lines of a class that are in none of its methods, where its fields are. */
  readonly isOfClass: number;
  /** The share of lines that decide something. */
  readonly conditions: number;
  /** Such as an accessor. */
  readonly isShort: number;
  readonly handlesFailure: number;
  /** Such as `DEFAULT_PORT`, and Rust's `fn default()`. */
  readonly namesDefault: number;
  /** Such as `retries = 3`, `|| 'utf8'` and `fetch(:port, 80)`. */
  readonly setsDefault: number;
  /** An environment variable, or a setting by its name. */
  readonly readsSetting: number;
  readonly option: number;
  /** The share of the question that the name of the definition has. */
  readonly nameCoverage: number;
}

/** What is known of the lines from elsewhere. */
interface Known {
  readonly isDocument: boolean;
  /** Whether the lines throw, catch, retry or log an error. */
  readonly handlesFailure: boolean;
  /** How well an option fits that they declare or describe, about 1 at most. */
  readonly option: number;
}

/** Lines of a definition. */
const SHORT = 6;
/** The rest of a longer line is not read. */
const MAX_LINE_LENGTH = 300;
/** But not `class DefaultCrane` or `new DefaultCrane()`. */
const DEFAULT_NAME =
  /\b(?:DEFAULT_\w|default[A-Z_]\w|fn default\(|(?:var|const) Default[A-Z]\w|Default[A-Z]\w*\s*:?=)|[=?:(,]\s*(?:\w+\.)?Default[A-Z]\w*\b(?!\s*[({<])/;
const CONDITION = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|elif|unless|when|case|switch|match|while)\b/;
/** A literal, a constant or a member of an enumeration, and no call. */
const VALUE =
  '(?:-?\\d[\\w.]*|true|false|True|False|null|nil|None|undefined|"[^"]*"|\'[^\']*\'|\\[\\]|\\{\\}|[A-Z_]{3,}|[A-Z]\\w+(?:\\.|::)[A-Z]\\w+)(?![\\w.(])';
const SETS_DEFAULT = new RegExp(
  [
    `[\\w\\]>)?]\\s*:?(?<![!<>=])=\\s*${VALUE}`,
    `(?:\\|\\||\\?\\?|\\bor)=?\\s*${VALUE}`,
    '\\b(?:fetch|getenv|getOrDefault|getProperty|get)\\([^()]*,\\s*[^()]+\\)',
    `^\\s*:?["'\\w-]+:?\\s*(?::|=>)\\s*${VALUE},?\\s*$`,
    'unwrap_or|\\?\\s*[\\w.]+\\s*:\\s*|default=',
  ].join('|'),
);

const factsOf = perLine((whole) => {
  const text = whole.slice(0, MAX_LINE_LENGTH);
  const isCode = !isCommentLine(text);
  return {
    decides: CONDITION.test(text),
    namesDefault: DEFAULT_NAME.test(text),
    setsDefault: isCode && SETS_DEFAULT.test(text),
    readsSetting: isCode && settingRead(text) !== undefined,
  };
});

export function codeFeaturesOf(excerpt: Excerpt, known: Known): CodeFeatures {
  const { passage, start, end } = excerpt;
  const { file } = passage;
  const lines = linesFrom(start, Math.min(end, file.lines.length)).map((line) =>
    factsOf(file, line),
  );
  const isComment = overlapsDocs(passage, excerpt);
  const isOfClass = isContainer(passage);
  return {
    isText: Number(known.isDocument || isSection(passage) || isOfClass || isComment),
    isComment: Number(isComment),
    isOfClass: Number(isOfClass),
    conditions: lines.filter(({ decides }) => decides).length / lines.length,
    isShort: Number(!isSection(passage) && passage.end - passage.start < SHORT),
    handlesFailure: Number(known.handlesFailure),
    namesDefault: Number(lines.some(({ namesDefault }) => namesDefault)),
    setsDefault: Number(lines.some(({ setsDefault }) => setsDefault)),
    readsSetting: Number(lines.some(({ readsSetting }) => readsSetting)),
    option: known.option,
    nameCoverage: isSection(passage) ? 0 : excerpt.nameCoverage,
  };
}
