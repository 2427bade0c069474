import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../../local/service/service.js';
import { TOKEN } from '../../support/stack.js';
import { waits } from '../figures.js';
import type { Storm, Weather } from '../storm.js';

/** What the instance does to us. */
export const SERVICE_STORMS: readonly Storm[] = [
  {
    name: 'service in trouble of every kind',
    says: 'About every second call gets a 429, a 503, no reply, or a body that is broken, cut off or of another kind. Except for the 429, half of these calls have taken effect.',
    short: true,
    strike: (weather) => throughout(weather, [BUSY, ...TROUBLES, ...TROUBLES.map(after)]),
  },
  {
    name: 'service hangs and drips',
    says: 'A tenth of all calls is never answered, and a tenth is answered one byte at a time.',
    strike: (weather) =>
      throughout(weather, [
        { route: '*', kind: 'hang' },
        { route: '*', kind: 'drip', ms: 50 },
      ]),
  },
  {
    name: 'replies of create lost',
    says: 'For half of the new conversations and follow-ups, the call takes effect but its reply is lost. The note gives their number.',
    short: true,
    async strike(weather) {
      const { office, at, note } = weather;
      const handles = (['create', 'follow-up'] as const).map((route) =>
        office.stack.service.faults.add({
          ...{ route, kind: 'lost-reply', where: () => office.chance.oneIn(2) },
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
    office: { stack: { service: { variants: { cancel: 'keeps-processing' } } } },
    wish: () => ({ stop: true, plan: { workMs: 45_000 } }),
    strike: ({ at }) => at(1),
  },
  {
    name: 'conversations deleted',
    says: 'A third of the conversations is deleted on the instance while they are being worked on.',
    strike: deleteConversations,
  },
  {
    name: 'service down',
    says: 'The service accepts no connection for 10 s. The note gives the number of calls in that time.',
    strike: (weather) => goAway(weather, 10_000),
  },
  {
    name: 'service down for ten minutes',
    says: 'The service accepts no connection for 600 s. The note gives the number of calls in that time, how many status messages said that the question waits, and how many questions were answered in the end.',
    strike: (weather) => goAway(weather, 600_000),
    sum: (office) =>
      `${office.witness.waiting()} said that they wait; ${waits(office).length} answered`,
  },
];

/** It says that nothing was done: never after the effect. */
const BUSY: Fault = { route: '*', kind: 'status', status: 429, retryAfter: 1 };

const TROUBLES: readonly Fault[] = [
  { route: '*', kind: 'status', status: 503 },
  { route: '*', kind: 'reset' },
  { route: '*', kind: 'malformed' },
  { route: '*', kind: 'html' },
  { route: '*', kind: 'wrong-shape' },
  { route: '*', kind: 'cut' },
];

function after(fault: Fault): Fault {
  return { ...fault, when: 'after' };
}

/** Each hits by chance, from the first question to the last. */
async function throughout(weather: Weather, faults: readonly Fault[]): Promise<void> {
  const { office, at, note } = weather;
  const where = () => office.chance.oneIn(20);
  const handles = faults.map((fault) => office.stack.service.faults.add({ ...fault, where }));
  await at(1);
  await sleep(1_500);
  for (const handle of handles) handle.remove();
  note(`${handles.reduce((sum, handle) => sum + handle.hits(), 0)} calls hit`);
}

async function goAway({ office, at, note }: Weather, ms: number): Promise<void> {
  await at(0.3);
  const handle = office.stack.service.faults.add({ route: '*', kind: 'reset' });
  await sleep(ms);
  handle.remove();
  note(`called ${handle.hits()} times`);
}

async function deleteConversations({ office, at, note }: Weather): Promise<void> {
  const { service } = office.stack;
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
      if (!office.chance.oneIn(3)) continue;
      const headers = { authorization: `token ${TOKEN}`, 'x-requested-with': 'chaos 1.0' };
      const url = `${service.url}/.api/deepsearch/v1/${id}`;
      const { ok } = await fetch(url, { method: 'DELETE', headers });
      if (ok) deleted += 1;
    }
    await sleep(100);
  }
  note(`${deleted} deleted`);
}
