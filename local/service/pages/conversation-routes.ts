import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AskDependencies, ask, askFollowUp, QuestionText } from '../api/questions.js';
import type { ServiceUser } from '../api/users.js';
import type { ConversationRecord } from '../conversation/records.js';
import type { Conversation } from '../conversation/resources.js';
import { HttpError } from '../http/http-error.js';
import { CONVERSATIONS_PATH, conversationPath } from './conversation-paths.js';
import { allowForms, checkOwnForm } from './forms.js';
import type { Page } from './render-page.js';

export interface ConversationPageDependencies extends AskDependencies {
  readonly serialize: (record: ConversationRecord) => Conversation;
  readonly render: (page: Page) => Promise<Uint8Array>;
  /** The public URL. */
  readonly url: () => string;
}

const AskBody = z.object({ question: QuestionText });

/** The conversations of whoever is signed in: to ask, to read, to ask on and to stop. */
export function addConversationPages(
  app: FastifyInstance,
  dependencies: ConversationPageDependencies,
): void {
  const { render, serialize, runner } = dependencies;
  app.addHook('preHandler', async (request) => {
    if (request.method === 'POST') checkOwnForm(request, dependencies.url());
  });
  app.post(CONVERSATIONS_PATH, async (request, reply) => {
    const question = await ask(dependencies, userOf(request), questionOf(request));
    return redirect(reply, question.conversationId);
  });
  // Whoever reloads the page of a question that was refused.
  app.get(CONVERSATIONS_PATH, (_request, reply) => reply.redirect('/', 303));
  app.get(`${CONVERSATIONS_PATH}/:id`, async (request, reply) => {
    const record = conversationOf(dependencies, request);
    allowForms(reply);
    return render({ kind: 'own-conversation', conversation: serialize(record) });
  });
  // Whoever had to sign in before asking on or stopping.
  for (const action of ['questions', 'cancel']) {
    app.get(`${CONVERSATIONS_PATH}/:id/${action}`, (request, reply) =>
      redirect(reply, conversationOf(dependencies, request).id),
    );
  }
  app.post(`${CONVERSATIONS_PATH}/:id/questions`, async (request, reply) => {
    const conversation = conversationOf(dependencies, request);
    const text = questionOf(request);
    await askFollowUp(dependencies, { user: userOf(request), conversation, text });
    return redirect(reply, conversation.id);
  });
  app.post(`${CONVERSATIONS_PATH}/:id/cancel`, async (request, reply) => {
    const conversation = conversationOf(dependencies, request);
    for (const question of conversation.questions) runner.cancel(question);
    return redirect(reply, conversation.id);
  });
}

function redirect(reply: FastifyReply, id: number) {
  return reply.redirect(conversationPath(id), 303);
}

function userOf({ user }: FastifyRequest): ServiceUser {
  if (user) return user;
  throw new HttpError(401, 'Sign in with an access token.');
}

/** Somebody else's conversation is a 404, as if it did not exist. */
function conversationOf(
  { store }: ConversationPageDependencies,
  request: FastifyRequest,
): ConversationRecord {
  const { id } = request.params as { id: string };
  const record = /^\d{1,15}$/.test(id) ? store.get(Number(id)) : undefined;
  if (record && record.userId === userOf(request).id) return record;
  throw new HttpError(404, 'There is no such conversation.');
}

function questionOf({ body }: FastifyRequest): string {
  const parsed = AskBody.safeParse(body ?? {});
  if (parsed.success) return parsed.data.question.trim();
  throw new HttpError(400, `The question ${parsed.error.issues[0]?.message ?? 'is missing'}.`);
}
