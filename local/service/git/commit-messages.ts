import type { Readable } from 'node:stream';
import type { Git } from './git.js';
import { PLAIN_LOG_OPTIONS } from './output-options.js';
import { pathName } from './path-name.js';

/** The messages of the commits that changed a file, newest first, by its path. */
export type CommitMessages = ReadonlyMap<string, readonly string[]>;

/** A file's older commits add few words to its newer ones, and take time. */
const MAX_COMMITS = 5_000;
const MAX_COMMITS_OF_FILE = 50;
/** What changes many files says little about each: renames, releases, new rules of style. */
const MAX_FILES_OF_COMMIT = 10;
/** In characters: what a message is about comes first. */
const MAX_MESSAGE_LENGTH = 600;
/** Of a path, or of a message before its end is cut off, in bytes. */
const MAX_TOKEN_LENGTH = 16_384;
const DEFAULT_TIME_LIMIT_MS = 5_000;
/** Before each message. */
const MARKER = '\u0001';
/** They say who changed something and where that was discussed, not what it is about. */
const NOISE = /^[A-Za-z]+(?:-[A-Za-z]+)+: .*$|https?:\/\/\S+|#\d+|\b[0-9a-f]{7,64}\b/gm;

interface WantedMessages {
  readonly commit: string;
  /** Only commits that changed one of these files count. */
  readonly paths: Pick<ReadonlySet<string>, 'has'>;
}

/**
 * Reads the messages of the latest commits, newest first, until the time is over. It fails for no
 * history: of a clone that lacks older commits, those that are there count.
 */
export async function readCommitMessages(
  git: Git,
  { commit, paths }: WantedMessages,
  timeLimitMs = DEFAULT_TIME_LIMIT_MS,
): Promise<CommitMessages> {
  const child = git.spawn([
    ...PLAIN_LOG_OPTIONS,
    ...['log', '--no-merges', `--max-count=${MAX_COMMITS}`, '--no-color', '--encoding=UTF-8'],
    ...['--name-only', '--no-renames', '--no-relative', '-z', `--format=%x00%x01%B%x00`, commit],
  ]);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  child.stdin.on('error', () => {});
  child.stdin.end();
  child.stderr.resume();
  const messages = new Map<string, string[]>();
  try {
    for await (const { message, files } of changesIn(child.stdout)) {
      if (files.length > MAX_FILES_OF_COMMIT) continue;
      const text = withoutNoise(message);
      for (const path of files.map(pathName)) {
        if (!paths.has(path)) continue;
        const known = messages.get(path) ?? [];
        if (known.length < MAX_COMMITS_OF_FILE) known.push(text);
        messages.set(path, known);
      }
    }
  } finally {
    clearTimeout(timer);
  }
  return messages;
}

/** A commit's message and the files that it changes, as git printed their bytes; of many files the first. */
interface Change {
  readonly message: string;
  readonly files: string[];
}

/**
 * Git prints, each followed by a NUL: nothing, the marker and the message, nothing, a line break and the
 * first path, the other paths. No path is empty.
 */
async function* changesIn(output: Readable): AsyncGenerator<Change> {
  let change: Change | undefined;
  let previous: string | undefined;
  for await (const token of tokensIn(output)) {
    if (previous === '' && token.startsWith(MARKER)) {
      if (change) yield change;
      change = { message: token.slice(MARKER.length), files: [] };
    } else if (change && token !== '' && change.files.length <= MAX_FILES_OF_COMMIT) {
      change.files.push(previous === '' ? token.replace(/^\n/, '') : token);
    }
    previous = token;
  }
  if (change) yield change;
}

/** What NULs end, as `latin1`. */
async function* tokensIn(output: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const part of output as AsyncIterable<Buffer>) {
    const tokens = (rest + part.toString('latin1')).split('\0');
    rest = (tokens.pop() ?? '').slice(0, MAX_TOKEN_LENGTH);
    yield* tokens;
  }
}

function withoutNoise(latin1: string): string {
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.slice(0, MAX_MESSAGE_LENGTH).replace(NOISE, ' ');
}
