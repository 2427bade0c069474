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

/** What is longer tells a story, in which an error may only be mentioned. */
const MAX_LENGTH = 300;
const CODE = '[`\'"]?([45]\\d\\d)s?';
const VERBS =
  'return(?:s|ed|ing)?|retr(?:y|ies|ied|ying)|sen(?:d|ds|t|ding)|answer(?:s|ed|ing)?|respon(?:d|ds|ded|ding|ses?)|repl(?:y|ies|ied|ying)|throws?|thrown|rais(?:e|es|ed)|handl(?:e|es|ed|ing)|gets?|got|getting|receiv(?:e|es|ed|ing)|catch(?:es)?|caught|aborts?|aborted|fails?|failed|gives?|emits?|sees?|sets?|produc(?:e|es|ed)|status(?: codes?)?';
/** What makes a number an error, whatever follows. */
const MARKED =
  '(?: with| by| on| of| as| in| to)?(?: (?:an?|the|any|http|status|codes?|errors?)){1,4}';
const END = '(?=[`\'"]?(?:$|[?.,;:!)]|\\s+(?:errors?|status(?:es)?|responses?|codes?|pages?';
const BEHIND_MARKED = `${END}|when|if|for|to|from|in|on|instead|and|or|is|are|was|were|because|after|before|while|does|do|by|at|with|unless|again|here)\\b))`;
const BEHIND = `${END}|when|if|to|from|because|while|unless|again|here|is|are)\\b))`;
const PATTERNS: readonly RegExp[] = [
  new RegExp(`\\b(?:${VERBS})${MARKED} ${CODE}${BEHIND_MARKED}`, 'i'),
  new RegExp(`\\b(?:on|after|for) (?:an?|any|the) ${CODE}${BEHIND_MARKED}`, 'i'),
  new RegExp(
    `\\b(?:status(?: code)?|mapped|translated|converted|turned) (?:in)?to (?:an? )?${CODE}${END})\\b))`,
    'i',
  ),
  new RegExp(
    `(?:^|\\b(?:an?|the|any|http|status|code|error|is|are|was|were|and|when|if|how|where|why) )${CODE}(?= (?:errors?|status(?:es)?|responses?|(?:is |are |be |being )?(?:returned|sent|handled|thrown|raised|caught|logged|answered|retried))\\b)`,
    'i',
  ),
];
/** Only those that have a name: any other number may be an amount. */
const UNMARKED = [
  new RegExp(`\\b(?:${VERBS})(?: with| on)? ${CODE}${BEHIND}`, 'i'),
  // Few amounts are these.
  /\b(?:return|send|answer|throw|raise|handle|get|receive|retry|abort)\w*(?: with| on)? [`'"]?(40[1-9]|41[0-9]|42[2-9]|50[2-4])\b(?! (?:ms|[a-z]+s\b(?<!\b(?:is|as|does|errors|responses))))/i,
];
const ANY_NUMBER = /(?<![\w.:#-])[45]\d\d(?!\d|[\w.:-]*\d)/g;
/** These have codes of their own. */
const OTHER_PROTOCOL = /\b(?:smtp|ftp|sip|sql\w*|exit|rfc|ports?)\b/i;
const SENDS =
  /^\W*(?:where|when|which|who|why|how|what)\b.*\b(?:return|send|sent|answer|respond|reply|replies|throw|raise|abort|give|emit)/i;
const RECEIVES =
  /\b(?:on an?|handl\w*|catch\w*|caught|receiv\w*|retr(?:y|ies|ied)|what (?:happens|would happen|do we do|if))\b/i;

/** The HTTP error in "where do we return a 403?"; nothing if there are several, or if another sentence mentions it. */
export function askedStatus(message: string): AskedStatus | undefined {
  if (message.length > MAX_LENGTH) return undefined;
  const question = withoutNames(lastSentence(message));
  if (OTHER_PROTOCOL.test(question)) return undefined;
  if (new Set(question.match(ANY_NUMBER)).size !== 1) return undefined;
  const find = (patterns: readonly RegExp[]) =>
    patterns.map((one) => one.exec(question)?.[1]).find((one) => one !== undefined);
  const code = find(PATTERNS) ?? find(UNMARKED);
  const name = STATUS_CODES[code ?? ''];
  if (code === undefined || (name === undefined && find(PATTERNS) === undefined)) return undefined;
  const isReceived = RECEIVES.test(question) || !SENDS.test(question);
  return { code, isReceived, ...(name !== undefined && { name }) };
}

function lastSentence(message: string): string {
  return (
    message
      .trim()
      .split(/(?<=[.!?])\s+/)
      .at(-1) ?? ''
  );
}

/** "401 Unauthorized" is 401. */
function withoutNames(question: string): string {
  return question.replace(
    /([45]\d\d) ([a-z]+(?: [a-z]+){0,3})/gi,
    (whole, code: string, behind: string) => {
      const name = STATUS_CODES[code]?.toLowerCase();
      const has = name !== undefined && behind.toLowerCase().startsWith(name);
      return has ? `${code}${behind.slice(name.length)}` : whole;
    },
  );
}
