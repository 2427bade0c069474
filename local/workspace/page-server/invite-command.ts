import type { PersonRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** The workspace's built-in command: adds the app or a person to a channel. */
export const INVITE_COMMAND = { command: '/invite', hint: '@somebody to this channel' } as const;

/** Finds the person by mention, user name or full name. */
export function findInvitee(state: WorkspaceState, text: string): PersonRecord | undefined {
  const wanted = text.trim().replace(/^@/, '').toLowerCase();
  const id = /^<@([UW][A-Z0-9]+)/i.exec(wanted)?.[1]?.toUpperCase();
  return [...state.people.values()].find(
    (person) => person.id === id || [person.name, person.real_name.toLowerCase()].includes(wanted),
  );
}
