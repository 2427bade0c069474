import { STATUS_CODES } from 'node:http';

/** An HTTP error that a question is about. */
export interface AskedStatus {
  /** Such as `429`. */
  readonly code: string;
  /** Such as `Too Many Requests`; none for those of single servers, such as 499. */
  readonly name?: string;
  /** Somebody else sends it: "what happens when the server returns 429?" */
  readonly isReceived: boolean;
}

const VERBS =
  'return(?:s|ed|ing)?|retr(?:y|ies|ied|ying)|sen(?:d|ds|t|ding)|answer(?:s|ed|ing)?|respon(?:d|ds|ded|ding|ses?)|repl(?:y|ies|ied|ying)|throws?|thrown|rais(?:e|es|ed)|handl(?:e|es|ed|ing)|gets?|got|getting|receiv(?:e|es|ed|ing)|catch(?:es)?|caught|aborts?|aborted|fails?|failed|gives?|emits?|see|status(?: codes?)?|http|codes?';
const BETWEEN =
  '(?: (?:with|by|an?|the|any|http|status|codes?|errors?|of|in|as|on|for|after)){0,4}';
/** No amount, such as of milliseconds. */
const BEHIND =
  '(?=[`\'"]?(?:$|[?.,;!)]|\\s+(?:errors?|status(?:es)?|responses?|codes?|pages?|when|if|for|to|from|in|on|instead|and|or|is|are|was|were|because|after|before|while|does|do|by|at|with|unless|again|here)\\b))';
const ASKED = new RegExp(
  [
    `\\b(?:${VERBS})${BETWEEN} [\`'"]?([45]\\d\\d)s?${BEHIND}`,
    `\\b(?:on|after|for) (?:an?|any|the) ([45]\\d\\d)${BEHIND}`,
    `(?<![\\w.])([45]\\d\\d)s?(?= (?:errors?|status(?:es)?|responses?|(?:is |are |be |being )?(?:returned|sent|handled|thrown|raised|caught|logged|answered|retried))\\b)`,
  ].join('|'),
  'i',
);
const ANY_STATUS = /(?<![\w.:#-])[45]\d\d(?!\d|[\w.:-]*\d)/g;
const SENDS =
  /^\W*(?:where|when|which|who|why|how|what)\b.*\b(?:return|send|sent|answer|respond|reply|replies|throw|raise|abort|give|emit)/i;
const RECEIVES =
  /\b(?:on an?|handl\w*|catch\w*|caught|receiv\w*|retr(?:y|ies|ied)|what (?:happens|would happen|do we do|if))\b/i;

/** The HTTP error in "where do we return a 403?"; nothing if there are several. */
export function askedStatus(question: string): AskedStatus | undefined {
  const code = ASKED.exec(question)?.slice(1).find(Boolean) ?? '';
  const name = STATUS_CODES[code];
  const isOnly = new Set(question.match(ANY_STATUS)).size === 1;
  if (code === '' || !isOnly) return undefined;
  const isReceived = RECEIVES.test(question) || !SENDS.test(question);
  return { code, isReceived, ...(name !== undefined && { name }) };
}
