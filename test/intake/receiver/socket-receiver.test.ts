import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';
import {
  type AcceptEventOptions,
  createAcceptEvent,
} from '../../../src/intake/accept/accept-event.js';
import { createResolveEvent } from '../../../src/intake/accept/resolve-event.js';
import { createIntake, type Intake, type IntakeTransport } from '../../../src/intake/intake.js';
import type { Intent } from '../../../src/model/intent.js';
import { silentLogger } from '../../support/redis-fixture.js';

let workspace: Workspace;
let intake: Intake;
let kept: Intent[];
let accept: AcceptEventOptions['accept'];

beforeEach(async () => {
  workspace = await startWorkspace({ redelivery: { timeoutMs: 4_000, delaysMs: [0, 0, 0] } });
  kept = [];
  accept = async (intent) => void kept.push(intent);
});
afterEach(async () => {
  await intake.stop();
  await workspace.stop();
});

async function start(transport: IntakeTransport): Promise<void> {
  const { app, apiUrl } = workspace;
  const threads = {
    claim: async () => true,
    replyPolicy: async () => ({ ours: false, byMention: false }),
    addSideMessage: async () => undefined,
  };
  intake = createIntake({
    transport,
    apiUrl,
    acceptEvent: createAcceptEvent({
      resolveEvent: createResolveEvent({
        threads,
        questions: { ownerOf: async () => ({ kind: 'none' }) },
      }),
      mayAccept: async () => true,
      accept: (intent) => accept(intent),
      threads,
      acceptedQuestions: { add: async () => undefined },
      channelChanges: { record: async () => undefined },
      observe: () => undefined,
      logger: silentLogger,
    }),
    identify: async () => ({ workspace: app.teamId, botUser: app.botUserId, botId: app.botId }),
    tokenFor: async () => app.botToken,
    seal: (url) => `sealed:${url.length}`,
    renderHelp: () => ({ text: 'how to ask', blocks: [] }),
    openView: () => undefined,
    waitingView: () => ({ type: 'modal', title: { type: 'plain_text', text: 'x' }, blocks: [] }),
    fillView: async () => undefined,
    now: Date.now,
    keepToken: async () => undefined,
    observeAck: () => undefined,
    logger: silentLogger,
  });
  const port = await intake.start();
  if (port !== undefined) {
    workspace.connect({ requestUrl: `http://127.0.0.1:${port}/slack/events` });
  }
}

const overSocket = async () => {
  await start({ kind: 'socket', appToken: workspace.app.appToken });
  await workspace.socket.connected(2);
};
const overHttp = () =>
  start({
    kind: 'http',
    port: 0,
    host: '127.0.0.1',
    signingSecret: workspace.app.signingSecret,
  });

const mention = () =>
  workspace.say({
    as: workspace.people.kim,
    channel: workspace.channels.general,
    text: `<@${workspace.app.botUserId}> why?`,
  });

const ids = () => [...new Set(kept.map(({ id }) => id))];
const attempts = (name: string) => workspace.deliveries.filter((it) => it.name === name);

describe.each([
  ['Socket Mode', overSocket],
  ['HTTP', overHttp],
])('over %s', (_transport, open) => {
  it('an event is acknowledged, and stored under one id even if it arrives twice', async () => {
    await open();
    await mention();
    expect(ids()).toHaveLength(1);
    expect(kept.map(({ kind }) => kind)).toEqual(['ask', 'ask']);
    for (const { status } of workspace.deliveries) expect(status).toBe(200);
  });

  it('an event is acknowledged only after it is stored', async () => {
    await open();
    let release: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      accept = (intent) => {
        kept.push(intent);
        resolve();
        return new Promise((done) => (release = done));
      };
    });
    const { kim } = workspace.people;
    const command = workspace.command({ as: kim, channel: workspace.channels.general, text: 'q' });
    let acked = false;
    const watched = command.then(() => (acked = true));
    await begun;
    await workspace.waitFor(() => true);
    expect(acked).toBe(false);
    release();
    await watched;
    expect((await command).ackStatus).toBe(200);
  });

  it('an event that cannot be stored is not acknowledged, and stored on Slack’s retry', async () => {
    await open();
    let failures = 0;
    accept = async (intent) => {
      if (failures++ < 2) throw new Error('Command timed out');
      kept.push(intent);
    };
    await mention();
    await workspace.waitFor(() => kept.length >= 2, { what: 'both events kept' });
    expect(ids()).toHaveLength(1);
    const again = [...attempts('app_mention'), ...attempts('message')];
    expect(again.some(({ attempt }) => attempt > 1)).toBe(true);
    expect(again.filter(({ attempt }) => attempt === 1).some(({ status }) => status !== 200)).toBe(
      true,
    );
  });

  it('a help command gets an immediate ephemeral response', async () => {
    await open();
    const { kim } = workspace.people;
    const { general } = workspace.channels;
    const { ackStatus } = await workspace.command({ as: kim, channel: general, text: 'help' });
    expect(ackStatus).toBe(200);
    expect(workspace.ephemerals({ user: kim })).toMatchObject([{ text: 'how to ask' }]);
    expect(kept).toEqual([]);
  });

  it('a command’s response_url is stored sealed', async () => {
    await open();
    const { kim } = workspace.people;
    await workspace.command({ as: kim, channel: workspace.channels.general, text: 'why?' });
    expect(kept[0]).toMatchObject({
      origin: 'command',
      sealedResponseUrl: expect.stringMatching(/^sealed:\d+$/),
    });
    expect(JSON.stringify(kept)).not.toContain('http');
  });

  it('messages of bots and between people are acknowledged and not stored', async () => {
    await open();
    const { general } = workspace.channels;
    await workspace.say({ as: workspace.people.kim, channel: general, text: 'lunch?' });
    expect(kept).toEqual([]);
    for (const { status } of workspace.deliveries) expect(status).toBe(200);
  });
});

describe('over Socket Mode', () => {
  it('Socket Mode reconnects and becomes healthy again after Slack disconnects', async () => {
    await overSocket();
    expect(intake.isHealthy()).toBe(true);
    const latest = Math.max(...(intake.connectedSince() ?? []));
    workspace.socket.dropAll();
    const since = () => intake.connectedSince() ?? [];
    await expect.poll(() => since().some((at) => at > latest)).toBe(true);
    await workspace.socket.connected();
    await mention();
    expect(ids()).toHaveLength(1);
    expect(intake.isHealthy()).toBe(true);
  });
});
