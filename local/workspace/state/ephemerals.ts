import type { Ephemeral } from '../api/workspace.js';
import type { ChannelRecord } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

const MAX_EPHEMERALS = 5000;

/** Shows a message to one person. Returns its `ts`. */
export function postEphemeral(state: WorkspaceState, draft: Omit<Ephemeral, 'ts'>): string {
  const ephemeral = { ts: state.clock.nextTs(), ...draft };
  state.ephemerals.push(ephemeral);
  if (state.ephemerals.length > MAX_EPHEMERALS) state.ephemerals.splice(0, 500);
  void state.emit({ kind: 'ephemeral-posted', ephemeral });
  return ephemeral.ts;
}

/** A message from Slackbot that only one person sees, such as "the app did not respond". */
export function postSlackbotEphemeral(
  state: WorkspaceState,
  { channel, user }: { readonly channel: ChannelRecord; readonly user: string },
  text: string,
): void {
  postEphemeral(state, {
    channel: channel.id,
    user,
    from: 'USLACKBOT',
    text,
    source: 'slackbot',
  });
}

export function findEphemeral(
  state: WorkspaceState,
  channel: ChannelRecord,
  ts: string | undefined,
): Ephemeral | undefined {
  return state.ephemerals.find((it) => it.ts === ts && it.channel === channel.id);
}

export function replaceEphemeral(
  state: WorkspaceState,
  before: Ephemeral,
  ephemeral: Ephemeral,
): void {
  state.ephemerals = state.ephemerals.map((it) => (it === before ? ephemeral : it));
  void state.emit({ kind: 'ephemeral-changed', ephemeral });
}

export function removeEphemeral(state: WorkspaceState, ephemeral: Ephemeral): void {
  state.ephemerals = state.ephemerals.filter((it) => it !== ephemeral);
  void state.emit({ kind: 'ephemeral-deleted', ephemeral });
}
