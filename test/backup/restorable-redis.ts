import { execFile } from 'node:child_process';
import { cpSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RedisServer, startRedis } from '../../local/demo/redis-server.js';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { eventually } from '../support/eventually.js';
import type { Stack } from '../support/stack.js';

const APPEND_ONLY_FOLDER = 'appendonlydir';

export type RestorableRedis = ReturnType<typeof createRestorableRedis>;

/** The Redis of a stack, which loses everything and is replaced by one that starts from a backup, on the same port. */
export function createRestorableRedis({ redis, store, bots }: Stack) {
  const folders: { remove(): void }[] = [];
  let server: RedisServer = redis;

  const newFolder = () => {
    const folder = makeTemporaryFolder('deepsearch-backup');
    folders.push(folder);
    return folder.path;
  };
  const dataFolder = async () => ((await store.config('GET', 'dir')) as string[])[1] ?? '';

  return {
    /** A copy of a new `dump.rdb`; gives the folder with the copy. */
    async backUpSnapshot(): Promise<string> {
      await store.bgsave();
      await eventually(async () => {
        const info = await store.info('persistence');
        if (!/rdb_bgsave_in_progress:0/.test(info)) throw new Error('BGSAVE is running');
        if (!/rdb_last_bgsave_status:ok/.test(info)) throw new Error('BGSAVE has failed');
      });
      const folder = newFolder();
      cpSync(join(await dataFolder(), 'dump.rdb'), join(folder, 'dump.rdb'));
      return folder;
    },

    /** How long the append-only file is now, bytes. */
    async appendOnlyLength(): Promise<number> {
      return statSync(lastAppendOnlyFile(await dataFolder())).size;
    },

    /** Kills Redis and everything that uses it; gives the folder with a copy of its append-only file. */
    async crash(): Promise<string> {
      const from = await dataFolder();
      await Promise.all(bots.map((bot) => bot.kill()));
      await server.kill();
      const folder = newFolder();
      cpSync(from, folder, { recursive: true });
      return folder;
    },

    /** Starts a new Redis on the data in this folder; by default without any. */
    async startFrom(folder = newFolder(), args: readonly string[] = []): Promise<void> {
      server = await startRedis({ port: redis.port, dir: folder, args });
      await store.ping();
    },

    /** As if minutes had passed since the backup. To be called while no bot runs. */
    async age(): Promise<void> {
      const at = Number(await store.hget('{deepsearch}:worker-seen', 'at'));
      await store.hset('{deepsearch}:worker-seen', 'at', at - 600_000);
    },

    async stop(): Promise<void> {
      await server.stop();
      for (const folder of folders) folder.remove();
    },
  };
}

/** Cuts the append-only file off in the middle of a command, as when a machine loses power. */
export function cutAppendOnlyFile(folder: string, length: number): void {
  truncateSync(lastAppendOnlyFile(folder), length + 7);
}

/** Removes the incomplete command at its end, as an operator does. */
export async function repairAppendOnlyFile(folder: string): Promise<string> {
  const path = lastAppendOnlyFile(folder);
  const script = `check=$(command -v redis-check-aof || command -v valkey-check-aof) && echo y | "$check" --fix "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script, 'repair', path]);
  return stdout;
}

/** Redis 7 and later have a folder with several files, and append to the last; earlier versions have one file. */
function lastAppendOnlyFile(folder: string): string {
  const names = readdirSync(folder);
  if (!names.includes(APPEND_ONLY_FOLDER)) return join(folder, 'appendonly.aof');
  const inside = join(folder, APPEND_ONLY_FOLDER);
  const last = readdirSync(inside)
    .filter((name) => name.endsWith('.incr.aof'))
    .sort()
    .at(-1);
  return join(inside, last ?? '');
}
