import { describe, expect, it } from 'vitest';
import {
  type AcceptEventOptions,
  createAcceptEvent,
  NotPersisted,
} from '../../../src/intake/accept/accept-event.js';
import { createResolveEvent } from '../../../src/intake/accept/resolve-event.js';
import type { IncomingEvent } from '../../../src/intake/parse/result.js';
import type { Intent } from '../../../src/model/intent.js';
import type { MessageOwner } from '../../../src/store/question-messages.js';
import { askIntent } from '../../queue/queues-fixture.js';
import { silentLogger } from '../../support/redis-fixture.js';

/** `acceptEvent` with stores that a test sets; what it did, in order. */
function harness(
  change: {
    ours?: boolean;
    owner?: MessageOwner;
    mutedSince?: number;
    byMention?: boolean;
  } & Partial<Pick<AcceptEventOptions, 'accept' | 'mayAccept'>> = {},
) {
  const did: string[] = [];
  const resolveEvent = createResolveEvent({
    threads: {
      replyPolicy: async ({ threadTs }) => {
        did.push(`look ${threadTs}`);
        const muted = change.mutedSince === undefined ? {} : { mutedSince: change.mutedSince };
        return { ours: change.ours === true, ...muted, byMention: change.byMention === true };
      },
    },
    questions: {
      ownerOf: async ({ ts, user }) => {
        did.push(`find ${ts} ${user}`);
        return change.owner ?? { kind: 'none' };
      },
    },
  });
  const acceptEvent = createAcceptEvent({
    resolveEvent,
    mayAccept: change.mayAccept ?? (async () => true),
    accept: change.accept ?? (async ({ id }) => void did.push(`accept ${id}`)),
    threads: {
      claim: async ({ threadTs }) => did.push(`claim ${threadTs}`) > 0,
      addSideMessage: async (_thread, ts) => void did.push(`aside ${ts}`),
    },
    acceptedQuestions: { add: async (_thread, { id }) => void did.push(`expect ${id}`) },
    channelChanges: { record: async (channel) => void did.push(`change ${channel}`) },
    observe: (what) => void did.push(`count ${what}`),
    logger: silentLogger,
  });
  return { acceptEvent, did };
}

const ask = { ...askIntent('q1'), origin: 'reply' as const };
const reply = (toUs = false): IncomingEvent => ({ kind: 'reply', intent: ask, toBot: toUs });

