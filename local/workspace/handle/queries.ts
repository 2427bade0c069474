import type { MessageChange, Ref, Workspace } from '../api/workspace.js';
import type { WorkspaceCore } from '../core/core.js';
import { idOf } from '../state/directory.js';
import { requireChannel, requirePerson } from '../state/lookup.js';
import { channelHistory, messageObject, parentOf, repliesTo } from '../state/messages.js';
import type { ChannelRecord, StateChange } from '../state/records.js';
import { modalObject, viewObject } from '../state/view-object.js';
import { homeView, modalStack } from '../state/views.js';
import { transcriptOf } from './transcript.js';
import { waitUntil } from './wait-until.js';

const WAIT_MS = 60_000;

type Queries = Pick<
  Workspace,
  | 'messages'
  | 'message'
  | 'watchMessages'
  | 'ephemerals'
  | 'modals'
  | 'home'
  | 'waitFor'
  | 'transcript'
>;

/** Reading and waiting for messages, views and so on. */
export function queries({
  core,
  stopped,
}: {
  readonly core: WorkspaceCore;
  readonly stopped: AbortSignal;
}): Queries {
  const { state, traffic } = core;
  const transcript = () => transcriptOf(state, traffic);
  return {
    messages: ({ channel, threadTs }) =>
      messagesIn(requireChannel(state, channel), threadTs).map((message) =>
        messageObject(requireChannel(state, channel), message, { metadata: true }),
      ),
    message: (ref, ts) => {
      const channel = requireChannel(state, ref);
      const message = channel.messages.get(ts);
      return message && messageObject(channel, message, { metadata: true });
    },
    watchMessages: (listener) => {
      state.onChange((change) => {
        const seen = messageChange(change, state.clock.now());
        if (seen !== undefined) listener(seen);
        return undefined;
      });
    },
    ephemerals: (of = {}) =>
      state.ephemerals.filter((it) => matches(it.user, of.user) && matches(it.channel, of.channel)),
    modals: (of) => modalStack(state, idOf(of)).map((it) => modalObject(state, it)),
    home: (of) => {
      const person = requirePerson(state, of);
      const own = state.botOf(person.team_id) ?? core.seed.install;
      const messageObject = own && homeView(state, own, person.id);
      return messageObject && viewObject(state, messageObject);
    },
    waitFor: (fn, { timeoutMs = WAIT_MS, what = 'the expected value' } = {}) =>
      waitUntil(state, fn, {
        timeoutMs,
        stopped,
        onTimeout: () =>
          new Error(`${what} did not appear within ${timeoutMs} ms\n${transcript()}`),
      }),
    transcript,
  };
}

function messageChange(change: StateChange, at: number): MessageChange | undefined {
  switch (change.kind) {
    case 'message-posted':
    case 'message-changed': {
      const { channel, message } = change;
      const shown = messageObject(channel, message, { metadata: true });
      return { at, channel: channel.id, ts: message.ts, message: shown };
    }
    case 'message-deleted':
      return { at, channel: change.channel.id, ts: change.previous.ts };
    default:
      return undefined;
  }
}

function messagesIn(channel: ChannelRecord, threadTs: string | undefined) {
  if (threadTs === undefined) return channelHistory(channel);
  const parent = parentOf(channel, threadTs);
  return parent ? [parent, ...repliesTo(channel, parent.ts)] : [];
}

function matches(id: string, wanted: Ref | undefined): boolean {
  return wanted === undefined || idOf(wanted) === id;
}
