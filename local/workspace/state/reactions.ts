import type { Reaction } from './records.js';
import type { World } from './world.js';

/** Adds or takes away somebody's reaction; `changed` is false where there was nothing to do. */
export function reactTo(
  world: World,
  reaction: Reaction,
): { changed: boolean; announced: Promise<void> } {
  const { channel, message, user, name, added } = reaction;
  const others = (message.reactions ?? []).filter((it) => it.name !== name);
  const users = message.reactions?.find((it) => it.name === name)?.users ?? [];
  if (users.includes(user) === added) return { changed: false, announced: Promise.resolve() };
  const now = added ? [...users, user] : users.filter((it) => it !== user);
  const mine = now.length > 0 ? [{ name, users: now, count: now.length }] : [];
  const updated = { ...message, reactions: [...others, ...mine] };
  channel.messages.set(message.ts, updated);
  return {
    changed: true,
    announced: world.announce({ kind: 'reacted', ...reaction, message: updated }),
  };
}
