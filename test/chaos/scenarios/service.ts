import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiFault } from '../../../local/service/service.js';
import { TOKEN } from '../../support/stack.js';
import type { FaultContext, FaultScenario } from '../fault-scenario.js';
import { waitTimes } from '../figures.js';

/** Faults of the service. */
export const SERVICE_SCENARIOS: readonly FaultScenario[] = [
  {
    name: 'service with mixed errors',
    says: 'About every second call gets a 429, a 503, no reply, or a body that is broken, cut off or of another kind. Except for the 429, half of these calls have taken effect.',
    short: true,
    inject: (context) => throughout(context, [BUSY, ...ERRORS, ...ERRORS.map(after)]),
  },
  {
    name: 'service responds slowly',
    says: 'A tenth of all calls is never answered, and a tenth is answered one byte at a time.',
    inject: (context) =>
      throughout(context, [
        { route: '*', kind: 'hang' },
        { route: '*', kind: 'drip', ms: 50 },
      ]),
  },
  {
    name: 'replies of create lost',
    says: 'For half of the new conversations and follow-ups, the call takes effect but its reply is lost. The note gives their number.',
    short: true,
    async inject(context) {
      const { harness, at, note } = context;
      const handles = (['create', 'follow-up'] as const).map((route) =>
        harness.stack.service.faults.add({
          route,
          kind: 'lost-reply',
          where: () => harness.random.oneIn(2),
        }),
      );
      await at(1);
      await sleep(1_000);
      for (const handle of handles) handle.remove();
      note(`${handles.reduce((sum, handle) => sum + handle.hits(), 0)} lost`);
    },
  },
  {
    name: 'cancel ignored',
    says: 'Every question is stopped. The service accepts the cancellation but keeps working, for longer than the bot waits.',
    harness: { stack: { service: { variants: { cancel: 'keeps-processing' } } } },
    question: () => ({ stop: true, plan: { workMs: 45_000 } }),
    inject: ({ at }) => at(1),
  },
  {
    name: 'conversations deleted',
    says: 'A third of the conversations is deleted on the instance while they are being worked on.',
    inject: deleteConversations,
  },
  {
    name: 'service down',
    says: 'The service accepts no connection for 10 s. The note gives the number of calls in that time.',
    inject: (context) => refuseConnections(context, 10_000),
  },
  {
    name: 'service down for ten minutes',
    says: 'The service accepts no connection for 600 s. The note gives the number of calls in that time, how many status messages said that the question waits, and how many questions were answered in the end.',
    inject: (context) => refuseConnections(context, 600_000),
    summarize: (harness) =>
      `${harness.observer.waiting()} said that they wait; ${waitTimes(harness).length} answered`,
  },
];

/** A 429 says that nothing was done, so it never comes after the effect. */
const BUSY: ApiFault = { route: '*', kind: 'status', status: 429, retryAfter: 1 };

const ERRORS: readonly ApiFault[] = [
  { route: '*', kind: 'status', status: 503 },
  { route: '*', kind: 'reset' },
  { route: '*', kind: 'malformed' },
  { route: '*', kind: 'html' },
  { route: '*', kind: 'wrong-shape' },
  { route: '*', kind: 'cut' },
];

function after(fault: ApiFault): ApiFault {
  return { ...fault, when: 'after' };
}

/** Each hits random calls, from the first question to the last. */
async function throughout(context: FaultContext, faults: readonly ApiFault[]): Promise<void> {
  const { harness, at, note } = context;
  const where = () => harness.random.oneIn(20);
  const handles = faults.map((fault) => harness.stack.service.faults.add({ ...fault, where }));
  await at(1);
  await sleep(1_500);
  for (const handle of handles) handle.remove();
  note(`${handles.reduce((sum, handle) => sum + handle.hits(), 0)} calls hit`);
}

async function refuseConnections({ harness, at, note }: FaultContext, ms: number): Promise<void> {
  await at(0.3);
  const handle = harness.stack.service.faults.add({ route: '*', kind: 'reset' });
  await sleep(ms);
  handle.remove();
  note(`called ${handle.hits()} times`);
}

async function deleteConversations({ harness, at, note }: FaultContext): Promise<void> {
  const { service } = harness.stack;
  const seen = new Set<number>();
  let deleted = 0;
  let over = false;
  void at(1).then(() => {
    over = true;
  });
  while (!over) {
    for (const { id, questions } of service.conversations()) {
      if (seen.has(id) || questions.every(({ status }) => status === 'completed')) continue;
      seen.add(id);
      if (!harness.random.oneIn(3)) continue;
      const headers = { authorization: `token ${TOKEN}`, 'x-requested-with': 'chaos 1.0' };
      const url = `${service.url}/.api/deepsearch/v1/${id}`;
      const { ok } = await fetch(url, { method: 'DELETE', headers });
      if (ok) deleted += 1;
    }
    await sleep(100);
  }
  note(`${deleted} deleted`);
}
