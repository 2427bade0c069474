import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import { DEFAULT_HOME_STATE, HomeState } from '../model/home.js';
import type { Parsed } from '../model/intent.js';
import type { HomeRequest, MessagesTabOpened } from '../model/view-request.js';
import { digest } from './digest.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { type Opened, opened, trigger_id } from './parse-opening.js';
import { fromJson, id, ignored, ts } from './shapes.js';

/** Somebody opens one of our tabs, or uses their Home → what is to be shown. Pure. */

const HomeOpened = Envelope.extend({
  event: z.object({
    type: z.literal('app_home_opened'),
    user: id,
    tab: z.string(),
    channel: id,
    event_ts: ts,
  }),
});

export function parseHomeOpened(body: unknown): Parsed {
  const parsed = HomeOpened.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { event } = parsed.data;
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  if (event.tab === 'messages') return arrived(workspace, event);
  return event.tab === 'home' ? looked(workspace, event) : ignored('another tab');
}

type Event = z.infer<typeof HomeOpened>['event'];

function looked(workspace: string, { user: by, event_ts }: Event): HomeRequest {
  const name = `home-${digest(`${workspace} ${by} ${event_ts}`)}`;
  return {
    kind: 'home',
    id: name,
    workspace,
    user: by,
    at: timeOf(event_ts),
    state: DEFAULT_HOME_STATE,
  };
}

/** Who opens it again and again within this is not served anew, ms. */
const SLOT_MS = 10 * 60_000;

function arrived(workspace: string, { user: by, channel, event_ts }: Event): MessagesTabOpened {
  const slot = Math.floor(timeOf(event_ts) / SLOT_MS);
  const name = `arrival-${digest([workspace, channel, by, slot].join(' '))}`;
  return {
    kind: 'messages-tab-opened',
    id: name,
    place: { workspace, channel, direct: true },
    user: by,
  };
}

const HomeClick = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  view: z.object({ type: z.literal('home'), private_metadata: z.string().optional() }),
  actions: z.tuple([
    z.object({ action_id: z.string(), value: z.string().nullish(), action_ts: z.string() }),
  ]),
});

/** `at`: now, ms. Undefined where it is a click elsewhere. */
export function parseHomeClick(body: unknown, at: number): HomeRequest | Parsed | undefined {
  const parsed = HomeClick.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, view, actions } = parsed.data;
  const [{ action_id, value, action_ts }] = actions;
  const before = HomeState.catch(DEFAULT_HOME_STATE).parse(fromJson(view.private_metadata));
  const wanted = wantedBy(action_id, value ?? '', before);
  if (wanted === undefined) return ignored('nothing to do');
  const name = `home-${digest(`${team.id} ${user.id} ${action_id} ${action_ts}`)}`;
  return { kind: 'home', id: name, workspace: team.id, user: user.id, at, ...wanted };
}

function wantedBy(
  action: string,
  value: string,
  before: HomeState,
): Pick<HomeRequest, 'state' | 'stop'> | undefined {
  if (action === ACTIONS.search) {
    const search = value.trim().slice(0, 100);
    return { state: { which: before.which, page: 0, ...(search && { search }) } };
  }
  if (action.startsWith(`${ACTIONS.look}.`)) {
    const look = HomeState.safeParse(fromJson(value));
    return look.success ? { state: look.data } : undefined;
  }
  const stops = action.startsWith(`${ACTIONS.stopAtHome}.`) && /^[\w.-]{1,150}$/.test(value);
  return stops ? { state: before, stop: value } : undefined;
}

const Chosen = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  trigger_id,
  view: z.object({ type: z.literal('home') }),
  actions: z.tuple([
    z.object({
      action_id: z.literal(ACTIONS.settingsOf),
      selected_conversation: z.string().regex(/^[CG][A-Z0-9]{1,30}$/),
    }),
  ]),
});

/** A channel was chosen in Home: its settings open. Undefined where it is another click. */
export function openedAtHome(body: unknown, at: number): Opened | undefined {
  const parsed = Chosen.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, actions, trigger_id } = parsed.data;
  const [{ selected_conversation: channel }] = actions;
  const place = { workspace: team.id, channel, direct: false };
  return opened({ of: 'settings' }, { workspace: team.id, place, user: user.id, at, trigger_id });
}
