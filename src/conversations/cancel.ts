import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import type { QuestionAction } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderRunning, renderStopping } from '../render/conversations/running.js';
import * as conversationTexts from '../render/texts/conversations.js';
import { NewerQuestion, type QuestionStore } from '../store/questions.js';
import type { ConversationAccess } from './access.js';
import type { ResolveReference } from './reference.js';
import type { RequestContext } from './request-context.js';

export interface CancelOptions {
  readonly questions: Pick<QuestionStore, 'open' | 'load'>;
  readonly access: Pick<ConversationAccess, 'load'>;
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly resolveReference: ResolveReference;
  /** Stops a question in the same way as its own button does. */
  readonly accept: (action: QuestionAction) => Promise<void>;
}

type CancelCommand = ConversationCommand & { readonly kind: 'cancel' };
type StopCommand = ConversationCommand & { readonly kind: 'stop' };

export type CancelQuestions = ReturnType<typeof createCancelQuestions>;

/** How many open questions are read, oldest first. */
const MAX_OPEN = 5_000;

/** Lists the user's open questions, and stops questions. */
export function createCancelQuestions(options: CancelOptions) {
  const { questions, access, policy, resolveReference, accept } = options;

  /** The open questions that the user may stop; undefined if they may not read the conversation. */
  async function openInConversation(
    id: number,
    user: WorkspaceUser,
  ): Promise<Question[] | undefined> {
    if ((await access.load(id, user)) === undefined) return undefined;
    const open = await loadOpen(questions, await questions.open(MAX_OPEN));
    const inConversation = open.filter(({ ref }) => ref?.conversationId === id);
    const allowed = await Promise.all(inConversation.map((question) => mayStop(question, user)));
    return inConversation.filter((_, i) => allowed[i]);
  }

  /** The question's author, and everybody who may ask where it was asked. */
  async function mayStop(question: Question, user: WorkspaceUser): Promise<boolean> {
    if (isOf(question, user)) return true;
    const { place } = question;
    return (await policy.mayAsk({ user: user.user, place, origin: 'form' })).ok;
  }

  async function stopAll(
    toStop: readonly Question[],
    { user, place, requestId, at }: RequestContext,
  ): Promise<Message> {
    for (const question of toStop) {
      await accept({
        kind: 'stop',
        id: `stop-${question.id}-${requestId}`,
        questionId: question.id,
        place: isOf(question, user) ? place : question.place,
        user: user.user,
        at,
      });
    }
    return toStop.length === 0 ? note(conversationTexts.nothingRunning) : renderStopping(toStop);
  }

  async function cancel(
    { conversation }: CancelCommand,
    context: RequestContext,
  ): Promise<Message> {
    const { user } = context;
    if (conversation === undefined) {
      return renderRunning(await openQuestionsOf(questions, user));
    }
    const address = await resolveReference(conversation, user);
    const id = address !== undefined && 'id' in address ? address.id : undefined;
    const open = id === undefined ? undefined : await openInConversation(id, user);
    return open === undefined ? note(conversationTexts.notFound(false)) : stopAll(open, context);
  }

  /** The list offers only the user's own questions, so only these are stopped. */
  async function stop({ questionId }: StopCommand, context: RequestContext): Promise<Message> {
    const open = await loadOpen(questions, [questionId]);
    return stopAll(
      open.filter((question) => isOf(question, context.user)),
      context,
    );
  }

  return (command: CancelCommand | StopCommand, context: RequestContext): Promise<Message> =>
    command.kind === 'stop' ? stop(command, context) : cancel(command, context);
}

async function loadOpen(
  questions: Pick<QuestionStore, 'load'>,
  ids: readonly string[],
): Promise<Question[]> {
  const found = await Promise.all(ids.map((id) => questions.load(id).catch(skipNewer)));
  return found.filter((question) => question !== undefined).filter(isOpen);
}

/** A user's open questions, oldest first. */
export async function openQuestionsOf(
  questions: CancelOptions['questions'],
  user: WorkspaceUser,
): Promise<Question[]> {
  const open = await loadOpen(questions, await questions.open(MAX_OPEN));
  return open.filter((question) => isOf(question, user));
}

function isOf(question: Question, { workspace, user }: WorkspaceUser): boolean {
  return question.user === user && question.place.workspace === workspace;
}

function isOpen({ phase }: Question): boolean {
  return phase !== 'ended' && phase !== 'delivered';
}

/** A question stored by a newer version is left to the workers of that version. */
function skipNewer(error: unknown): undefined {
  if (!(error instanceof NewerQuestion)) throw error;
}
