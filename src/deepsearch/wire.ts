import { z } from 'zod';
import { many, soft } from '../http/tolerant.js';

/*
 * The service's own shapes, as far as we read them. Only ids are insisted on; unknown statuses,
 * roles and types pass by.
 */

/** Not `min(1)`: that measures whatever has a length, and throws where it is no number. */
const Filled = z.string().regex(/./s);

/** A positive safe integer; some serialisers write it as a string. */
export const WireId = z.union([
  z.int().positive(),
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().positive()),
]);

/** An ISO 8601 time as ms since the epoch; the document says UTC, so a bare time is read as UTC. */
const Instant = z
  .string()
  .transform((text) => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text))
  .refine((ms) => !Number.isNaN(ms));

const Amount = z.number().nonnegative().catch(0);

const WireTurn = z.object({
  reasoning: soft(z.string()),
  role: soft(z.string()),
  timestamp: soft(z.number().nonnegative()),
});
export type WireTurn = z.infer<typeof WireTurn>;

const WireSource = z.object({
  type: z.string().catch(''),
  link: Filled,
  label: soft(z.string()),
});

const WireStats = z.object({
  time_millis: Amount,
  tool_calls: Amount,
  total_tokens: Amount,
  credits: Amount,
});

const WireError = z.union([
  z.string().transform((message) => ({ kind: undefined, title: undefined, message })),
  z.object({ kind: soft(z.string()), title: soft(z.string()), message: soft(z.string()) }),
]);
export type WireError = z.infer<typeof WireError>;

export const WireQuestion = z.object({
  id: WireId,
  conversation_id: soft(WireId),
  question: soft(z.string()),
  created_at: soft(Instant),
  status: soft(z.string()),
  turns: many(WireTurn),
  stats: soft(WireStats),
  suggested_followups: many(z.string()),
  title: soft(z.string()),
  answer: soft(z.string()),
  sources: many(WireSource),
  error: soft(WireError),
});
export type WireQuestion = z.infer<typeof WireQuestion>;

const WireQuota = z.object({
  total_quota: z.number().nonnegative(),
  quota_limit: soft(z.number()),
  reset_time: soft(Instant),
});
export type WireQuota = z.infer<typeof WireQuota>;

export const WireConversation = z.object({
  id: WireId,
  questions: many(WireQuestion),
  created_at: soft(Instant),
  updated_at: soft(Instant),
  user_id: soft(WireId),
  read_token: soft(Filled),
  share_url: soft(Filled),
  viewer: soft(z.object({ is_owner: soft(z.boolean()) })),
  quota_usage: soft(WireQuota),
});
export type WireConversation = z.infer<typeof WireConversation>;

/** A conversation none of whose questions had to be left out. */
export const WireWhole = z.object({ questions: z.array(z.object({ id: WireId })) });
