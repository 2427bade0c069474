import type { Connection } from './connection.js';
import { KEY_PREFIX, keys } from './keys.js';
import { scanKeys } from './scan.js';
import { createWatchedConversations } from './watched-conversations.js';

export type WorkspaceDataStore = ReturnType<typeof createWorkspaceDataStore>;

/** Everything that is stored for one installation of the app, except the installation itself. */
export function createWorkspaceDataStore({ redis }: { redis: Connection }) {
  async function deleteKeys(workspace: string): Promise<void> {
    for await (const page of scanKeys(redis, `${KEY_PREFIX}:*`)) {
      const own = page.filter((key) => isOf(workspace, key.slice(KEY_PREFIX.length + 1), ':'));
      if (own.length > 0) await redis.unlink(...own);
    }
  }

  async function deleteConversations(workspace: string): Promise<void> {
    const ids = await redis.zrange(keys.conversationsIn(workspace), '0', '-1');
    for (const id of ids) await redis.unlink(keys.conversation(Number(id)));
  }

  /** Of the sorted sets that all workspaces share. */
  async function deleteMembers(workspace: string): Promise<void> {
    for (const key of [keys.open, keys.feedbacks, keys.agentStatuses, keys.reactions]) {
      const members = await redis.zrange(key, '0', '-1');
      const own = members.filter((member) => isOf(workspace, member, ' '));
      if (own.length > 0) await redis.zrem(key, ...own);
    }
  }

  return {
    /** Idempotent. Takes one pass over all keys, so it is only for when the app was uninstalled. */
    async delete(workspace: string): Promise<void> {
      await deleteConversations(workspace);
      await deleteMembers(workspace);
      await createWatchedConversations({ redis }).removeClosed();
      await deleteKeys(workspace);
    },
  };
}

/** Whether a part of the name is the workspace, or the ID of one of its questions. */
function isOf(workspace: string, name: string, separator: string): boolean {
  return name
    .split(separator)
    .some((part) => part === workspace || part.startsWith(`${workspace}-`));
}
