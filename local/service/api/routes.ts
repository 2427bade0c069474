import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ChangeNotifier } from '../conversation/change-notifier.js';
import type { ConversationRecord, QuestionRecord } from '../conversation/records.js';
import type { ApiRoute } from '../faults/types.js';
import { HttpError } from '../http/http-error.js';
import { filterConversations, ListQuery, paginateConversations } from './listing.js';
import { type AskDependencies, ask, askFollowUp, QuestionText } from './questions.js';
import { serializeConversation, serializeForViewer, serializeQuestion } from './serialize.js';
import { userOf } from './server.js';
import type { ServiceUser } from './users.js';
import type { ApiVariants } from './variants.js';

/** What the routes need. `sharing` may change at run time. */
export interface ApiDependencies extends AskDependencies {
  readonly notifier: ChangeNotifier;
  readonly variants: ApiVariants;
  readonly runtime: { readonly publicUrl: string; readonly sharing: boolean };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: ApiRoute;
  }
}

const CreateBody = z.object({ question: QuestionText });
const FollowUpBody = CreateBody.extend({ conversation_id: z.number().int().optional() });
const PathParams = z.object({
  conversation: z.string().regex(/^\d+$/, 'the id of a conversation is a positive integer'),
  question: z.string().regex(/^\d+$/, 'the id of a question is a positive integer').optional(),
});

/** The endpoints of the API document, and `GET /{id}/questions/{qid}`, which real instances have. */
export function addApiRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  const route = (name: ApiRoute) => ({ config: { route: name } });
  app.post('/', route('create'), (request, reply) => create(dependencies, request, reply));
  app.get('/', route('list'), (request) => list(dependencies, request));
  app.get('/:conversation', route('read'), (request) => read(dependencies, request));
  app.delete('/:conversation', route('delete'), (request) =>
    deleteConversation(dependencies, request),
  );
  app.post('/:conversation/questions', route('follow-up'), (request, reply) =>
    followUp(dependencies, request, reply),
  );
  app.post('/:conversation/questions/:question/cancel', route('cancel'), (request, reply) =>
    cancel(dependencies, request, reply),
  );
  if (!dependencies.variants.questionRoute) return;
  app.get('/:conversation/questions/:question', route('read-question'), (request) =>
    serializeQuestion(questionOf(dependencies, request).question, serializeOptions(dependencies)),
  );
}

async function create(dependencies: ApiDependencies, request: FastifyRequest, reply: FastifyReply) {
  const { question: text } = parseRequest(CreateBody, request.body);
  const user = userOf(request);
  const question = await ask(dependencies, user, text);
  await waitForOutcomeIfConfigured(dependencies, request, question);
  reply.code(dependencies.variants.createStatus);
  return serializeConversation(
    conversationOf(dependencies, user, question.conversationId),
    serializeOptions(dependencies),
  );
}

async function followUp(
  dependencies: ApiDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const user = userOf(request);
  const conversation = conversationOf(dependencies, user, pathIds(request).conversation);
  const body = parseRequest(FollowUpBody, request.body);
  checkRepeatedId(dependencies.variants, body.conversation_id, conversation.id);
  const question = await askFollowUp(dependencies, { user, conversation, text: body.question });
  await waitForOutcomeIfConfigured(dependencies, request, question);
  reply.code(dependencies.variants.createStatus);
  return dependencies.variants.followUp === 'question'
    ? serializeQuestion(question, serializeOptions(dependencies))
    : serializeConversation(conversation, serializeOptions(dependencies));
}

function read(dependencies: ApiDependencies, request: FastifyRequest) {
  const user = userOf(request);
  const { now, ...rest } = serializeOptions(dependencies);
  const record = conversationOf(dependencies, user, pathIds(request).conversation);
  const quota = dependencies.quota.usage(user.id, now);
  return serializeForViewer(record, { ...rest, now, quota, viewerId: user.id });
}

