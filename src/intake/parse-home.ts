import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import { FIRST_LOOK, Look } from '../model/home.js';
import type { HomeVisit, Parsed } from '../model/intent.js';
import { digest } from './digest.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { fromJson, id, ignored, ts } from './shapes.js';

/** Somebody looks at their Home → what it is to show. Pure. */

const HomeOpened = Envelope.extend({
  event: z.object({
    type: z.literal('app_home_opened'),
    user: id,
    tab: z.string(),
    event_ts: ts,
  }),
});

export function parseHomeOpened(body: unknown): Parsed {
  const parsed = HomeOpened.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { user: by, tab, event_ts } = parsed.data.event;
  if (tab !== 'home') return ignored('another tab');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const name = `home-${digest(`${workspace} ${by} ${event_ts}`)}`;
  return { kind: 'home', id: name, workspace, by, at: timeOf(event_ts), look: FIRST_LOOK };
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
export function parseHomeClick(body: unknown, at: number): HomeVisit | Parsed | undefined {
  const parsed = HomeClick.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, view, actions } = parsed.data;
  const [{ action_id, value, action_ts }] = actions;
  const before = Look.catch(FIRST_LOOK).parse(fromJson(view.private_metadata));
  const wanted = wantedBy(action_id, value ?? '', before);
  if (wanted === undefined) return ignored('nothing to do');
  const name = `home-${digest(`${team.id} ${user.id} ${action_id} ${action_ts}`)}`;
  return { kind: 'home', id: name, workspace: team.id, by: user.id, at, ...wanted };
}

function wantedBy(
  action: string,
  value: string,
  before: Look,
): Pick<HomeVisit, 'look' | 'stop'> | undefined {
  if (action === ACTIONS.search) {
    const search = value.trim().slice(0, 100);
    return { look: { which: before.which, page: 0, ...(search && { search }) } };
  }
  if (action.startsWith(`${ACTIONS.look}.`)) {
    const look = Look.safeParse(fromJson(value));
    return look.success ? { look: look.data } : undefined;
  }
  const stops = action.startsWith(`${ACTIONS.stopAtHome}.`) && /^[\w.-]{1,150}$/.test(value);
  return stops ? { look: before, stop: value } : undefined;
}
