import type { ConversationCommand } from '../model/conversation-request.js';
import type { QuestionAction } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { MayStop } from '../policy/may-stop.js';
import type { Policy } from '../policy/policy.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderRunning, renderStopping } from '../render/conversations/running.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { ConversationAccess } from './access.js';
import { isAskedBy, type OpenQuestions } from './open-questions.js';
import type { ResolveReference } from './reference.js';
import type { RequestContext } from './request-context.js';

export interface CancelOptions {
  readonly openQuestions: OpenQuestions;
  readonly access: Pick<ConversationAccess, 'load'>;
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly mayStop: MayStop;
  readonly resolveReference: ResolveReference;
  /** Stops a question in the same way as its own button does. */
  readonly accept: (action: QuestionAction) => Promise<void>;
}

type CancelCommand = ConversationCommand & { readonly kind: 'cancel' };
type RunningCommand = ConversationCommand & { readonly kind: 'running' };
type StopCommand = ConversationCommand & { readonly kind: 'stop' };

export type CancelQuestions = ReturnType<typeof createCancelQuestions>;

/** Lists the user's open questions, and stops questions. */
export function createCancelQuestions(options: CancelOptions) {
  const { openQuestions, access, policy, resolveReference, accept } = options;

  async function stopAll(
    questions: readonly Question[],
    context: RequestContext,
  ): Promise<Message> {
    for (const question of questions) await accept(stopAction(question, context));
    return questions.length === 0
      ? note(conversationTexts.nothingRunning)
      : renderStopping(questions);
  }

  async function cancel(
    { conversation }: CancelCommand,
    context: RequestContext,
  ): Promise<Message> {
    const { user } = context;
    if (conversation === undefined) {
      const own = await openQuestions.ofUser(user);
      return own.length === 1 ? stopAll(own, context) : renderRunning(own);
    }
    const address = await resolveReference(conversation, context);
    const id = address !== undefined && 'id' in address ? address.id : undefined;
    const accessible = id === undefined ? undefined : await access.load(id, user);
    if (accessible === undefined) return note(conversationTexts.notFound('no-access'));
    const open = await openQuestions.inConversation(accessible.record, user);
    const allowed = await Promise.all(
      open.map(
        async (question) =>
          (await mayAskThere(policy, question, user)) && options.mayStop(question, user),
      ),
    );
    return stopAll(
      open.filter((_, i) => allowed[i]),
      context,
    );
  }

  /** The list offers only the user's own questions, so only these are stopped. */
  async function stop({ questionId }: StopCommand, context: RequestContext): Promise<Message> {
    const question = await openQuestions.load(questionId);
    const isOwn = question !== undefined && isAskedBy(question, context.user);
    return stopAll(isOwn ? [question] : [], context);
  }

  return async (
    command: CancelCommand | StopCommand | RunningCommand,
    context: RequestContext,
  ): Promise<Message> => {
    switch (command.kind) {
      case 'cancel':
        return cancel(command, context);
      case 'stop':
        return stop(command, context);
      case 'running':
        return renderRunning(await openQuestions.ofUser(context.user));
    }
  };
}

/** The question's author, and everybody who may ask where it was asked. */
async function mayAskThere(
  policy: Pick<Policy, 'mayAsk'>,
  question: Question,
  user: RequestContext['user'],
): Promise<boolean> {
  if (isAskedBy(question, user)) return true;
  const { place } = question;
  return (await policy.mayAsk({ user: user.user, place, origin: 'form' })).ok;
}

/** What a click on the question's own button would do. */
function stopAction(
  question: Question,
  { user, place, requestId, at }: RequestContext,
): QuestionAction {
  return {
    kind: 'stop',
    id: `stop-${question.id}-${requestId}`,
    questionId: question.id,
    place: isAskedBy(question, user) ? place : question.place,
    user: user.user,
    at,
  };
}
