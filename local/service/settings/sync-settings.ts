import { readFileSync } from 'node:fs';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { scrub } from '../logging/log.js';
import { remoteUrlProblem } from '../sync/remote-url.js';
import { type RemoteOptions, SYNC_DEFAULTS, type SyncOptions } from '../sync/sync-options.js';
import { InvalidSettingError } from './invalid-setting-error.js';

const MAX_CHARACTERS = 1_000_000;
const MAX_REPOSITORIES = 1_000;
const MAX_PROBLEMS = 5;
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const BYTES = { MB: 1_000_000, GB: 1_000_000_000 } as const;

const Duration = z
  .string('set a time such as 90s, 10m or 2h')
  .regex(/^\d{1,6}[smhd]$/, 'set a time such as 90s, 10m or 2h')
  .transform((text) => {
    const unit = text.slice(-1) as keyof typeof SECONDS;
    return Number(text.slice(0, -1)) * SECONDS[unit] * 1000;
  });
const Interval = Duration.refine(isBetween(5, 7 * SECONDS.d), 'set a time from 5s to 7d');
const Timeout = Duration.refine(isBetween(10, SECONDS.d), 'set a time from 10s to 1d');
const Size = z
  .string('set a size such as 500 MB or 5 GB')
  .regex(/^[1-9]\d{0,5} ?[MG]B$/, 'set a size such as 500 MB or 5 GB')
  .transform((text) => {
    const unit = text.slice(-2) as keyof typeof BYTES;
    return Number.parseInt(text, 10) * BYTES[unit];
  });
const Branch = z
  .string('set the name of a branch')
  .regex(/^[^-\s~^:?*[\\!][^\s~^:?*[\\]{0,250}$/, 'set the name of a branch, such as main');
const Pattern = z
  .string('set a pattern such as release/*')
  .regex(/^!?[^-\s~^:?[\\!][^\s~^:?[\\]{0,250}$/, 'set a pattern such as release/*');
const Url = z.string('set the URL of a repository').superRefine((url, context) => {
  const problem = remoteUrlProblem(url);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** What can be set for all repositories and for one of them. */
const SHARED = {
  interval: Interval.optional(),
  timeout: Timeout.optional(),
  maxSize: Size.optional(),
  branches: z.array(Pattern, 'list patterns such as [main, release/*]').min(1).max(100).optional(),
};
const Entry = z.preprocess(
  (entry) => (typeof entry === 'string' ? { url: entry } : entry),
  z.strictObject({ url: Url, branch: Branch.optional(), ...SHARED }, { error: objectError }),
);
const SyncFile = z.strictObject(
  {
    ...SHARED,
    concurrency: z.int('set a number from 1 to 16').min(1).max(16).optional(),
    repositories: z
      .array(Entry, 'list the URLs of repositories under "repositories"')
      .min(1, 'list at least one repository')
      .max(MAX_REPOSITORIES),
  },
  { error: objectError },
);

function objectError(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'unrecognized_keys') return 'set the URL of a repository';
  return `unknown setting ${issue.keys.map((key) => JSON.stringify(scrub(key))).join(', ')}`;
}

function isBetween(least: number, most: number) {
  return (ms: number) => ms >= least * 1000 && ms <= most * 1000;
}

/** Reads the file that SERVICE_SYNC names. Throws `InvalidSettingError`, with the lines at fault. */
export function readSyncFile(path: string): SyncOptions {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new InvalidSettingError(
      `SERVICE_SYNC is ${path}, which cannot be read (${code}): set the path of a YAML file.`,
    );
  }
  return parseSyncFile(text, path);
}

/** `name` is the file's, for messages. Throws `InvalidSettingError`, with the lines at fault. */
export function parseSyncFile(text: string, name: string): SyncOptions {
  const refuse = (problems: readonly Problem[]) =>
    new InvalidSettingError(describe(name, problems));
  if (text.length > MAX_CHARACTERS) throw refuse([{ line: 1, message: 'the file is too large' }]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    throw refuse([{ line, message: `this is not valid YAML (${error.code})` }]);
  }
  const lineOf = (keys: readonly PropertyKey[]) => lineIn({ document, lines }, keys);
  const parsed = SyncFile.safeParse(toValue(document) ?? {});
  if (!parsed.success) {
    throw refuse(
      parsed.error.issues.map((issue) => ({
        line: lineOf([...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])]),
        message: issue.message,
      })),
    );
  }
  const twice = repeatedUrls(parsed.data.repositories.map(({ url }) => url));
  if (twice.length === 0) return toOptions(parsed.data);
  throw refuse(
    twice.map(({ first, again }) => ({
      line: lineOf(['repositories', again]),
      message: `this URL is on line ${lineOf(['repositories', first])} already`,
    })),
  );
}

interface Problem {
  readonly line: number;
  readonly message: string;
}

function describe(name: string, problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ line, message }) => `line ${line}: ${message}.`);
  const more = problems.length - shown.length;
  return `SERVICE_SYNC ${name}, ${shown.join(' ')}${more > 0 ? ` ${more} more.` : ''}`;
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    // Too many aliases, or one without its anchor.
    return undefined;
  }
}

interface ParsedText {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** The line of the value at `keys`, or of the closest one around it. */
function lineIn({ document, lines }: ParsedText, keys: readonly PropertyKey[]): number {
  for (let depth = keys.length; depth >= 0; depth -= 1) {
    const node = depth === 0 ? document.contents : document.getIn(keys.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function repeatedUrls(urls: readonly string[]) {
  return urls.flatMap((url, again) => {
    const first = urls.indexOf(url);
    return first < again ? [{ first, again }] : [];
  });
}

function toOptions(file: z.output<typeof SyncFile>): SyncOptions {
  return {
    concurrency: file.concurrency ?? SYNC_DEFAULTS.concurrency,
    remotes: file.repositories.map(
      (entry): RemoteOptions => ({
        url: entry.url,
        intervalMs: entry.interval ?? file.interval ?? SYNC_DEFAULTS.intervalMs,
        timeoutMs: entry.timeout ?? file.timeout ?? SYNC_DEFAULTS.timeoutMs,
        maxBytes: entry.maxSize ?? file.maxSize ?? SYNC_DEFAULTS.maxBytes,
        branches: entry.branches ?? file.branches ?? SYNC_DEFAULTS.branches,
        ...(entry.branch !== undefined && { branch: entry.branch }),
      }),
    ),
  };
}
