import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import { jsonWithoutTerminalEscapes, withoutTerminalEscapes } from './control-characters.js';
import { replaceSecrets } from './secret-patterns.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

interface Write {
  (fields: object, message: string): void;
  (message: string): void;
}

/** Fields first, then the message. An error is the field `err`. */
export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  readonly fatal: Write;
  child(fields: Record<string, unknown>): Logger;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly name: string;
  /** Added to each line. */
  readonly fields?: () => object;
  /** A clearer message for an error, if there is one. */
  readonly describe?: (error: Error) => string | undefined;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/**
 * A logger of JSON lines: `level` as a word, `time` in ISO 8601. What looks like a secret is removed
 * from the whole line, including errors, their causes and stacks.
 */
export function createLogger(given: LogOptions): Logger {
  const { level, name, fields, destination, describe = () => undefined } = given;
  const err = (error: unknown) => toPlain(error, describe);
  const options = {
    level,
    base: { name },
    // pino adds a line's own fields to the object that it is given.
    ...(fields === undefined ? {} : { mixin: () => ({ ...fields() }) }),
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err, error: err },
    // On the finished line, so that it covers nested fields, serializers and the message.
    hooks: { streamWrite: (line: string) => scrub(printable(line)) },
  };
  return destination ? pino(options, destination) : pino(options);
}

type Describe = NonNullable<LogOptions['describe']>;

/**
 * Only the fields that describe an error: libraries attach whole requests and commands, which
 * contain credentials and people's questions.
 */
function toPlain(error: unknown, describe: Describe, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    type: error.name,
    message: describe(error) ?? error.message,
    ...(isPlain(code) ? { code } : {}),
    ...(isPlain(status) ? { status } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 5
      ? { cause: toPlain(error.cause, describe, depth + 1) }
      : {}),
  };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** What has to be looked at: controls and bidirectional characters, escaped as JSON does it or not. */
const UNPRINTABLE = /\\(?:u00|[bfr])|[^\P{C}\n]/u;

/** A log line is read in a terminal; servers and people chose what it quotes. */
function printable(line: string): string {
  if (!UNPRINTABLE.test(line)) return line;
  try {
    return `${jsonWithoutTerminalEscapes(JSON.parse(line))}\n`;
  } catch {
    return withoutTerminalEscapes(line);
  }
}

const HIDDEN = '[hidden]';

/**
 * Removes what looks like a secret: tokens and keys by their format, authorization headers, secrets
 * in URLs, read tokens in share links, and fields with a name such as `token` or `password`. Works
 * on plain text and on JSON, also on JSON nested in strings.
 */
export function scrub(text: string): string {
  const scrubbed = LOG_RULES.reduce((before, [pattern, to]) => before.replace(pattern, to), text);
  return replaceSecrets(scrubbed, HIDDEN).text;
}

/** Only for logs, where hiding too much does no harm. */
const LOG_RULES: readonly (readonly [RegExp, string])[] = [
  // A field of JSON at any depth, also of JSON in a string.
  [
    /(\\{0,7}")([\w-]*(?:token|authorization|secret|password|passphrase|cookie|responseUrl|response_url|shareUrl|share_url|encryption_?key|code_verifier))\1(\s*:\s*)\1(?:(?!\1)(?:\\.|[^\\"]))*\1/gi,
    `$1$2$1$3$1${HIDDEN}$1`,
  ],
  [/\b(bearer\s+|basic\s+(?=\S*[\d=]))[\w.~+/=-]{8,}/gi, `$1${HIDDEN}`],
  [/(authorization["']?\s*[:=]\s*["']?token\s+)[^\s"'\\,]+/gi, `$1${HIDDEN}`],
  [/\b(token\s+)(?=[\w.-]*\d)[\w.-]{12,}/gi, `$1${HIDDEN}`],
  [/([?&](?:[\w-]*(?:token|secret|password)|code|state)=)[^\s&"'\\<>|#]+/gi, `$1${HIDDEN}`],
  // A read token in a share link.
  [/(\/)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, `$1${HIDDEN}`],
  [/(\w:\/\/)[^\s/"'\\@]+@/g, `$1${HIDDEN}@`],
];
