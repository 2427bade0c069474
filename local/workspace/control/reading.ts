import type { Engine } from '../engine.js';
import { shownModal, shownView } from '../interact/view.js';
import { idOf } from '../state/directory.js';
import { channelOf, personOf } from '../state/found.js';
import type { ChannelRecord } from '../state/records.js';
import { repliesOf, rootOf, rootsOf, view } from '../state/timeline.js';
import { homeOf, stackOf } from '../state/views.js';
import { transcriptOf } from '../transcript.js';
import { waitUntil } from '../waiting.js';
import type { Ref, Workspace } from '../workspace-api.js';

const WAIT_MS = 60_000;

type Reading = Pick<
  Workspace,
  'messages' | 'message' | 'ephemerals' | 'modals' | 'home' | 'waitFor' | 'transcript'
>;

/** What there is to see, and to wait for. */
export function reading({
  engine,
  stopped,
}: {
  readonly engine: Engine;
  readonly stopped: AbortSignal;
}): Reading {
  const { world, book } = engine;
  const transcript = () => transcriptOf(world, book);
  return {
    messages: ({ channel, threadTs }) =>
      listed(channelOf(world, channel), threadTs).map((message) =>
        view(channelOf(world, channel), message, { metadata: true }),
      ),
    message: (ref, ts) => {
      const channel = channelOf(world, ref);
      const message = channel.messages.get(ts);
      return message && view(channel, message, { metadata: true });
    },
    ephemerals: (of = {}) =>
      world.ephemerals.filter((it) => matches(it.user, of.user) && matches(it.channel, of.channel)),
    modals: (of) => stackOf(world, idOf(of)).map((it) => shownModal(world, it)),
    home: (of) => {
      const person = personOf(world, of);
      const own = world.botOf(person.team_id) ?? engine.seeded.install;
      const view = homeOf(world, own, person.id);
      return view && shownView(world, view);
    },
    waitFor: (fn, { timeoutMs = WAIT_MS, what = 'what was waited for' } = {}) =>
      waitUntil(world, fn, {
        timeoutMs,
        stopped,
        onTimeout: () => new Error(`${what} did not come within ${timeoutMs} ms\n${transcript()}`),
      }),
    transcript,
  };
}

function listed(channel: ChannelRecord, threadTs: string | undefined) {
  if (threadTs === undefined) return rootsOf(channel);
  const root = rootOf(channel, threadTs);
  return root ? [root, ...repliesOf(channel, root.ts)] : [];
}

function matches(id: string, wanted: Ref | undefined): boolean {
  return wanted === undefined || idOf(wanted) === id;
}
