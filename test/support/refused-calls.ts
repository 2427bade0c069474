import type { Channel, FaultEffect, WebApiFaultHandle } from '../../local/workspace/workspace.js';
import { skipJobDelays } from './job-time.js';
import { messageText } from './message-text.js';
import { newScenario, type Scenario } from './scenario.js';
import type { Stack } from './stack.js';
import { waitForModal } from './views.js';

/** Of the errors that all methods have, one for each way in which they can be treated. */
export const OF_EACH_KIND =
  'ekm_access_denied internal_error invalid_arguments missing_scope unknown_method';

/** Those that refuse the token itself: whatever needs the call waits for a new one. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'token_revoked',
]);

export type Args = Readonly<Record<string, unknown>>;

/** A call that Slack refuses for good, or until the token works again. */
export interface RefusedCall {
  readonly method: string;
  /** As https://docs.slack.dev/reference/methods/<method> lists them. */
  readonly errors: string;
  /** What a user does that needs the call. */
  ask(room: Room, text: string): Promise<unknown>;
  /** Which of its calls are refused. Default: those for the room's channel. */
  readonly isFor?: (room: Room, args: Args) => boolean;
  /** What the asker hears of a refusal. Default: an answer or a note; after a token error, an answer. */
  readonly hears?: 'note';
  /** What the service answers. Default: a short answer. */
  readonly answer?: string;
  /** What else is wrong then. */
  readonly beside?: (room: Room) => void;
  readonly channel?: { readonly kind?: 'private'; readonly botIsMember?: false };
}

/** A scenario in a channel of the kind that the call needs. */
export type Room = Scenario;

export async function askInForm(room: Room, text: string, audience: 'channel' | 'me' = 'channel') {
  const { stack, asker: as, channel } = room;
  await stack.workspace.command({ as, channel, text: '' });
  await waitForModal(stack, as, 'Your question');
  const values = { question: { question: text }, audience: { audience } };
  await stack.workspace.submit({ as, values });
}

export function refuse(room: Room, method: string, error: string): void {
  const { faults } = room.stack.workspace;
  faults.add({ method, kind: 'error', error, channel: room.channel });
}

function ofChannel({ channel }: Room, args: Args): boolean {
  return args['channel'] === channel.id;
}

const words = (text: string): string[] => text.split(/\s+/);

interface Heard {
  readonly answers: number;
  readonly notes: number;
}

const NOTE = /nothing was done|was not (asked|answered)|could not be opened|there is no answer/;

/** What reached the asker: the answer, and private notes that say that there is none. */
export function heard({ stack, asker, channel }: Room): Heard {
  const { workspace } = stack;
  const inChannel = (where: Channel | string) =>
    workspace
      .messages({ channel: where })
      .flatMap(({ ts }) => workspace.messages({ channel: where, threadTs: ts }))
      .filter((message) => message.bot_id !== undefined)
      .map(messageText);
  const said = [...inChannel(channel), ...inChannel(workspace.dm(asker))];
  const isNote = (text: string) => NOTE.test(text);
  const notes = workspace.ephemerals({ user: asker }).map(({ text }) => text);
  return {
    answers: said.filter((text) => text.includes('backoff()')).length,
    notes: [...notes, ...said].filter(isNote).length,
  };
}

function newRoom(stack: Stack, { channel }: RefusedCall): Room {
  const scenario = newScenario(stack);
  if (channel === undefined) return scenario;
  const { asker } = scenario;
  const name = `room-of-${asker.name}`;
  const other = stack.workspace.addChannel({ name, members: [asker], ...channel });
  return { ...scenario, channel: other };
}

function effectOf(error: string): FaultEffect {
  if (error === 'ratelimited') return { kind: 'ratelimited', retryAfterSeconds: 60 };
  return { kind: 'error', error };
}

/** The token works again some time after the call was refused. */
async function restoreToken({ stack }: Room, fault: WebApiFaultHandle): Promise<void> {
  await stack.workspace.waitFor(() => fault.hits > 0, { what: 'a refused call' });
  fault.remove();
}

/** What is wrong with what the asker has heard by now, if anything is. */
type Complaint = () => string | undefined;

/** Asks while Slack refuses the call, until the asker has heard something. */
async function askRefused(stack: Stack, call: RefusedCall, error: string): Promise<Complaint> {
  const { method, isFor = ofChannel } = call;
  const room = newRoom(stack, call);
  const where = (args: Args) => isFor(room, args);
  call.beside?.(room);
  const fault = stack.workspace.faults.add({ method, where, ...effectOf(error) });
  const text = room.text();
  const answer = { title: room.asker.name, ...(call.answer && { answer: call.answer }) };
  void stack.engine.next(text).then((work) => work.answer(answer));
  await call.ask(room, text);
  const what = `${method} ${error}`;
  const isTemporary = TOKEN_ERRORS.has(error);
  if (isTemporary) await restoreToken(room, fault);
  const isTold = () => {
    const { answers, notes } = heard(room);
    return answers + notes > 0 && fault.hits > 0;
  };
  await stack.workspace.waitFor(isTold, { what, timeoutMs: 60_000 }).catch(() => undefined);
  return () => {
    const { answers, notes } = heard(room);
    if (fault.hits === 0) return `${what}: the call was not made`;
    const isExpected = isTemporary ? notes === 0 : call.hears !== 'note' || answers === 0;
    const isRight = answers + notes === 1 && isExpected;
    return isRight ? undefined : `${what}: ${answers} answers, ${notes} notes`;
  };
}

/** Makes all of these requests at once; gives what is wrong with what the askers heard in the end. */
export async function complaintsAbout(stack: Stack, calls: readonly RefusedCall[]) {
  await stack.refill();
  const refill = setInterval(() => void stack.refill(), 1_000);
  const retries = setInterval(() => void skipJobDelays(stack.store), 1_000);
  const all = calls.flatMap((call) =>
    words(call.errors).map((error) => askRefused(stack, call, error)),
  );
  const complaints = await Promise.all(all).finally(() => {
    clearInterval(refill);
    clearInterval(retries);
  });
  return complaints.flatMap((complaint) => complaint() ?? []);
}
