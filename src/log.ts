import { type DestinationStream, pino, stdTimeFunctions } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

interface Write {
  (fields: object, message: string): void;
  (message: string): void;
}

/** What the bot may do with its log: fields first, then the sentence. An error goes in as `err`. */
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
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
}

/**
 * A logger of JSON lines: `level` as a word, `time` in ISO 8601. What looks like a secret, by its
 * field's name or by its form, leaves it nowhere: not in errors, their causes or their stacks.
 */
export function createLogger({ level, name, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { name },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: toPlain, error: toPlain },
    // On the finished line, so that no depth, no serializer and no message gets past it.
    hooks: { streamWrite: scrub },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Of an error only what describes it: libraries hang whole requests and commands on theirs, with
 * credentials and people's words in them.
 */
function toPlain(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(isPlain(code) ? { code } : {}),
    ...(isPlain(status) ? { status } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 5 ? { cause: toPlain(error.cause, depth + 1) } : {}),
  };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

const HIDDEN = '[hidden]';

/**
 * Replaces all that looks like a secret: Slack's and the service's tokens, authorization headers,
 * response and share URLs, passwords in URLs, and every field named like one of these. Works on
 * plain text and on JSON, nested in strings or not.
 */
export function scrub(text: string): string {
  return RULES.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text);
}

const RULES: readonly (readonly [RegExp, string])[] = [
  // A field of JSON, whatever its depth, also where the JSON stands in a string.
  [
    /(\\{0,7}")([\w-]*(?:token|authorization|secret|password|passphrase|cookie|responseUrl|response_url|shareUrl|share_url|encryption_?key|code_verifier))\1(\s*:\s*)\1(?:(?!\1)(?:\\.|[^\\"]))*\1/gi,
    `$1$2$1$3$1${HIDDEN}$1`,
  ],
  [/\bxox[a-z](?:\.xox[a-z])?-[\w.-]+|\bxapp-[\w-]+/g, HIDDEN],
  [/\b(bearer\s+|basic\s+(?=\S*[\d=]))[\w.~+/=-]{8,}/gi, `$1${HIDDEN}`],
  [/(authorization["']?\s*[:=]\s*["']?token\s+)[^\s"'\\,]+/gi, `$1${HIDDEN}`],
  [/\b(token\s+)(?=[\w.-]*\d)[\w.-]{12,}/gi, `$1${HIDDEN}`],
  [/(hooks\.slack(?:-gov)?\.com\/)[^\s"'\\<>|]+/gi, `$1${HIDDEN}`],
  [/([?&](?:[\w-]*(?:token|secret|password)|code|state)=)[^\s&"'\\<>|#]+/gi, `$1${HIDDEN}`],
  // A read token in a share link.
  [/(\/)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, `$1${HIDDEN}`],
  [/(\w:\/\/)[^\s/"'\\@]+@/g, `$1${HIDDEN}@`],
];
