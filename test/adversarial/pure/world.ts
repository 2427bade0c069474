import type { AccountKind } from '../../../src/model/access.js';
import type { ConversationRecord } from '../../../src/model/conversation-record.js';
import type { Question } from '../../../src/model/question.js';
import { type ChannelSettings, DEFAULT_SETTINGS } from '../../../src/model/settings.js';
import { createPolicy, type PolicyOptions } from '../../../src/policy/policy.js';
import type { BotIdentity, Channel, SlackUser } from '../../../src/slack/directory.js';
import { SlackRefused } from '../../../src/slack/errors.js';
import { silentLogger } from '../../support/redis-fixture.js';
import { type Cell, isAnsweredPrivately, isInside, isOrganizationAdmin } from '../cells.js';
import type { Names } from '../requests.js';

export const WORKSPACE = 'E0ORG';
export const BOT = 'U0BOT';
const PERSON = 'U0PERSON';
/** Who asked what is not the person's own. */
const ASKER = 'U0ASKER';
const OWN_DIRECT = 'D0OWN';
const OTHER_DIRECT = 'D0OTHER';
const CHANNEL = 'C0PLACE';
const ELSEWHERE = 'C0ELSEWHERE';
const US: BotIdentity = { workspace: WORKSPACE, enterprise: WORKSPACE, botUser: BOT, botId: 'B0' };

/** What a cell is about, as Slack and the store would tell it. */
export function worldOf(cell: Cell, account: AccountKind) {
  const place = placeOf(cell);
  const channel = isAnsweredPrivately(cell) ? directOfAsker(cell) : targetPlace(cell, place);
  const threadTs = '1700000000.000100';
  const questionId = `${WORKSPACE}-${channel}-${threadTs}`;
  const asker = cell.whose === 'own' ? PERSON : ASKER;
  const direct = channel.startsWith('D');
  const names: Names = {
    asker,
    source: { team: null, enterprise: { id: WORKSPACE }, is_enterprise_install: true },
    person: { id: PERSON, team_id: teamOf(cell) },
    place,
    elsewhere: ELSEWHERE,
    text: 'what is asked now?',
    token: 'sgp_token',
    budget: 1,
    viewId: 'V0VIEW',
    target: { channel, threadTs, messageTs: '1700000005.000100', questionId, conversationId: 12 },
  };
  const question: Question = {
    v: 1,
    id: questionId,
    revision: 1,
    phase: cell.thing === 'stop' ? 'processing' : 'delivered',
    origin: 'mention',
    place: { workspace: WORKSPACE, channel, direct, threadTs },
    ...(isAnsweredPrivately(cell) ? { privately: true, askedIn: place } : {}),
    user: asker,
    text: 'what was asked before?',
    askedAt: 1,
    ref: { conversationId: 12, questionId: 34 },
    posts: {},
    ...(account === 'own' ? { account } : {}),
  };
  const record: ConversationRecord = {
    id: 12,
    title: 'What was asked before',
    createdAt: 1,
    updatedAt: 1,
    users: [{ workspace: WORKSPACE, user: asker }],
    threads: [{ workspace: WORKSPACE, channel, threadTs, direct }],
    questions: [{ id: 34, user: { workspace: WORKSPACE, user: asker }, channel, direct }],
    withdrawn: [],
    ...(account === 'own' ? { account: { workspace: WORKSPACE, user: asker } } : {}),
  };
  return { cell, account, names, question, record, policy: policyFor(cell, place) };
}

function placeOf(cell: Cell): string {
  if (cell.place !== 'direct') return CHANNEL;
  return isInside(cell) ? OWN_DIRECT : OTHER_DIRECT;
}

/** What is asked about in a shared channel took place in another, public one. */
function targetPlace(cell: Cell, place: string): string {
  return cell.place === 'shared' ? 'C0BEFORE' : place;
}

function directOfAsker({ whose }: Cell): string {
  return whose === 'own' ? OWN_DIRECT : OTHER_DIRECT;
}

function teamOf({ person }: Cell): string {
  if (person === 'other company') return 'T0GLOBEX';
  const isOfSouth = person === 'other workspace' || person === 'other admin';
  return isOfSouth || isOrganizationAdmin({ person }) ? 'T0SOUTH' : 'T0NORTH';
}

function policyFor(cell: Cell, place: string) {
  const hidden = cell.place === 'private' || cell.place === 'group';
  const channels: Readonly<Record<string, Partial<Channel>>> = {
    [OWN_DIRECT]: { direct: true, private: true },
    [OTHER_DIRECT]: { direct: true, private: true },
    [CHANNEL]: { private: hidden, shared: cell.place === 'shared' },
  };
  const directory: PolicyOptions['directory'] = {
    user: async (_workspace, id) => {
      if (id === ASKER) return userOf({ ...cell, person: 'member' });
      if (cell.person === 'stranger') throw new SlackRefused('users.info', 'user_not_found');
      return userOf(cell);
    },
    channel: async (_workspace, id) => ({
      ...{ id, private: false, direct: false, member: true, shared: false, archived: false },
      ...channels[id],
    }),
    isMember: async (_workspace, id) => {
      if (id === PERSON) throw new SlackRefused('conversations.members', 'channel_not_found');
      return id === place ? isInside(cell) : id === OWN_DIRECT;
    },
  };
  return createPolicy({
    isPrivateThread: async () => false,
    directory,
    settings: {
      load: async (_workspace, id) => (id === CHANNEL ? settingsOf(cell) : DEFAULT_SETTINGS),
    },
    identify: async () => US,
    channelChanges: { version: async () => '' },
    now: () => 0,
    logger: silentLogger,
  });
}

function settingsOf({ place, whose }: Cell): ChannelSettings {
  if (place === 'private answers') return { ...DEFAULT_SETTINGS, answers: 'asker' };
  if (place === 'limited') return { ...DEFAULT_SETTINGS, audience: ['others/*'] };
  if (place !== 'restricted') return DEFAULT_SETTINGS;
  return { ...DEFAULT_SETTINGS, who: 'listed', people: [whose === 'own' ? PERSON : ASKER] };
}

function userOf(cell: Cell): SlackUser {
  const { person } = cell;
  const company = person === 'other company';
  return {
    id: PERSON,
    team: teamOf(cell),
    ...(company ? {} : { enterprise: WORKSPACE }),
    name: 'kim',
    bot: person === 'bot',
    guest: person === 'guest' || person === 'single-channel guest',
    stranger: company,
    deleted: person === 'deactivated',
    admin: ['admin', 'other admin', 'admin elsewhere'].includes(person),
    ...(isOrganizationAdmin(cell) ? { organizationAdmin: true } : {}),
  };
}
