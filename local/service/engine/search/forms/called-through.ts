import { wordParts } from '../../../index/terms.js';
import { findUsages, type Usage } from '../facts/find-usages.js';
import { receiversOf } from '../facts/receivers.js';
import type { FormInput } from './form.js';

/** Calls of a function by the name of the field that it was assigned to. */
export interface CalledThrough {
  readonly field: string;
  readonly calls: readonly Usage[];
}

/** A field that many call is rather several fields of the same name. */
const MAX_CALLS = 4;

/**
 * What calls a function through a field that one of these lines assigns it to: with `onGone: harbour.forget`, the calls
 * of `boat.onGone()`. By the name of the field alone, so only where a name has several words and is rarely called.
 */
export async function calledThrough(
  assigned: readonly Usage[],
  word: string,
  input: FormInput,
): Promise<CalledThrough | undefined> {
  const [field] = assigned.flatMap(({ code }) => fieldAssigned(code, word) ?? []);
  if (field === undefined || field === word || wordParts(field).length < 2) return undefined;
  const { found, isComplete, signatures } = await findUsages(field, undefined, input);
  const calls = found.filter(
    ({ kind, role, code }) =>
      kind === 'call' && role === 'code' && receiversOf(code, field).some((one) => one !== ''),
  );
  const isRare = calls.length > 0 && calls.length <= MAX_CALLS;
  return isComplete && isRare && signatures.length === 0 ? { field, calls } : undefined;
}

/** `onGone` of `onGone: harbour.forget,`, of `boat.onGone = harbour.forget;` and of `onGone={forget}`. */
export function fieldAssigned(code: string, word: string): string | undefined {
  const at = code.indexOf(word);
  if (at < 0 || !/^\s*(?:[,;)}\]]|$)/.test(code.slice(at + word.length))) return undefined;
  return ASSIGNED.exec(code.slice(Math.max(0, at - MAX_BEFORE), at))?.[1];
}

const MAX_BEFORE = 200;
const ASSIGNED =
  /(?<![\w$])([A-Za-z_$][\w$]{2,80})["']?\s?(?::|=|=>)\s?\{?&?(?:[\w$]{1,80}(?:\.|::|->)){0,5}$/;
