import { z } from 'zod';
import { eventually } from './eventually.js';
import type { Stack } from './stack.js';

/** As far as tests look at it: they check the whole against the schema elsewhere. */
const Entry = z.looseObject({
  sequence: z.number(),
  action: z.string(),
  user: z.string().optional(),
  outcome: z.string().optional(),
});
export type TrailEntry = z.infer<typeof Entry>;

/** The audit trail, once everything that was recorded is sealed. */
export async function auditTrail({ store }: Stack): Promise<TrailEntry[]> {
  await eventually(async () => {
    if ((await store.xlen('{deepsearch}:audit-inbox')) > 0) throw new Error('entries wait');
  });
  const raw = await store.xrange('{deepsearch}:audit-trail', '-', '+');
  return raw.map(([, [, line = '']]) => Entry.parse(JSON.parse(line)));
}

/** What somebody did, oldest first: each action with its outcome. */
export async function auditedOf(stack: Stack, user: string): Promise<string[]> {
  return (await auditTrail(stack))
    .filter((entry) => entry.user === user)
    .map(({ action, outcome }) => (outcome === undefined ? action : `${action} ${outcome}`));
}
