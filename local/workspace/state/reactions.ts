import type { Reaction } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

/** Adds or removes a person's reaction; `changed` is false if there was nothing to do. */
export function setReaction(
  state: WorkspaceState,
  reaction: Reaction,
): { changed: boolean; emitted: Promise<void> } {
  const { channel, message, user, name, added } = reaction;
  const others = (message.reactions ?? []).filter((it) => it.name !== name);
  const before = message.reactions?.find((it) => it.name === name)?.users ?? [];
  if (before.includes(user) === added) return { changed: false, emitted: Promise.resolve() };
  const users = added ? [...before, user] : before.filter((it) => it !== user);
  const updatedReaction = users.length > 0 ? [{ name, users, count: users.length }] : [];
  const updated = { ...message, reactions: [...others, ...updatedReaction] };
  channel.messages.set(message.ts, updated);
  return {
    changed: true,
    emitted: state.emit({ kind: 'reaction-changed', ...reaction, message: updated }),
  };
}
