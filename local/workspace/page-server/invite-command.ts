import type { PersonRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** The workspace's built-in command: adds the app or a person to a channel. */
export const INVITE_COMMAND = { command: '/invite', hint: '@somebody to this channel' } as const;

/** Finds the person by mention, user name or full name: first in this workspace, then elsewhere. */
export function findInvitee(
  state: WorkspaceState,
  { text, teamId }: { readonly text: string; readonly teamId: string },
): PersonRecord | undefined {
  const wanted = text.trim().replace(/^@/, '').toLowerCase();
  const id = /^<@([UW][A-Z0-9]+)/i.exec(wanted)?.[1]?.toUpperCase();
  const isWanted = (person: PersonRecord) =>
    person.id === id || namesOf(state, person).includes(wanted);
  const people = [...state.people.values()];
  return (
    people.find((person) => person.team_id === teamId && isWanted(person)) ?? people.find(isWanted)
  );
}

/** In lower case. The app goes by the name in its manifest as well. */
function namesOf(state: WorkspaceState, { id, name, real_name, team_id }: PersonRecord): string[] {
  const isApp = state.botOf(team_id)?.botUserId === id;
  return [name, real_name, ...(isApp ? [state.app.title] : [])].map((it) => it.toLowerCase());
}
