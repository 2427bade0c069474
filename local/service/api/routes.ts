import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../conversation/change-notifier.js';
import type { Store } from '../conversation/conversation-store.js';
import type { ConversationRecord, QuestionRecord } from '../conversation/records.js';
import type { Runner } from '../conversation/runner.js';
import type { ApiRoute } from '../faults/types.js';
import type { Forms, ServiceUser } from '../settings/service-options.js';
import { Refusal } from './http-error.js';
import { filtered, ListQuery, paged } from './listing.js';
import type { QuotaLedger } from './quota.js';
import { presentConversation, presentQuestion, presentRetrieval } from './serialize.js';

/** What the routes stand on. `sharing` may change while we run. */
export interface ApiParts {
  readonly store: Store;
  readonly runner: Runner;
  readonly changes: Changes;
  readonly quota: QuotaLedger;
  readonly forms: Forms;
  readonly setting: { readonly publicUrl: string; readonly sharing: boolean };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: ApiRoute;
  }
}

const Create = z.object({ question: z.string().regex(/\S/, 'must not be empty') });
const FollowUp = Create.extend({ conversation_id: z.number().int().optional() });
const ids = z.object({
  conversation: z.string().regex(/^\d+$/, 'the id of a conversation is a positive integer'),
  question: z.string().regex(/^\d+$/, 'the id of a question is a positive integer').optional(),
});

/** The document's endpoints, relative to its root, and the field's `GET /{id}/questions/{qid}`. */
export function addRoutes(app: FastifyInstance, parts: ApiParts): void {
  const route = (name: ApiRoute) => ({ config: { route: name } });
  app.post('/', route('create'), (request, reply) => create(parts, request, reply));
  app.get('/', route('list'), (request) => list(parts, request));
  app.get('/:conversation', route('read'), (request) => read(parts, request));
  app.delete('/:conversation', route('delete'), (request) => remove(parts, request));
  app.post('/:conversation/questions', route('follow-up'), (request, reply) =>
    followUp(parts, request, reply),
  );
  app.post('/:conversation/questions/:question/cancel', route('cancel'), (request, reply) =>
    cancel(parts, request, reply),
  );
  if (!parts.forms.questionRoute) return;
  app.get('/:conversation/questions/:question', route('read-question'), (request) =>
    presentQuestion(questionOf(parts, request).question, look(parts)),
  );
}

async function create(parts: ApiParts, request: FastifyRequest, reply: FastifyReply) {
  const { question: text } = parsed(Create, request.body);
  const user = userOf(request);
  takeQuota(parts, user);
  const question = await parts.store.create(user.id, text);
  parts.runner.submit(question);
  await perhapsEnded(parts, request, question);
  reply.code(parts.forms.createStatus);
  return presentConversation(conversationOf(parts, user, question.conversationId), look(parts));
}

async function followUp(parts: ApiParts, request: FastifyRequest, reply: FastifyReply) {
  const user = userOf(request);
  const conversation = conversationOf(parts, user, idsOf(request).conversation);
  const body = parsed(FollowUp, request.body);
  checkRepeatedId(parts.forms, body.conversation_id, conversation.id);
  takeQuota(parts, user);
  const question = await parts.store.followUp(conversation, body.question);
  parts.runner.submit(question);
  await perhapsEnded(parts, request, question);
  reply.code(parts.forms.createStatus);
  return parts.forms.followUp === 'question'
    ? presentQuestion(question, look(parts))
    : presentConversation(conversation, look(parts));
}

function read(parts: ApiParts, request: FastifyRequest) {
  const user = userOf(request);
  const { now, ...rest } = look(parts);
  const record = conversationOf(parts, user, idsOf(request).conversation);
  const quota = parts.quota.usage(user.id, now);
  return presentRetrieval(record, { ...rest, now, quota, viewerId: user.id });
}

