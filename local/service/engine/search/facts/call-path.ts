import { definitionsAround } from '../passages/definitions-around.js';
import { findUsages, type Usage } from './find-usages.js';
import type { LookUp } from './look-up.js';
import { readFileAt } from './look-up.js';
import { type NamedSymbol, symbolAt } from './named-symbol.js';

/** One call on the way: who calls whom, and where. */
export interface CallStep {
  readonly caller: string;
  readonly callee: string;
  readonly call: Usage;
}

export const MAX_CALLS = 6;
const MAX_LOOKED_UP = 24;
const MAX_TIME_MS = 12_000;

export interface CallPath {
  /** In their order; empty if none was found. */
  readonly steps: readonly CallStep[];
  /** Whether all callers were looked at, so that there is no such path where none was found. */
  readonly isComplete: boolean;
}

/**
 * The shortest path of calls. It is found backwards, since the callers of a function are fewer than what it calls.
 */
export async function findCallPath(
  from: NamedSymbol,
  to: NamedSymbol,
  input: LookUp,
): Promise<CallPath> {
  const deadline = Date.now() + MAX_TIME_MS;
  const seen = new Set([keyOf(to)]);
  let ends: { symbol: NamedSymbol; steps: CallStep[] }[] = [{ symbol: to, steps: [] }];
  let lookedUp = 0;
  let isComplete = true;
  for (let length = 1; length <= MAX_CALLS && ends.length > 0; length += 1) {
    const next: typeof ends = [];
    for (const { symbol, steps } of ends) {
      if (lookedUp >= MAX_LOOKED_UP || Date.now() > deadline) {
        return { steps: [], isComplete: false };
      }
      lookedUp += 1;
      const usages = await findUsages(symbol.passage.name, symbol, input);
      isComplete &&= usages.isComplete;
      const calls = usages.found.filter(({ kind, role }) => kind === 'call' && role === 'code');
      for (const call of calls) {
        if (Date.now() > deadline) return { steps: [], isComplete: false };
        const caller = await callerOf(call, from, input);
        if (!caller) continue;
        const step = { caller: caller.passage.name, callee: symbol.passage.name, call };
        if (keyOf(caller) === keyOf(from)) return { steps: [step, ...steps], isComplete };
        if (seen.has(keyOf(caller))) continue;
        seen.add(keyOf(caller));
        next.push({ symbol: caller, steps: [step, ...steps] });
      }
    }
    ends = next;
  }
  return { steps: [], isComplete };
}

function keyOf({ passage: { file, definition } }: NamedSymbol): string {
  return `${file.repo}/${file.path}:${definition.line}`;
}

/** The function that a call is in; the wanted one, if that is around it. */
async function callerOf(
  call: Usage,
  wanted: NamedSymbol,
  input: LookUp,
): Promise<NamedSymbol | undefined> {
  const file = await readFileAt(call, input);
  if (!file) return undefined;
  const { searched } = call;
  const around = definitionsAround(file, call.start)
    .filter(({ kind }) => kind !== 'section' && kind !== 'constant')
    .map((definition) => ({ ...symbolAt({ searched, file }, definition), others: 0 }));
  return around.find((one) => keyOf(one) === keyOf(wanted)) ?? around.at(-1);
}
