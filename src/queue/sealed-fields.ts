import type { Intent } from '../model/intent.js';
import type { Vault } from '../vault/vault.js';

/** The fields of intents that hold sealed values, at any depth, and the kind that these are sealed for. */
const SEALED_FIELDS: ReadonlyMap<string, 'response_url' | 'pasted_link'> = new Map([
  ['sealedResponseUrl', 'response_url'],
  ['sealedLink', 'pasted_link'],
  ['sealedLinks', 'pasted_link'],
]);

/** The same intent with its sealed values bound to its job, so that no other job can use them. */
export function bindToJob<I extends Intent>(intent: I, bind: Vault['bind']): I {
  return changeSealed(intent, (sealed, kind) => bind(sealed, kind, jobOf(intent)));
}

/** The reverse. */
export function unbindFromJob<I extends Intent>(intent: I, unbind: Vault['unbind']): I {
  return changeSealed(intent, (sealed, kind) => unbind(sealed, kind, jobOf(intent)));
}

function jobOf({ id }: Intent): string {
  return `job:${id}`;
}

type Change = (sealed: string, kind: string) => string;

/** The same value with its sealed fields changed. */
function changeSealed<T>(value: T, change: Change): T {
  return changeAt(value, undefined, change) as T;
}

function changeAt(value: unknown, kind: string | undefined, change: Change): unknown {
  if (typeof value === 'string') return kind === undefined ? value : change(value, kind);
  if (Array.isArray(value)) return value.map((each) => changeAt(each, kind, change));
  if (typeof value !== 'object' || value === null) return value;
  const changed = Object.entries(value).map(([name, inner]) => [
    name,
    changeAt(inner, SEALED_FIELDS.get(name), change),
  ]);
  return Object.fromEntries(changed);
}
