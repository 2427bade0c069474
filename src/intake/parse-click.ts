import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import type { CodeRequest } from '../model/conversation-request.js';
import type { Ask, Parsed, QuestionAction } from '../model/intent.js';
import { parseCodeClick } from './code-click.js';
import { digest } from './digest.js';
import { parseClicked } from './errand.js';
import { answerBy, id, ignored, type Seal, ts } from './shapes.js';
import { underAnswer } from './under-answer.js';

const Action = z.object({
  action_id: z.string(),
  value: z
    .string()
    .refine(({ length }) => length <= 3000)
    .optional(),
  action_ts: z.string(),
});

const BlockActions = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  channel: z.object({ id }),
  message: z.object({ ts, thread_ts: ts.optional() }).optional(),
  /** Of a private note Slack sends no message, only where it stands. */
  container: z.object({ thread_ts: ts.optional() }).optional(),
  actions: z.array(Action),
  response_url: z.string().optional().catch(undefined),
});
type BlockActions = z.infer<typeof BlockActions>;

/** `at`: now, ms. */
export function parseAction(body: unknown, at: number, seal?: Seal): Parsed {
  const parsed = BlockActions.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const click = parsed.data;
  const [action] = click.actions;
  if (action?.value === undefined) return ignored('nothing to do');
  const pressed = { value: action.value, id: action.action_id, ts: action.action_ts };
  if (pressed.id === ACTIONS.stop) return press('stop', click, { ...pressed, at });
  if (pressed.id === ACTIONS.keepWaiting) return press('keep-waiting', click, { ...pressed, at });
  if (pressed.id.startsWith(`${ACTIONS.errand}.`)) {
    return errandOf(click, { ...pressed, at }, answerBy(click, seal));
  }
  if (pressed.id === ACTIONS.share) {
    // Told in its thread: a `response_url` would tell it at the channel's root.
    return errandOf(click, { ...pressed, value: `share ${pressed.value}`, at, inAnswer: true }, {});
  }
  const code = parseCodeClick(pressed.id, pressed.value);
  if (code !== undefined)
    return codeVisit(click, pressed, { ...code, at, ...answerBy(click, seal) });
  const asks = pressed.id.startsWith(`${ACTIONS.ask}.`);
  if (asks) return suggestion(click, { ...pressed, at });
  const answerTo = answerBy(click, seal);
  const where = { place: clickedIn(click), user: click.user.id, at, answerTo };
  return underAnswer(pressed, where) ?? ignored('nothing to do');
}

interface Pressed {
  readonly value: string;
  readonly id: string;
  readonly ts: string;
  readonly at: number;
  /** The button stands under an answer, which stays. */
  readonly inAnswer?: true;
}

function press(
  kind: QuestionAction['kind'],
  click: BlockActions,
  { value, ts: clickTs, at }: Pressed,
): QuestionAction {
  const place = clickedIn(click);
  const by = click.user.id;
  const id = `${kind}-${digest(`${value} ${by} ${clickTs}`)}`;
  return { kind, id, questionId: value, place, user: by, at };
}

function errandOf(
  click: BlockActions,
  { value, ts: clickTs, at, inAnswer }: Pressed,
  answerTo: { sealedResponseUrl?: string },
): Parsed {
  const errand = parseClicked(value);
  if (errand === undefined) return ignored('nothing to do');
  const by = click.user.id;
  const id = `visit-${digest(`${click.channel.id} ${value} ${by} ${clickTs}`)}`;
  const clicked = inAnswer === undefined;
  return {
    kind: 'conversation-request',
    id,
    place: clickedIn(click),
    user: by,
    at,
    command: errand,
    clicked,
    ...answerTo,
  };
}

function codeVisit(
  click: BlockActions,
  { id: actionId, value, ts: clickTs }: Omit<Pressed, 'at'>,
  wanted: Pick<CodeRequest, 'command' | 'share' | 'at' | 'sealedResponseUrl'>,
): CodeRequest {
  const by = click.user.id;
  const id = `code-${digest(`${click.channel.id} ${actionId} ${value} ${by} ${clickTs}`)}`;
  return { kind: 'code', id, place: clickedIn(click), user: by, clicked: true, ...wanted };
}

function suggestion(
  click: BlockActions,
  { value, id: actionId, ts: clickTs, at }: Pressed,
): Parsed {
  const text = value.trim();
  if (text === '') return ignored('no text');
  if (click.message === undefined) return ignored('no message');
  const place = clickedIn(click);
  const button = `${click.message.ts}.${actionId}`;
  const asked = actionId === ACTIONS.askAgainOf ? { text: '', repeatOf: text } : { text };
  return {
    kind: 'ask',
    id: `${place.workspace}-${place.channel}-b${digest(`${button} ${click.user.id} ${clickTs}`)}`,
    origin: 'suggestion',
    place,
    user: click.user.id,
    ...asked,
    externallyShared: false,
    at,
    buttonId: button,
  };
}

function clickedIn({ team, channel, message, container }: BlockActions): Ask['place'] {
  const direct = channel.id.startsWith('D');
  const threadTs = message?.thread_ts ?? message?.ts ?? container?.thread_ts;
  const thread = threadTs === undefined ? {} : { threadTs };
  return { workspace: team.id, channel: channel.id, direct, ...thread };
}
