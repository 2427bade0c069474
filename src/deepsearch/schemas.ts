import { z } from 'zod';
import { lenient, lenientArray } from '../http/lenient.js';

/*
 * The JSON of the conversation API, as far as we read it. Only ids are required; unknown statuses,
 * roles and types are accepted.
 */

/** Not `min(1)`: that checks the length of any value that has one, and throws if it is no number. */
const NonEmpty = z.string().regex(/./s);

/** A positive safe integer; some instances write it as a string. */
const WireId = z.union([
  z.int().positive(),
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().positive()),
]);

/** ISO 8601 → ms since the epoch. The API document says UTC, so a time without an offset is UTC. */
const Instant = z
  .string()
  .transform((text) => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text))
  .refine((ms) => !Number.isNaN(ms));

const Amount = z.number().nonnegative().catch(0);

const WireTurn = z.object({
  reasoning: lenient(z.string()),
  role: lenient(z.string()),
  timestamp: lenient(z.number().nonnegative()),
});
export type WireTurn = z.infer<typeof WireTurn>;

const WireSource = z.object({
  type: z.string().catch(''),
  link: NonEmpty,
  label: lenient(z.string()),
});

const WireStats = z.object({
  time_millis: Amount,
  tool_calls: Amount,
  total_tokens: Amount,
  credits: Amount,
});

const WireError = z.union([
  z.string().transform((message) => ({ kind: undefined, title: undefined, message })),
  z.object({ kind: lenient(z.string()), title: lenient(z.string()), message: lenient(z.string()) }),
]);
export type WireError = z.infer<typeof WireError>;

export const WireQuestion = z.object({
  id: WireId,
  conversation_id: lenient(WireId),
  question: lenient(z.string()),
  created_at: lenient(Instant),
  status: lenient(z.string()),
  turns: lenientArray(WireTurn),
  stats: lenient(WireStats),
  suggested_followups: lenientArray(z.string()),
  title: lenient(z.string()),
  answer: lenient(z.string()),
  sources: lenientArray(WireSource),
  error: lenient(WireError),
});
export type WireQuestion = z.infer<typeof WireQuestion>;

const WireQuota = z.object({
  total_quota: z.number().nonnegative(),
  quota_limit: lenient(z.number()),
  reset_time: lenient(Instant),
});
export type WireQuota = z.infer<typeof WireQuota>;

export const WireConversation = z.object({
  id: WireId,
  questions: lenientArray(WireQuestion),
  created_at: lenient(Instant),
  updated_at: lenient(Instant),
  user_id: lenient(WireId),
  read_token: lenient(NonEmpty),
  share_url: lenient(NonEmpty),
  viewer: lenient(z.object({ is_owner: lenient(z.boolean()) })),
  quota_usage: lenient(WireQuota),
});
export type WireConversation = z.infer<typeof WireConversation>;

/** Matches a conversation whose questions all have a valid id. */
export const WireCompleteConversation = z.object({ questions: z.array(z.object({ id: WireId })) });
