import { z } from 'zod';
import { Place } from '../model/place.js';
import type { Question } from '../model/question.js';

const Posted = z.object({
  at: z.number(),
  ts: z.string().exactOptional(),
  mayBeDuplicated: z.boolean().exactOptional(),
});

/** Where a question was asked, by whom, and which messages of ours are there. */
const Readable = z.object({
  id: z.string(),
  revision: z.int(),
  phase: z.enum(['received', 'creating', 'processing', 'ended', 'delivered']),
  place: Place,
  askedIn: z.string().exactOptional(),
  privately: z.literal(true).exactOptional(),
  messageTs: z.string().exactOptional(),
  user: z.string(),
  text: z.string(),
  askedAt: z.number(),
  acceptedAt: z.number().exactOptional(),
  budgeted: z.literal(true).exactOptional(),
  credits: z.number().exactOptional(),
  workflow: z.object({ execution: z.string(), toldAt: z.number().exactOptional() }).exactOptional(),
  posts: z.record(z.string(), Posted),
  outcomeSent: z.literal(true).exactOptional(),
});

/**
 * The record of a newer version in the form of this one, with what it takes to end the question. Undefined if
 * that is not where it was.
 */
export function readNewerQuestion(body: string): Question | undefined {
  const read = Readable.safeParse(JSON.parse(body)).data;
  return read && { v: 1, origin: 'mention', ...read };
}
