import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { EngineAnswer } from '../../local/service/service.js';
import { runCli } from '../cli/run-cli.js';
import { asksOf, connect, newToken, promptFor, USERS } from '../flow/account/linked-fixture.js';
import { auditTrail } from '../support/audit-trail.js';
import { setInChannel } from '../support/channel-settings.js';
import { eventually } from '../support/eventually.js';
import { runCommand } from '../support/run-command.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  newScenario,
  onlyOutcome,
  type Scenario,
  SUGGESTION_BUTTON,
  type Thread,
  VOTE_BUTTON,
} from '../support/scenario.js';
import { KEY, type PendingQuestion, type Stack } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import {
  createRestorableRedis,
  cutAppendOnlyFile,
  type RestorableRedis,
  repairAppendOnlyFile,
} from './restorable-redis.js';

const ROLES = ['bot', 'worker'] as const;

let restorable: RestorableRedis | undefined;

const it = stackTest((onCleanup) => {
  onCleanup(() => restorable?.stop());
  return {
    service: { users: USERS },
    workspace: { limits: 'off' },
    env: { ACCESS_MODE: 'both' },
    roles: ROLES,
  };
}).extend('redis', { scope: 'file' }, async ({ stack }) => {
  restorable = createRestorableRedis(stack);
  return restorable;
});

/** A link that Slack would open if it came in an update: the answer is a message of its own. */
const IN_A_NEW_MESSAGE: Partial<EngineAnswer> = {
  answer: 'It is decided in `backoff()`: see https://example.com/backoff for the numbers.',
};

interface Open {
  readonly thread: Thread;
  readonly work: PendingQuestion;
}

async function startBots(stack: Stack, env: Record<string, string> = {}): Promise<void> {
  for (const role of ROLES) await stack.startBot(role, env);
}

async function askAndShow(scenario: Scenario): Promise<Open> {
  const open = await scenario.asked(scenario.text());
  await open.thread.status();
  return open;
}

/** Its thread has one outcome, and the service was asked once. */
async function endsOnce(stack: Stack, { thread, work }: Open): Promise<void> {
  await thread.message('backoff()');
  onlyOutcome(await thread.ended());
  expect(askedQuestions(stack, work.question)).toHaveLength(1);
}

async function verifyAudit({ env }: Stack): Promise<number> {
  const { out, code } = await runCli(['audit', 'verify', '--json'], { env });
  expect(code, out).toBe(0);
  return (JSON.parse(out) as { entries: number }).entries;
}

const NOT_STORED = 'That question is no longer stored. Ask it again.';

describe('from a snapshot', () => {
  it('open questions end once, settings and accounts apply, and the audit trail goes on', async ({
    stack,
    redis,
  }) => {
    const [first, second, person] = [newScenario(stack), newScenario(stack), newScenario(stack)];
    const token = newToken();
    await connect(person, token);
    await setInChannel(first, { language: 'Deutsch' });
    await first.answered(first.text());
    const open = await askAndShow(first);
    const answeredSince = await askAndShow(first);
    const answeredMeanwhile = await askAndShow(second);
    const follow = second.text();
    await answeredMeanwhile.thread.reply(second.asker, follow);
    await answeredMeanwhile.thread.message('Next in line');
    const audited = await auditTrail(stack);

    const backup = await redis.backUpSnapshot();
    answeredSince.work.answer(IN_A_NEW_MESSAGE);
    await answeredSince.thread.ended();
    const lost = await askAndShow(second);
    await redis.crash();
    answeredMeanwhile.work.answer({ answer: 'First.' });
    await redis.startFrom(backup);
    await stack.store.config('SET', 'appendonly', 'yes');
    await redis.age();
    expect(await verifyAudit(stack)).toBe(audited.length);
    await startBots(stack);

    open.work.answer();
    await endsOnce(stack, open);
    await endsOnce(stack, answeredSince);
    (await stack.engine.next(follow)).answer({ answer: 'Second.' });
    await answeredMeanwhile.thread.message('Second.');
    const said = (await answeredMeanwhile.thread.ended(2)).join('\n');
    expect(said.match(/First\.|Second\./g)).toEqual(['First.', 'Second.']);

    const { thread, work } = await first.asked(first.text());
    expect(work.context.added).toContain('Deutsch');
    work.answer();
    await thread.ended();
    const own = person.text();
    await person.answered(own);
    expect((await asksOf(stack, token)).flat().join('\n')).toContain(own);
    await eventually(async () => {
      expect(await verifyAudit(stack)).toBeGreaterThan(audited.length);
    });

    // What was asked after the backup is lost.
    await lost.thread.press(second.asker, CANCEL_BUTTON);
    await expect.poll(() => second.notes()).toEqual([NOT_STORED]);
    expect(stack.outcomes.overlaps()).toEqual([]);
  });
});

