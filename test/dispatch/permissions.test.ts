import { describe, expect, it } from 'vitest';
import { createDispatch, type Handlers } from '../../src/dispatch/dispatch.js';
import { createPermissions } from '../../src/dispatch/permissions.js';
import type { NonAskIntent } from '../../src/model/intent.js';
import type { DenialReason, PermissionVerdict } from '../../src/model/verdict.js';
import type { PermissionQuery } from '../../src/policy/may-ask.js';
import * as notes from '../../src/render/texts/notes.js';
import { SlackRefused } from '../../src/slack/errors.js';

const place = { workspace: 'T1', channel: 'C1', direct: false };
const by = { id: 'i1', place, user: 'U1', at: 1 };
const STOP: NonAskIntent = { ...by, kind: 'stop', questionId: 'q1', messageTs: '1.1' };
const LIST: NonAskIntent = {
  ...by,
  kind: 'conversation-request',
  command: { kind: 'usage' },
  clicked: true,
  sealedResponseUrl: 'sealed',
};
const SHARE_CODE: NonAskIntent = {
  ...by,
  kind: 'code',
  command: { kind: 'stored-page', key: 'n1' },
  clicked: true,
  share: true,
};
const VOTE: NonAskIntent = { ...by, kind: 'vote', questionId: 'q1', vote: 'up' };
const LINKS: NonAskIntent = {
  ...by,
  kind: 'links-shared',
  messageTs: '1.1',
  externallyShared: true,
  sealedLinks: [],
};
const DRAFT: NonAskIntent = {
  kind: 'links-drafted',
  id: 'd1',
  workspace: 'T1',
  user: 'U1',
  unfurlId: 'U1-0abc',
  sealedLinks: [],
};
const DOCTOR: NonAskIntent = { ...by, kind: 'doctor' };
const EDITED: NonAskIntent = { ...by, kind: 'ask-edited', questionId: 'q1', text: 'why?' };
const CHANGED: NonAskIntent = { ...by, kind: 'message-changed', messageTs: '1.1', text: 'why?' };
const REPLY: NonAskIntent = { ...by, kind: 'thread-command', command: 'stop', messageTs: '1.1' };
const SETTINGS_VIEW: NonAskIntent = {
  ...by,
  kind: 'view-request',
  modal: { kind: 'settings' },
  workspace: 'T1',
};
const SETTINGS: NonAskIntent = {
  ...by,
  kind: 'settings',
  settings: { who: 'everyone', people: [], replies: 'mention', answers: 'thread' },
};
const WORKSPACE_SETTINGS: NonAskIntent = { ...SETTINGS, level: 'workspace' };
const HOME: NonAskIntent = { kind: 'home', id: 'h1', workspace: 'T1', user: 'U1', at: 1 };
const DELETED: NonAskIntent = { ...by, kind: 'message-deleted', messageTs: '1.1' };
const ARRIVAL: NonAskIntent = { ...by, kind: 'messages-tab-opened' };

const YES: PermissionVerdict = { ok: true, here: true };
const READERS_UNKNOWN: PermissionVerdict = { ok: true, here: false };
const no = (why: DenialReason, tell = true): PermissionVerdict => ({ ok: false, why, tell });

/** Dispatches an intent under a verdict; gives what came of it. */
async function dispatched(intent: NonAskIntent, verdict: PermissionVerdict | Error) {
  const seen = {
    handled: [] as string[],
    asked: [] as PermissionQuery[],
    notes: [] as { text: string; replaces?: boolean; messageTs?: string }[],
    refusedViews: [] as string[],
  };
  const handle = async ({ kind }: { kind: string }) => void seen.handled.push(kind);
  const maySet = async () => {
    if (verdict instanceof Error) throw verdict;
    return verdict.ok;
  };
  const permissions = createPermissions({
    policy: {
      mayAsk: async (asking) => {
        seen.asked.push(asking);
        if (verdict instanceof Error) throw verdict;
        return verdict;
      },
      maySet,
      maySetWorkspace: maySet,
    },
    postEphemeral: async ({ replaces, messageTs }, note) => {
      const text = typeof note === 'string' ? note : note.text;
      const where = messageTs === undefined ? {} : { messageTs };
      seen.notes.push({ text, ...where, ...(replaces === undefined ? {} : { replaces }) });
    },
    voteTarget: async ({ user, place: at }) => ({ user, place: at, replaces: true }),
    refuseView: async ({ id }) => void seen.refusedViews.push(id),
  });
  const handlers = new Proxy({} as Handlers, { get: () => handle });
  const limitLookUps = (_intent: NonAskIntent, lookUp: () => Promise<void>) => lookUp();
  await createDispatch({ permissions, handlers, limitLookUps })(
    intent,
    new AbortController().signal,
  );
  return seen;
}

