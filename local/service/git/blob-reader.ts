import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type Git, GitError } from './git.js';

/** Reads objects through one `git cat-file --batch` process, started on first use. */
export interface BlobReader {
  /** The object's bytes; rejects with a `GitError` if it does not exist. */
  read(objectId: string): Promise<Buffer>;
}

interface PendingRead {
  readonly objectId: string;
  resolve(content: Buffer): void;
  reject(error: GitError): void;
}

/** Closed together with `git`; pending reads then reject. */
export function openBlobReader(git: Git): BlobReader {
  let child: ChildProcessWithoutNullStreams | undefined;
  const pending: PendingRead[] = [];

  function start(): ChildProcessWithoutNullStreams {
    const started = git.spawn(['cat-file', '--batch']);
    const over = (cause?: Error) => {
      if (child === started) child = undefined;
      const error = new GitError('git cat-file ended', { cause });
      for (const reading of pending.splice(0)) reading.reject(error);
    };
    started.on('error', over).on('close', () => over());
    const parse = createBatchParser((object) => settleRead(pending.shift(), object));
    started.stdout.on('data', parse);
    started.stderr.resume();
    started.stdin.on('error', () => {});
    return started;
  }

  return {
    read(objectId) {
      if (!/^[0-9a-f]{40,64}$/.test(objectId)) {
        return Promise.reject(new GitError(`not an object id: ${objectId}`));
      }
      return new Promise((resolve, reject) => {
        child ??= start();
        pending.push({ objectId, resolve, reject });
        child.stdin.write(`${objectId}\n`);
      });
    },
  };
}

function settleRead(reading: PendingRead | undefined, object: Buffer | undefined): void {
  if (object) reading?.resolve(object);
  else reading?.reject(new GitError(`there is no object ${reading.objectId}`));
}

/**
 * Splits the stream into objects: `<id> <type> <size>\n<bytes>\n`, or `<id> missing\n`, which gives
 * `undefined`. See `git help cat-file`, "Batch output".
 */
export function createBatchParser(
  onObject: (object: Buffer | undefined) => void,
): (part: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let size: number | undefined;

  function take(): boolean {
    if (size === undefined) return takeHeader();
    if (length < size + 1) return false;
    const all = Buffer.concat(parts);
    onObject(all.subarray(0, size));
    keep(all.subarray(size + 1));
    size = undefined;
    return true;
  }
  function takeHeader(): boolean {
    const all = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const end = all?.indexOf(0x0a) ?? -1;
    if (!all || end < 0) return false;
    const [, , bytes] = all.toString('latin1', 0, end).split(' ');
    if (bytes === undefined) onObject(undefined);
    else size = Number(bytes);
    keep(all.subarray(end + 1));
    return true;
  }
  function keep(rest: Buffer): void {
    parts = rest.length > 0 ? [rest] : [];
    length = rest.length;
  }
  return (part) => {
    parts.push(part);
    length += part.length;
    while (length > 0 && take());
  };
}
