import { expect, it } from 'vitest';
import { createDisconnect } from '../../src/account/disconnect.js';
import { createErase, type EraseOptions } from '../../src/erasure/erase.js';
import type { ForgetRequest } from '../../src/model/forget.js';
import { createAccountStore } from '../../src/store/accounts.js';
import { createErasureStore } from '../../src/store/erasures.js';
import { createFeedbackStore } from '../../src/store/feedback.js';
import { createPersonDataStore } from '../../src/store/person-data.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();

const ADA = { workspace: 'T1', user: 'U0ADA' };
const REQUEST: ForgetRequest = {
  kind: 'forget',
  id: 'f1',
  place: { workspace: 'T1', channel: 'D1', direct: true },
  user: ADA.user,
  at: 1_800_000_000_000,
  confirmed: true,
};

const accounts = createAccountStore({
  redis,
  seal: (text) => text,
  open: (text) => text,
  unreadable: () => undefined,
});
const feedback = createFeedbackStore({ redis, retentionMs: 3600_000 });
const stores = { redis };

class Killed extends Error {}

/** Ends the process at its n-th command to a store: that takes effect or not, and nobody hears of it. */
function killer(call: number, takesEffect: boolean) {
  let calls = 0;
  return <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]): Promise<unknown> => {
          calls += 1;
          if (calls > call || (calls === call && !takesEffect)) throw new Killed();
          const result = await method(...args);
          if (calls === call) throw new Killed();
          return result;
        };
      },
    });
}

/** A process that deletes Ada's data; gives the receipts that it sent. */
async function run(killed: ReturnType<typeof killer>): Promise<string[]> {
  const receipts: string[] = [];
  const audit = async () => undefined;
  const revoke = async () => false;
  const options: EraseOptions = {
    erasures: killed(createErasureStore(stores)),
    personData: killed(createPersonDataStore(stores)),
    disconnect: createDisconnect({
      accounts: killed(accounts),
      revoke,
      audit,
      logger: silentLogger,
    }),
    eraseQuestions: async () => undefined,
    eraseConversations: async () => undefined,
    eraseMessages: { inDirectMessage: async () => ({}) },
    messages: { openDirect: async () => 'D1' },
    postOnce: async (_place, { message }) => {
      receipts.push(message.text);
      return '1.1';
    },
    postEphemeral: async () => undefined,
    audit,
    auditDays: 365,
    now: () => REQUEST.at,
    logger: silentLogger,
  };
  await createErase(options)(REQUEST, ADA, AbortSignal.timeout(10_000)).catch((error: unknown) =>
    expect(error).toBeInstanceOf(Killed),
  );
  return receipts;
}

const steps = Array.from({ length: 14 }, (_, i) => i + 1);
it.for(steps.flatMap((step) => [[step, true] as const, [step, false] as const]))(
  'a receipt names everything, also if the process is killed at command %i (it took effect: %s)',
  async ([step, takesEffect]) => {
    const token = { scheme: 'token', value: 't' } as const;
    await accounts.save(ADA, { v: 1, token, connectedAt: 1 });
    await feedback.save({ question: 'T1-C1-1', user: ADA.user, vote: 'up', at: 1 });
    await feedback.save({ question: 'T1-C1-2', user: ADA.user, vote: 'down', at: 2 });
    const receipts = [...(await run(killer(step, takesEffect))), ...(await run((store) => store))];
    expect(receipts[0]).toContain('• 2 votes');
    expect(receipts[0]).toContain('the connected account');
    expect(await accounts.has(ADA)).toBe(false);
    expect(await redis.keys('*feedback*')).toEqual([]);
  },
);

it('a message that Slack refuses to delete counts once, also if it is found twice', async () => {
  const erasures = createErasureStore(stores);
  await erasures.note(ADA, { what: 'found', ids: ['D1-1.1', 'D1-2.2', 'D1-3.3'] });
  const codes = { 'D1-1.1': 'cant_delete_message' };
  await erasures.note(ADA, { what: 'kept', of: 'T1-C1-1', codes });
  await erasures.note(ADA, { what: 'kept', of: 'direct', codes });
  const { messages } = await erasures.read(ADA);
  expect(messages).toEqual({ deleted: 2, kept: ['cant_delete_message'] });
});
