import { DEFAULT_HOME_STATE, HomeState } from '../../model/home.js';
import type { HomeRequest, MessagesTabOpened } from '../../model/view-request.js';
import type { Click } from './click.js';
import { digest } from './digest.js';
import type { AppHomeOpened } from './payloads.js';
import { fromJson, type Ignored, ignored, type OpenView, openView, timeOf } from './result.js';

/** One of the app's tabs is opened, or something in Home is clicked. */

export function parseHomeOpened(
  event: AppHomeOpened,
  workspace: string,
): HomeRequest | MessagesTabOpened | Ignored {
  if (event.tab === 'messages') return messagesTabOpened(event, workspace);
  return event.tab === 'home' ? homeOpened(event, workspace) : ignored('other tab');
}

function homeOpened({ user, event_ts }: AppHomeOpened, workspace: string): HomeRequest {
  const id = `home-${digest(`${workspace} ${user} ${event_ts}`)}`;
  return { kind: 'home', id, workspace, user, at: timeOf(event_ts), state: DEFAULT_HOME_STATE };
}

/** Opening the tab again within this changes nothing, ms. */
const SLOT_MS = 10 * 60_000;

function messagesTabOpened(event: AppHomeOpened, workspace: string): MessagesTabOpened {
  const { user, channel, event_ts } = event;
  const slot = Math.floor(timeOf(event_ts) / SLOT_MS);
  const id = `messages-tab-${digest([workspace, channel, user, slot].join(' '))}`;
  return { kind: 'messages-tab-opened', id, place: { workspace, channel, direct: true }, user };
}

/** Value: a `HomeState` as JSON. */
export function parseChangeHome(click: Click): HomeRequest | undefined {
  const state = HomeState.safeParse(fromJson(click.value));
  return state.success ? homeRequest(click, { state: state.data }) : undefined;
}

/** Value: the text to search for; empty to end the search. */
export function parseSearchHome(click: Click): HomeRequest {
  const search = (click.value ?? '').trim().slice(0, 100);
  const { filter } = stateOf(click);
  return homeRequest(click, { state: { filter, page: 0, ...(search && { search }) } });
}

/** Value: the question's id. */
export function parseStopInHome(click: Click): HomeRequest | undefined {
  const { value: stop = '' } = click;
  if (!/^[\w.-]{1,150}$/.test(stop)) return undefined;
  return homeRequest(click, { state: stateOf(click), stop });
}

function stateOf({ view }: Click): HomeState {
  return HomeState.catch(DEFAULT_HOME_STATE).parse(fromJson(view?.private_metadata));
}

function homeRequest(
  { workspace, user, at, actionId, actionTs }: Click,
  change: Pick<HomeRequest, 'state' | 'stop'>,
): HomeRequest {
  const id = `home-${digest(`${workspace} ${user} ${actionId} ${actionTs}`)}`;
  return { kind: 'home', id, workspace, user, at, ...change };
}

/** A channel is chosen, and its settings open. */
export function parseOpenSettings(click: Click): OpenView | undefined {
  const { workspace, user, at, selectedConversation: channel = '', triggerId } = click;
  if (triggerId === undefined || !/^[CG][A-Z0-9]{1,30}$/.test(channel)) return undefined;
  const place = { workspace, channel, direct: false };
  return openView({ kind: 'settings' }, { workspace, place, user, at, triggerId });
}
