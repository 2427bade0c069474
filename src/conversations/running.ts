import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import type { QuestionAction } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import { renderRunning, renderStopping } from '../render/conversations/running.js';
import { type Message, note } from '../render/message.js';
import * as words from '../render/texts/conversations.js';
import { NewerQuestion, type QuestionStore } from '../store/questions.js';
import type { Caller } from './caller.js';
import { createNamed, type NamedOptions } from './named.js';
import type { Reach } from './reach.js';

export interface RunningOptions extends NamedOptions {
  readonly questions: Pick<QuestionStore, 'open' | 'load'>;
  readonly reach: Reach;
  readonly policy: Pick<Policy, 'mayAsk'>;
  /** Lets it be stopped as by its own button. */
  readonly accept: (press: QuestionAction) => Promise<void>;
}

/** More are open at no time but in a flood, in which the oldest come first. */
const MOST_OPEN = 5_000;

/** What runs, and stopping it. */
export function createRunning(options: RunningOptions) {
  const { questions, reach, policy, accept } = options;
  const named = createNamed(options);

  const loaded = (ids: readonly string[]) => openOnes(questions, ids);

  /** Undefined where the caller cannot reach it. */
  async function inConversation(id: number, { who }: Caller): Promise<Question[] | undefined> {
    if ((await reach.reach(id, who)) === undefined) return undefined;
    const all = await loaded(await questions.open(MOST_OPEN));
    const here = all.filter(({ ref }) => ref?.conversationId === id);
    const may = await Promise.all(here.map((question) => mayStop(question, who)));
    return here.filter((_, i) => may[i]);
  }

  /** As where it lives: a channel says who may. */
  async function mayStop(question: Question, who: WorkspaceUser): Promise<boolean> {
    if (isOf(question, who)) return true;
    const { place } = question;
    return (await policy.mayAsk({ user: who.user, place, origin: 'form' })).ok;
  }

  async function stopAll(all: readonly Question[], caller: Caller): Promise<Message> {
    const { who, at, visit } = caller;
    for (const question of all) {
      const { id: questionId } = question;
      const id = `stop-${questionId}-${visit}`;
      const place = isOf(question, who) ? caller.place : question.place;
      await accept({ kind: 'stop', id, questionId, place, user: who.user, at });
    }
    return all.length === 0 ? note(words.nothingRuns) : renderStopping(all);
  }

  async function cancel(errand: Cancel, caller: Caller): Promise<Message> {
    if (errand.of === undefined) return renderRunning(await openOf(questions, caller.who));
    const found = await named(errand.of, caller.who);
    const id = found !== undefined && 'id' in found ? found.id : undefined;
    const running = id === undefined ? undefined : await inConversation(id, caller);
    return running === undefined ? note(words.notThere(false)) : stopAll(running, caller);
  }

  /** Only one's own are offered, so only one's own are stopped here. */
  async function stop({ questionId }: Stop, caller: Caller): Promise<Message> {
    const own = (await loaded([questionId])).filter((question) => isOf(question, caller.who));
    return stopAll(own, caller);
  }

  return (errand: Cancel | Stop, caller: Caller): Promise<Message> =>
    errand.do === 'stop' ? stop(errand, caller) : cancel(errand, caller);
}

type Questions = RunningOptions['questions'];

async function openOnes(questions: Questions, ids: readonly string[]): Promise<Question[]> {
  const all = await Promise.all(ids.map((id) => questions.load(id).catch(leftToNewer)));
  return all.filter((found) => found !== undefined).filter(isOpen);
}

/** Somebody's open questions, the one that is open longest first. */
export async function openOf(questions: Questions, who: WorkspaceUser): Promise<Question[]> {
  const all = await openOnes(questions, await questions.open(MOST_OPEN));
  return all.filter((question) => isOf(question, who));
}

type Cancel = ConversationCommand & { readonly do: 'cancel' };
type Stop = ConversationCommand & { readonly do: 'stop' };

function isOf({ user, place }: Question, who: WorkspaceUser): boolean {
  return user === who.user && place.workspace === who.workspace;
}

function isOpen({ phase }: Question): boolean {
  return phase !== 'ended' && phase !== 'delivered';
}

function leftToNewer(error: unknown): undefined {
  if (!(error instanceof NewerQuestion)) throw error;
}