describe('an intent', () => {
  it.each([
    STOP,
    LIST,
    SHARE_CODE,
    VOTE,
    LINKS,
    DRAFT,
    DOCTOR,
    EDITED,
    SETTINGS_VIEW,
    SETTINGS,
    WORKSPACE_SETTINGS,
    ARRIVAL,
  ])('an intent of kind $kind is handled if it is permitted', async (intent) => {
    expect(await dispatched(intent, YES)).toMatchObject({ handled: [intent.kind], notes: [] });
  });

  it('an intent is checked for its own user and place', async () => {
    expect((await dispatched(STOP, YES)).asked).toEqual([{ user: 'U1', place }]);
  });

  it('an intent without a channel is checked for its user only', async () => {
    const own = { workspace: 'T1', channel: 'U1', direct: true };
    expect((await dispatched(DRAFT, YES)).asked).toEqual([{ user: 'U1', place: own }]);
  });

  it('an intent from a shared channel is checked as one', async () => {
    expect((await dispatched(LINKS, YES)).asked).toEqual([
      { user: 'U1', place, externallyShared: true },
    ]);
  });

  it.each([HOME, DELETED])('an intent of kind $kind is checked by its handler', async (intent) => {
    const { asked, handled } = await dispatched(intent, no('outsider', false));
    expect({ asked, handled }).toEqual({ asked: [], handled: [intent.kind] });
  });
});

describe('a refused intent', () => {
  const refused: [NonAskIntent, object][] = [
    [STOP, { text: notes.mayNotStop }],
    [VOTE, { text: notes.mayNotVote, replaces: true }],
    [LIST, { text: notes.denied('guest'), replaces: true }],
    [SHARE_CODE, { text: notes.denied('guest') }],
    [DOCTOR, { text: notes.adminsOnly }],
    [EDITED, { text: notes.mayNotCommand, replaces: true }],
  ];
  it.each(refused)(
    'a refused intent is not handled, and its user is told: %o',
    async (intent, note) => {
      const { handled, notes: told } = await dispatched(intent, no('guest'));
      expect(handled).toEqual([]);
      expect(told).toEqual([note]);
    },
  );

  it.each([STOP, LIST, SHARE_CODE, VOTE, DOCTOR, ARRIVAL, LINKS, DRAFT])(
    'a refused intent of kind $kind by an outsider is ignored silently',
    async (intent) => {
      const { handled, notes: told } = await dispatched(intent, no('outsider', false));
      expect({ handled, told }).toEqual({ handled: [], told: [] });
    },
  );

  it.each([EDITED, SETTINGS, WORKSPACE_SETTINGS])(
    'a refused intent of kind $kind tells everyone',
    async (intent) => {
      const { handled, notes: told } = await dispatched(intent, no('outsider', false));
      expect(handled).toEqual([]);
      expect(told).toHaveLength(1);
    },
  );

  it('a refused intent shows in its view that it is refused', async () => {
    const { handled, refusedViews } = await dispatched(SETTINGS_VIEW, no('outsider', false));
    expect({ handled, refusedViews }).toEqual({ handled: [], refusedViews: ['i1'] });
  });
});

describe('while Slack refuses our token', () => {
  const refusal = new SlackRefused('users.info', 'token_revoked');

  it.each([STOP, REPLY, CHANGED, EDITED, SETTINGS])(
    'an intent of kind $kind waits',
    async (intent) => {
      await expect(dispatched(intent, refusal)).rejects.toBe(refusal);
    },
  );

  it.each([LIST, SHARE_CODE, VOTE, DOCTOR])(
    'an intent of kind $kind is refused, in words that do not blame the user',
    async (intent) => {
      const { handled, notes: told } = await dispatched(intent, refusal);
      expect(handled).toEqual([]);
      expect(told).toMatchObject([{ text: notes.unverified }]);
    },
  );

  it.each([LINKS, DRAFT, ARRIVAL])(
    'an intent of kind $kind is dropped, since nobody waits for it',
    async (intent) => {
      expect(await dispatched(intent, refusal)).toMatchObject({ handled: [], notes: [] });
    },
  );
});

describe('some refusals do not count', () => {
  it.each([
    [DOCTOR, 'shared-channel'],
    [DOCTOR, 'not-listed'],
    [SETTINGS_VIEW, 'not-listed'],
  ] as const)('permits %o despite %s', async (intent, why) => {
    expect((await dispatched(intent, no(why))).handled).toEqual([intent.kind]);
  });
});

describe('where Slack does not say who reads along', () => {
  it('code is not shared if the channel’s readers are unknown, and the user is told', async () => {
    const { handled, notes: told } = await dispatched(SHARE_CODE, READERS_UNKNOWN);
    expect(handled).toEqual([]);
    expect(told).toMatchObject([
      { text: expect.stringContaining('does not tell me who can read') },
    ]);
  });

  it('links get no preview if the channel’s readers are unknown', async () => {
    expect(await dispatched(LINKS, READERS_UNKNOWN)).toMatchObject({ handled: [], notes: [] });
  });

  it('other intents are handled if the channel’s readers are unknown', async () => {
    expect((await dispatched(LIST, READERS_UNKNOWN)).handled).toEqual([LIST.kind]);
  });
});
