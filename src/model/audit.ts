import { z } from 'zod';
import type { Place } from './place.js';

/** What the audit trail tells of, each with its meaning: docs/audit.md and the JSON Schema have the same. */
export const AUDIT_ACTIONS = {
  'question.asked': 'A question was accepted',
  'question.refused': 'A question was not accepted; `outcome` says why',
  'question.stopped': 'Somebody stopped a question',
  'question.ended': 'A question has its outcome; `user` is who had asked',
  'conversation.shown': 'Somebody was shown a conversation, or a page of it',
  'conversation.shared': 'Somebody was given the link that opens a conversation to whoever has it',
  'conversation.exported': 'Somebody was given a conversation as Markdown',
  'conversation.deleted': 'A conversation was deleted on the instance',
  'answer.shared': 'A private answer was posted to the channel that it was asked in',
  'setting.changed': 'A setting has another value; `setting` says which',
  'account.connected': 'Somebody connected their own account on the instance',
  'account.disconnected': 'Somebody disconnected it',
  'app.installed': 'The app was installed in a workspace or an organization',
  'app.uninstalled': 'The app was removed from a workspace, and its data was deleted',
  'data.deleted': 'Somebody had their data deleted, or an admin that of `subject`',
  'trail.gap':
    'Entries are missing, since too many waited to be sealed; `gap` says how many at most, and from when to when',
  'trail.trimmed': 'The oldest entries of the audit trail were removed; `trimmed` says up to which',
} as const satisfies Readonly<Record<string, string>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

const ACTIONS = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];

const MAX_ID_LENGTH = 300;
/** A setting's value is configuration, so it is kept whole: the longest, an audience, has 20,151 characters as JSON. */
const MAX_VALUE_LENGTH = 25_000;

const Id = z.string().min(1).max(MAX_ID_LENGTH);
const SettingValue = z.string().max(MAX_VALUE_LENGTH);

/**
 * One thing that happened: who did what, where, with which conversation, and what came of it. Never content,
 * such as the text of a question, an answer or a title.
 */
export const AuditEntry = z.strictObject({
  action: z.enum(ACTIONS),
  /** Of the request, question or event that did it: the same action with the same ID counts once. */
  id: Id,
  /** The workspace's or organization's ID. */
  workspace: Id,
  /** Who did it; absent: nobody in Slack. */
  user: Id.exactOptional(),
  /** Whom it is about, if that is somebody else. */
  subject: Id.exactOptional(),
  channel: Id.exactOptional(),
  thread: Id.exactOptional(),
  /** Its ID on the instance. */
  conversation: z.int().positive().exactOptional(),
  /** Our question's ID. */
  question: Id.exactOptional(),
  /** One word. */
  outcome: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/)
    .exactOptional(),
  /** Values as JSON; absent: not set. */
  setting: z
    .strictObject({
      name: Id,
      before: SettingValue.exactOptional(),
      after: SettingValue.exactOptional(),
    })
    .exactOptional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The hash before the first entry. */
export const FIRST_PREVIOUS = '0'.repeat(64);

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A place in the trail: everything up to this entry, by its hash. */
export const AuditPoint = z.strictObject({ sequence: z.int().nonnegative(), hash: Hash });
export type AuditPoint = z.infer<typeof AuditPoint>;

/** An entry as it is in the trail, each chained to the one before by its hash. */
export const AuditRecord = AuditEntry.extend({
  /** Absent: it is about the trail itself. */
  workspace: Id.exactOptional(),
  /** Counts from 1, without gaps. */
  sequence: z.int().positive(),
  /** When it happened, in UTC. */
  time: z.iso.datetime(),
  /** The last entry that was removed, and its hash. */
  trimmed: AuditPoint.exactOptional(),
  /** Entries that are not in the trail. Their number may include repetitions. */
  gap: z
    .strictObject({
      entries: z.int().positive(),
      since: z.iso.datetime(),
      until: z.iso.datetime(),
    })
    .exactOptional(),
  /** The hash of the entry before; of the first: zeros. */
  previous: Hash,
  /** SHA-256 of the canonical JSON (RFC 8785) of the entry without this field, in hexadecimal. */
  hash: Hash,
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/**
 * Adds an entry to the audit trail. Resolves once Redis has it, and never rejects: while Redis is away, entries
 * wait in memory. An action that may run again records the same `id` again.
 */
export type RecordAudit = (entry: AuditEntry) => Promise<void>;

/** Where something happened, as entries have it. */
export function auditPlace({ workspace, channel, threadTs }: Place) {
  return { workspace, channel, ...(threadTs === undefined ? {} : { thread: threadTs }) };
}
