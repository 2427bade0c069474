import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type Git, GitError } from './git.js';

/** Reads objects through one `git cat-file --batch`, started when first needed. */
export interface Blobs {
  /** The object's bytes; rejects with a `GitError` where there is no such object. */
  read(objectId: string): Promise<Buffer>;
}

interface Reading {
  readonly objectId: string;
  resolve(content: Buffer): void;
  reject(error: GitError): void;
}

/** It ends with `git`; what is being read then rejects. */
export function openBlobs(git: Git): Blobs {
  let child: ChildProcessWithoutNullStreams | undefined;
  const readings: Reading[] = [];

  function start(): ChildProcessWithoutNullStreams {
    const started = git.spawn(['cat-file', '--batch']);
    const over = (cause?: Error) => {
      if (child === started) child = undefined;
      const error = new GitError('git cat-file ended', { cause });
      for (const reading of readings.splice(0)) reading.reject(error);
    };
    started.on('error', over).on('close', () => over());
    const parse = createParser((object) => settle(readings.shift(), object));
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
        readings.push({ objectId, resolve, reject });
        child.stdin.write(`${objectId}\n`);
      });
    },
  };
}

function settle(reading: Reading | undefined, object: Buffer | undefined): void {
  if (object) reading?.resolve(object);
  else reading?.reject(new GitError(`there is no object ${reading.objectId}`));
}

/**
 * Cuts the stream into objects: `<id> <type> <size>\n<bytes>\n`, or `<id> missing\n`, which gives
 * `undefined`. See `git help cat-file`, "Batch output".
 */
export function createParser(found: (object: Buffer | undefined) => void): (part: Buffer) => void {
  let parts: Buffer[] = [];
  let have = 0;
  let size: number | undefined;

  function take(): boolean {
    if (size === undefined) return takeHeader();
    if (have < size + 1) return false;
    const all = Buffer.concat(parts);
    found(all.subarray(0, size));
    keep(all.subarray(size + 1));
    size = undefined;
    return true;
  }
  function takeHeader(): boolean {
    const all = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const end = all?.indexOf(0x0a) ?? -1;
    if (!all || end < 0) return false;
    const [, , bytes] = all.toString('latin1', 0, end).split(' ');
    if (bytes === undefined) found(undefined);
    else size = Number(bytes);
    keep(all.subarray(end + 1));
    return true;
  }
  function keep(rest: Buffer): void {
    parts = rest.length > 0 ? [rest] : [];
    have = rest.length;
  }
  return (part) => {
    parts.push(part);
    have += part.length;
    while (have > 0 && take());
  };
}