describe('from an append-only file', () => {
  it('open questions end once although the last writes are lost', async ({ stack, redis }) => {
    const scenario = newScenario(stack);
    await stack.store.config('SET', 'appendonly', 'yes');
    const open = await askAndShow(scenario);
    const answered = await askAndShow(scenario);
    const length = await redis.appendOnlyLength();
    answered.work.answer(IN_A_NEW_MESSAGE);
    await answered.thread.ended();
    const folder = await redis.crash();
    cutAppendOnlyFile(folder, length);
    const strictly = ['--appendonly', 'yes', '--aof-load-truncated', 'no'];
    await expect(redis.startFrom(folder, strictly)).rejects.toThrow('Unexpected end of file');
    expect(await repairAppendOnlyFile(folder)).toContain('Successfully truncated');
    await redis.startFrom(folder, strictly);
    await redis.age();
    await startBots(stack);
    open.work.answer();
    await endsOnce(stack, open);
    await endsOnce(stack, answered);
    await verifyAudit(stack);
  });
});

const NEW_KEY = randomBytes(32).toString('base64');

describe('with another encryption key than at the time of the backup', () => {
  it.afterEach(async ({ stack }) => {
    await stack.crash();
    await startBots(stack);
  });

  async function connectedBackup(stack: Stack, redis: RestorableRedis) {
    const person = newScenario(stack);
    const token = newToken();
    await connect(person, token);
    return { person, token, backup: await redis.backUpSnapshot() };
  }

  it('accounts stay connected while the old key is still listed, also once it is removed again', async ({
    stack,
    redis,
  }) => {
    const { person, token, backup } = await connectedBackup(stack, redis);
    await redis.crash();
    await redis.startFrom(backup, ['--appendonly', 'no']);
    await startBots(stack, { ENCRYPTION_KEY: `${NEW_KEY},${KEY}` });
    await expect
      .poll(() => stack.bots.at(-1)?.log.map(({ msg }) => msg))
      .toContain('secrets encrypted with the current key');
    await stack.crash();
    await startBots(stack, { ENCRYPTION_KEY: NEW_KEY });
    const text = person.text();
    await person.answered(text);
    expect((await asksOf(stack, token)).flat().join('\n')).toContain(text);
  });

  it('people connect again if the old key is gone, and nothing else is lost', async ({
    stack,
    redis,
  }) => {
    const open = await askAndShow(newScenario(stack));
    const { person, token, backup } = await connectedBackup(stack, redis);
    await redis.crash();
    await redis.startFrom(backup, ['--appendonly', 'no']);
    const linked = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), ACCESS_MODE: 'linked' };
    await startBots(stack, linked);
    open.work.answer();
    await endsOnce(stack, open);
    const text = person.text();
    await person.mention(text);
    await promptFor(stack, person.asker, text);
    await connect(person, token);
    (await stack.engine.next(text)).answer();
    await expect.poll(async () => (await asksOf(stack, token)).flat().join('\n')).toContain(text);
    const env = { ...stack.env, ...linked };
    expect((await runCli(['doctor'], { env })).out).toContain(
      'connected accounts and previews cannot be decrypted',
    );
  });
});

describe('without a backup', () => {
  it('an empty Redis: people are told what is not stored any more, and can ask again', async ({
    stack,
    redis,
  }) => {
    const scenario = newScenario(stack);
    const { asker, channel } = scenario;
    const answered = await scenario.answered(scenario.text());
    const open = await askAndShow(scenario);
    await redis.crash();
    await redis.startFrom();
    await startBots(stack);
    open.work.answer();

    await open.thread.press(asker, CANCEL_BUTTON);
    await expect.poll(() => scenario.notes()).toEqual([NOT_STORED]);
    await answered.press(asker, `${VOTE_BUTTON}.up`);
    await expect.poll(() => scenario.notes()).toEqual([NOT_STORED, NOT_STORED]);
    const listed = await runCommand(stack, { as: asker, channel }, 'list');
    expect(listed.read()).toContain('You have not asked anything yet');

    // A reply counts only with a mention, since nobody knows any more whose thread it is.
    await open.thread.reply(asker, 'is somebody there?');
    await open.thread.reply(asker, `${scenario.bot} once more`);
    const again = await stack.engine.next('once more');
    expect(again.context.added).toContain('is somebody there?');
    again.answer({ answer: 'Here it is.' });
    await open.thread.message('Here it is.');
    expect(open.thread.said().join()).not.toContain('backoff()');
    expect(askedQuestions(stack, 'is somebody there?')).toEqual([]);

    await answered.press(asker, SUGGESTION_BUTTON);
    (await stack.engine.next('How long does it wait at most?')).answer({ answer: 'A minute.' });
    await answered.message('A minute.');
  });
});
