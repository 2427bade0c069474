import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import type { CodeArguments } from '../model/code.js';
import type { Parsed } from '../model/intent.js';
import { Modal, SHORTCUTS, ViewMetadata } from '../model/modal.js';
import type { Place } from '../model/place.js';
import type { ViewRequest, ViewTrigger } from '../model/view-request.js';
import { mrkdwnToText } from '../slack/mrkdwn.js';
import { parseCode } from './code.js';
import { digest } from './digest.js';
import { answerBy, fromJson, id, ignored, type Seal, ts } from './shapes.js';

/** Clicks that open a view. Pure. */

/** To be opened within 3 s, by whoever heard it. */
export interface Opened {
  readonly kind: 'opened';
  readonly opening: ViewRequest;
  readonly trigger: ViewTrigger;
}

export const trigger_id = z.string().regex(/^[\w.-]{1,200}$/);
const response_url = z.string().optional().catch(undefined);

const Command = z.object({
  team_id: id,
  channel_id: id,
  user_id: id,
  text: z.string().default(''),
  trigger_id,
  response_url,
});

/** What `/deepsearch` opens without a question; undefined where it asks or says something. */
export function openedByCommand(body: unknown, at: number, seal?: Seal): Opened | undefined {
  const parsed = Command.safeParse(body);
  if (!parsed.success) return undefined;
  const { team_id: workspace, channel_id: channel, user_id: by, text } = parsed.data;
  const modal = modalSaid(text);
  if (modal === undefined) return undefined;
  const place = { workspace, channel, direct: channel.startsWith('D') };
  return opened(modal, { ...parsed.data, workspace, place, user: by, at }, seal);
}

function modalSaid(text: string): Modal | undefined {
  const said = mrkdwnToText(text).trim();
  if (said === '') return { of: 'ask' };
  if (/^settings$/i.test(said)) return { of: 'settings' };
  const wish = parseCode(said);
  if (wish?.what !== 'form') return undefined;
  const { of: verb, given } = wish;
  return verb === undefined
    ? { of: 'code-menu' }
    : { of: 'code-form', verb, given: asTyped(given) };
}

/** As it would be typed into the fields of a form. */
function asTyped(given: CodeArguments): Record<string, string> {
  const flags = Object.entries(given).flatMap(([param, value]) => (value === true ? [param] : []));
  const typed = Object.entries(given).flatMap(([param, value]): [string, string][] => {
    if (value === true) return [];
    return [[param, typeof value === 'object' ? value.join('\n') : String(value)]];
  });
  return Object.fromEntries([...typed, ['flags', flags.join(',')]]);
}

const Shortcut = z.object({
  type: z.literal('shortcut'),
  callback_id: z.literal(SHORTCUTS.ask),
  team: z.object({ id }),
  user: z.object({ id }),
  trigger_id,
});

/** A shortcut of the whole workspace: it stands nowhere. */
export function openedByShortcut(body: unknown, at: number): Opened | undefined {
  const parsed = Shortcut.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, trigger_id } = parsed.data;
  return opened({ of: 'ask' }, { workspace: team.id, user: user.id, at, trigger_id });
}

const Action = z.object({
  action_id: z.string(),
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
});

const Click = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  trigger_id,
  channel: z.object({ id }).optional(),
  message: z.object({ ts, thread_ts: ts.optional() }).optional(),
  /** Of a private note Slack sends no message, only where it stands. */
  container: z.object({ thread_ts: ts.optional() }).optional(),
  view: z
    .object({ id, type: z.enum(['modal', 'home']), private_metadata: z.string().optional() })
    .optional(),
  actions: z.tuple([Action]),
  response_url,
});
type Click = z.infer<typeof Click>;

/** Undefined where it is another click. One on a button that turns a view opens none: see `turned`. */
export function openedByClick(body: unknown, at: number, seal?: Seal): Opened | Parsed | undefined {
  const parsed = Click.safeParse(body);
  if (!parsed.success) return undefined;
  const { actions, team, user, view, ...click } = parsed.data;
  const [action] = actions;
  const means = (id: string) => action.action_id.startsWith(`${id}.`);
  const turns = means(ACTIONS.turnModal) || means(ACTIONS.codePick);
  if (!turns && !means(ACTIONS.openModal)) return undefined;
  const modal = Modal.safeParse(
    means(ACTIONS.codePick) ? picked(action, carriedBy(view)) : fromJson(action.value),
  );
  if (!modal.success) return ignored('nothing to open');
  const place = clickedIn(parsed.data);
  const clicked = { ...click, workspace: team.id, user: user.id, at, ...(place && { place }) };
  const { opening, trigger } = opened(modal.data, clicked, seal);
  if (turns) return view === undefined ? ignored('no view') : { ...opening, viewId: view.id };
  return { kind: 'opened', opening, trigger: { ...trigger, inModal: view?.type === 'modal' } };
}

/** A name was picked in the code that a view shows. */
function picked(action: Click['actions'][0], carried: ViewMetadata | undefined): unknown {
  const [, what] = /\.(def|refs|open)$/.exec(action.action_id) ?? [];
  const symbol = action.selected_option?.value ?? '';
  return carried?.modal.of === 'code'
    ? { ...carried.modal, pick: { do: what, symbol } }
    : undefined;
}

/** In a view there is no channel, but the view may know where it was opened. */
function clickedIn({ team, channel, message, container, view }: Click): Place | undefined {
  if (channel === undefined) return placeOf(team.id, carriedBy(view));
  const threadTs = message?.thread_ts ?? message?.ts ?? container?.thread_ts;
  return placeOf(team.id, { place: { channel: channel.id, threadTs } });
}

/** What a view of ours carries along; undefined where it is none of ours. */
export function carriedBy(view: { private_metadata?: string | undefined } | undefined) {
  const carried = ViewMetadata.safeParse(fromJson(view?.private_metadata));
  return carried.success ? carried.data : undefined;
}

export function placeOf(
  workspace: string,
  carried: Pick<ViewMetadata, 'place'> | undefined,
): Place | undefined {
  if (carried?.place === undefined) return undefined;
  const { channel, threadTs } = carried.place;
  const thread = threadTs === undefined ? {} : { threadTs };
  return { workspace, channel, direct: channel.startsWith('D'), ...thread };
}

interface Clicked extends Pick<ViewRequest, 'workspace' | 'user' | 'at' | 'place'> {
  readonly trigger_id: string;
  readonly response_url?: string | undefined;
}

export function opened(modal: Modal, clicked: Clicked, seal?: Seal): Opened {
  const { workspace, user: by, at, place, trigger_id } = clicked;
  const opening: ViewRequest = {
    kind: 'view-request',
    id: `view-${digest(`${workspace} ${by} ${trigger_id}`)}`,
    modal,
    workspace,
    ...(place === undefined ? {} : { place }),
    user: by,
    at,
    ...answerBy(clicked, seal),
  };
  return { kind: 'opened', opening, trigger: { id: trigger_id, inModal: false } };
}