function list(parts: ApiParts, request: FastifyRequest) {
  const query = parsed(ListQuery, request.query);
  const records = filtered(visible(parts, userOf(request), query), query);
  const page = paged(records, query);
  if (!page) throw new Refusal(400, 'page_after: is no cursor of this list');
  const items = page.items.map((record) => presentConversation(record, look(parts)));
  const form = parts.forms.list;
  return form === 'array' ? items : { [form]: items, next_cursor: page.cursor ?? null };
}

async function remove(parts: ApiParts, request: FastifyRequest) {
  const record = conversationOf(parts, userOf(request), idsOf(request).conversation);
  await parts.store.remove(record.id);
  for (const question of record.questions) parts.runner.cancel(question);
  return {};
}

function cancel(parts: ApiParts, request: FastifyRequest, reply: FastifyReply) {
  const { question, conversation } = questionOf(parts, request);
  const { forms } = parts;
  if (forms.cancel !== 'keeps-processing') parts.runner.cancel(question);
  if (forms.cancelReply === 'empty') return reply.send();
  return forms.cancelReply === 'question'
    ? presentQuestion(question, look(parts))
    : presentConversation(conversation, look(parts));
}

/** One's own, or the one whose read token was given where sharing is on. */
function visible(
  { store, setting }: ApiParts,
  user: ServiceUser,
  query: ListQuery,
): readonly ConversationRecord[] {
  const token = query.filter_read_token?.toLowerCase();
  return store
    .all()
    .filter(
      (record) => record.userId === user.id || (setting.sharing && record.readToken === token),
    );
}

/** Another's conversation is as unknown as one that never was. */
function conversationOf(parts: ApiParts, user: ServiceUser, id: number): ConversationRecord {
  const record = parts.store.get(id);
  if (record?.userId !== user.id) throw new Refusal(404, 'conversation not found');
  return record;
}

function questionOf(parts: ApiParts, request: FastifyRequest) {
  const { conversation: id, question: questionId } = idsOf(request);
  const conversation = conversationOf(parts, userOf(request), id);
  const question = conversation.questions.find((one) => one.id === questionId);
  if (!question) throw new Refusal(404, 'question not found in this conversation');
  return { conversation, question };
}

function checkRepeatedId(forms: Forms, given: number | undefined, id: number): void {
  if (given === undefined && forms.followUpId === 'optional') return;
  if (given !== id) throw new Refusal(400, 'conversation_id: must equal the one in the URL');
}

function takeQuota({ quota }: ApiParts, user: ServiceUser): void {
  const now = Date.now();
  if (quota.take(user.id, now)) return;
  const { quota_limit: limit, reset_time: reset } = quota.usage(user.id, now);
  const seconds = Math.max(1, Math.ceil((Date.parse(reset) - now) / 1000));
  throw new Refusal(429, `quota of ${limit} questions used up until ${reset}`, seconds);
}

/** Some instances answer a creation only when the question has ended. */
async function perhapsEnded(
  { forms, changes }: ApiParts,
  request: FastifyRequest,
  question: QuestionRecord,
): Promise<void> {
  const prefersNot = /\brespond-async\b/i.test(String(request.headers['prefer'] ?? ''));
  if (forms.createWaits === 'never') return;
  if (forms.createWaits === 'unless-asked' && prefersNot) return;
  const ended = () => question.phase === 'ended' || request.raw.socket.destroyed;
  await changes.waitFor(ended, { timeoutMs: 600_000, what: 'the question to end' });
}

function look({ forms, setting }: ApiParts) {
  return { forms, publicUrl: setting.publicUrl, now: Date.now() };
}

function userOf(request: FastifyRequest): ServiceUser {
  if (request.user) return request.user;
  throw new Refusal(401, 'a valid access token is needed: Authorization: token <ACCESS_TOKEN>');
}

function idsOf(request: FastifyRequest): { conversation: number; question: number } {
  const { conversation, question } = parsed(ids, request.params);
  return { conversation: Number(conversation), question: Number(question) };
}

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new Refusal(400, result.error.issues.map(sentence).join('; '));
}

function sentence({ path, message }: z.core.$ZodIssue): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}