describe('accepting an event', () => {
  it('stores a question and claims its thread', async () => {
    const { acceptEvent, did } = harness();
    await acceptEvent(askIntent('q1'));
    expect(did).toEqual(['accept q1', 'claim 1.1', 'expect q1', 'count mention']);
  });

  it('stores nothing of somebody who makes too many requests', async () => {
    const asked: string[] = [];
    const mayAccept = async ({ id }: { id: string }) => asked.push(id) === 0;
    const { acceptEvent, did } = harness({ mayAccept });
    await acceptEvent(askIntent('q1'));
    expect({ asked, did }).toEqual({ asked: ['q1'], did: [] });
  });

  it('ignores a reply in another thread', async () => {
    const { acceptEvent, did } = harness();
    await acceptEvent(reply());
    expect(did).toEqual(['look 1.1', 'count ignored']);
  });

  it('stores a reply in a thread of the bot, and one to a message of the bot', async () => {
    const { acceptEvent, did } = harness({ ours: true });
    await acceptEvent(reply());
    expect(did).toContain('accept q1');
    const root = harness();
    await root.acceptEvent(reply(true));
    expect(root.did).toEqual(['look 1.1', 'accept q1', 'claim 1.1', 'expect q1', 'count reply']);
  });

  it('stores only replies with a mention where the channel is set so', async () => {
    const { acceptEvent, did } = harness({ ours: true, byMention: true });
    await acceptEvent(reply(true));
    expect(did).toEqual(['look 1.1', 'aside 1.1', 'count ignored']);
    const mentioned = { ...ask, origin: 'mention' as const };
    await acceptEvent(mentioned);
    expect(did).toContain('accept q1');
    const { place, user, at } = ask;
    const help = { kind: 'help', id: 'h1', place, user, at } as const;
    await acceptEvent({ kind: 'reply', intent: help, toBot: true });
    expect(did).not.toContain('accept h1');
  });

  it('ignores replies in a muted thread, except thread commands', async () => {
    const muted = { ours: true, mutedSince: ask.at - 1 };
    const after = harness(muted);
    await after.acceptEvent(reply(true));
    expect(after.did).toEqual(['look 1.1', 'aside 1.1', 'count ignored']);
    const before = harness({ ours: true, mutedSince: ask.at });
    await before.acceptEvent(reply());
    expect(before.did).toContain('accept q1');
    const word = harness(muted);
    const { id, place, at } = ask;
    const said = {
      kind: 'thread-command',
      id,
      command: 'unmute',
      place,
      messageTs: '1.2',
      user: 'U1',
      at,
    } as const;
    await word.acceptEvent({ kind: 'reply', intent: said, toBot: false });
    expect(word.did).toContain('accept q1');
  });

  it('stores a reaction on a message of an open question as a stop', async () => {
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    const press = { kind: 'stop', id: 'stop-1', place, user: 'U1', at: 90_000 } as const;
    const reaction = { kind: 'reaction', messageTs: '1.1', action: press } as const;
    const kept: unknown[] = [];
    const accept = async (intent: Intent) => void kept.push(intent);
    const ours = harness({ owner: { kind: 'question', id: 'q7' }, accept });
    await ours.acceptEvent(reaction);
    expect(kept).toEqual([{ ...press, questionId: 'q7' }]);
    const other = harness();
    await other.acceptEvent(reaction);
    expect(other.did).toEqual(['find 1.1 U1', 'count ignored']);
  });

  it('stores a reaction on a message that Slack has not confirmed, to look again', async () => {
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    const action = { kind: 'stop', id: 'stop-1', place, user: 'U1', at: 5 } as const;
    const { acceptEvent, did } = harness({ owner: { kind: 'unconfirmed' } });
    await acceptEvent({ kind: 'reaction', messageTs: '1.1', action });
    expect(did).toEqual(['find 1.1 U1', 'accept unconfirmed-stop-1', 'count stop-unconfirmed']);
  });

  it('stores a reaction that overtakes the event of its message, to look again', async () => {
    const place = { workspace: 'T1', channel: 'C1', direct: false };
    const action = { kind: 'stop', id: 'stop-1', place, user: 'U1', at: 3_000 } as const;
    const { acceptEvent, did } = harness({ owner: { kind: 'none' } });
    await acceptEvent({ kind: 'reaction', messageTs: '1.1', action });
    expect(did).toContain('accept unconfirmed-stop-1');
  });

  it('stores nothing that is ignored', async () => {
    const { acceptEvent, did } = harness();
    await acceptEvent({ kind: 'ignored', reason: 'sent by a bot' });
    expect(did).toEqual(['count ignored']);
  });

  it('throws the error of the store', async () => {
    const { acceptEvent } = harness({ accept: () => Promise.reject(new Error('OOM')) });
    await expect(acceptEvent(askIntent())).rejects.toThrow('OOM');
    await expect(harness().acceptEvent(Promise.reject(new Error('who are we?')))).rejects.toThrow(
      'who',
    );
  });

  it('records that channels changed, before the ack', async () => {
    const { acceptEvent, did } = harness();
    await acceptEvent({ kind: 'channels-changed', channels: ['C1', 'C2'] });
    expect(did).toEqual(['change C1', 'change C2', 'count channels-changed']);
  });

  it('gives up before Slack does where the store hangs', async () => {
    const { acceptEvent } = harness({ accept: () => new Promise(() => undefined) });
    await expect(acceptEvent(askIntent())).rejects.toThrow(NotPersisted);
  });
});
