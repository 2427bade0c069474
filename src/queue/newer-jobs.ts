import type { Job } from 'bullmq';
import { z } from 'zod';
import { DeepSearchSlackError } from '../model/error.js';
import type { AskRequest } from '../model/intent.js';
import { MAX_OPEN_MS } from '../model/limits.js';
import { Place } from '../model/place.js';
import { QUEUES, VERSION } from './names.js';

/** For whatever is no question: nobody waits for it any more then, even where every error was transient. */
export const GIVE_UP_AFTER_MS = 24 * 3600_000;

/** A newer version of the app added the job: it is for a worker of that version. */
export class NewerJob extends DeepSearchSlackError {
  readonly code = 'newer_job';

  constructor({ id = '', data }: Pick<Job, 'id' | 'data'>) {
    super(`The job ${id} is of version ${versionOf(data)}, which this version cannot read`);
  }
}

export function isNewer({ data }: Pick<Job, 'data'>): boolean {
  return versionOf(data) > VERSION;
}

function versionOf(data: unknown): number {
  return Number((data as { v?: unknown } | undefined)?.v ?? VERSION);
}

/** As long as a newer worker may try it itself: it is not left for longer. */
export function isLeftTooLong(
  { queueName, timestamp }: Pick<Job, 'queueName' | 'timestamp'>,
  now: number,
): boolean {
  const isQuestion = queueName === QUEUES.intake || queueName === QUEUES.questions;
  return now - timestamp > (isQuestion ? MAX_OPEN_MS : GIVE_UP_AFTER_MS);
}

const Asked = z.object({
  id: z.string(),
  place: Place,
  user: z.string(),
  messageTs: z.string().exactOptional(),
  at: z.number(),
  buttonId: z.string().exactOptional(),
  execution: z.string().exactOptional(),
});

/** What it takes to say that a question was not asked; undefined if that is not where it was. */
export function readNewerAsk(data: unknown): AskRequest | undefined {
  const asked = Asked.safeParse(data).data;
  if (asked === undefined) return undefined;
  return { kind: 'ask', origin: 'mention', text: '', externallyShared: true, ...asked };
}

/** A request of a newer version, as far as this one understands it. */
export interface NewerRequest {
  /** Of its job. */
  readonly id: string;
  readonly kind: string;
  /** Whose request it is, and where they made it. */
  readonly by?: { readonly place: Place; readonly user: string };
}

const RequestedBy = z.object({ place: Place, user: z.string() });

export function readNewerRequest({ id = '', name: kind, data }: Job): NewerRequest {
  const by = RequestedBy.safeParse(data).data;
  return { id, kind, ...(by === undefined ? {} : { by }) };
}
