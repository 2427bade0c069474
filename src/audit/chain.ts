import { createHash } from 'node:crypto';
import type { AuditPoint, AuditRecord } from '../model/audit.js';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** JSON with sorted names and without spaces (RFC 8785, for values without fractions). Pure. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value as Json));
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** What is chained: all but the hash and the place. */
export type Unchained = Omit<AuditRecord, 'sequence' | 'previous' | 'hash'>;

/** The entry after `last`. Pure. */
export function chained(last: AuditPoint, entry: Unchained): AuditRecord {
  const body = { ...entry, sequence: last.sequence + 1, previous: last.hash };
  return { ...body, hash: hashOf(body) };
}

/** SHA-256 of the canonical JSON of an entry without its hash. Pure. */
export function hashOf({ hash: _own, ...body }: Omit<AuditRecord, 'hash'> & { hash?: string }) {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}