function list(dependencies: ApiDependencies, request: FastifyRequest) {
  const query = parseRequest(ListQuery, request.query);
  const user = userOf(request);
  const visible = visibleConversations(dependencies, user, query);
  const page = paginateConversations(filterConversations(visible, query), query, (id) => {
    const deleted = dependencies.store.deleted(id);
    return (
      visible.find((one) => one.id === id) ?? (deleted?.userId === user.id ? deleted : undefined)
    );
  });
  if (!page) throw new HttpError(400, 'page_after: is no cursor of this list');
  const items = page.items.map((record) =>
    serializeConversation(record, serializeOptions(dependencies)),
  );
  const form = dependencies.variants.list;
  return form === 'array' ? items : { [form]: items, next_cursor: page.cursor ?? null };
}

async function deleteConversation(dependencies: ApiDependencies, request: FastifyRequest) {
  const record = conversationOf(dependencies, userOf(request), pathIds(request).conversation);
  await dependencies.store.remove(record.id);
  for (const question of record.questions) dependencies.runner.cancel(question);
  return {};
}

function cancel(dependencies: ApiDependencies, request: FastifyRequest, reply: FastifyReply) {
  const { question, conversation } = questionOf(dependencies, request);
  const { variants } = dependencies;
  if (variants.cancel !== 'keeps-processing') dependencies.runner.cancel(question);
  if (variants.cancelReply === 'empty') return reply.send();
  return variants.cancelReply === 'question'
    ? serializeQuestion(question, serializeOptions(dependencies))
    : serializeConversation(conversation, serializeOptions(dependencies));
}

/** The user's own conversations, and with sharing on the one whose read token was given. */
function visibleConversations(
  { store, runtime }: ApiDependencies,
  user: ServiceUser,
  query: ListQuery,
): readonly ConversationRecord[] {
  const token = query.filter_read_token?.toLowerCase();
  return store
    .all()
    .filter(
      (record) => record.userId === user.id || (runtime.sharing && record.readToken === token),
    );
}

/** Somebody else's conversation is a 404, as if it did not exist. */
function conversationOf(
  dependencies: ApiDependencies,
  user: ServiceUser,
  id: number,
): ConversationRecord {
  const record = dependencies.store.get(id);
  if (record?.userId !== user.id) throw new HttpError(404, 'conversation not found');
  return record;
}

function questionOf(dependencies: ApiDependencies, request: FastifyRequest) {
  const { conversation: id, question: questionId } = pathIds(request);
  const conversation = conversationOf(dependencies, userOf(request), id);
  const question = conversation.questions.find((one) => one.id === questionId);
  if (!question) throw new HttpError(404, 'question not found in this conversation');
  return { conversation, question };
}

function checkRepeatedId(variants: ApiVariants, repeatedId: number | undefined, id: number): void {
  if (repeatedId === undefined && variants.followUpId === 'optional') return;
  if (repeatedId !== id) throw new HttpError(400, 'conversation_id: must equal the one in the URL');
}

/** Some instances respond to a creation only once the question has an outcome. */
async function waitForOutcomeIfConfigured(
  { variants, notifier }: ApiDependencies,
  request: FastifyRequest,
  question: QuestionRecord,
): Promise<void> {
  const prefersAsync = /\brespond-async\b/i.test(String(request.headers['prefer'] ?? ''));
  if (variants.createWaits === 'never') return;
  if (variants.createWaits === 'unless-asked' && prefersAsync) return;
  const ended = () => question.phase === 'ended' || request.raw.socket.destroyed;
  await notifier.waitFor(ended, { timeoutMs: 600_000, what: 'the question to end' });
}

function serializeOptions({ variants, runtime }: ApiDependencies) {
  return { variants, publicUrl: runtime.publicUrl, now: Date.now() };
}

function pathIds(request: FastifyRequest): { conversation: number; question: number } {
  const { conversation, question } = parseRequest(PathParams, request.params);
  return { conversation: Number(conversation), question: Number(question) };
}

function parseRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new HttpError(400, result.error.issues.map(issueMessage).join('; '));
}

function issueMessage({ path, message }: z.core.$ZodIssue): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}
