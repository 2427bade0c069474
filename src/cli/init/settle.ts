import type { z } from 'zod';
import { Environment, type Variable } from '../../config/environment.js';
import { type Finding, hasNoProblems } from '../../ops/doctor.js';
import type { Dialog, Validate } from './dialog.js';
import type { Draft } from './draft.js';

/** A setting to ask for, and how to see whether it works. */
export interface Topic {
  readonly name: Variable;
  ask(): Promise<string>;
  /** What the person sees while it is checked. */
  readonly checking?: string;
  /** Absent: only its format can be checked. */
  readonly check?: (value: string) => Promise<readonly Finding[]>;
  /** Another way out of these findings than another value. */
  readonly remedy?: (findings: readonly Finding[], value: string) => Remedy | undefined;
}

interface Remedy {
  readonly label: string;
  /** Gives another value. */
  apply(): Promise<string>;
}

/**
 * Asks for a setting until it works, or the person continues without. One that `.env` has is checked
 * first. True if there is no problem with it.
 */
export async function settle(dialog: Dialog, draft: Draft, topic: Topic): Promise<boolean> {
  const { name } = topic;
  let value = existing(dialog, draft, name) ?? (await topic.ask());
  for (;;) {
    const findings = await checkValue(dialog, topic, value);
    dialog.show(findings);
    const works = hasNoProblems(findings);
    const next = works ? 'keep' : await whatNext(dialog, topic.remedy?.(findings, value)?.label);
    if (next === 'keep') {
      draft.set({ [name]: value });
      return works;
    }
    if (next === 'other') value = await topic.ask();
    if (next === 'remedy') value = (await topic.remedy?.(findings, value)?.apply()) ?? value;
  }
}

async function checkValue(dialog: Dialog, { checking, check }: Topic, value: string) {
  if (check === undefined) return [];
  return dialog.wait(checking ?? 'Checking it', () => check(value));
}

function existing(dialog: Dialog, draft: Draft, name: Variable): string | undefined {
  const value = draft.get(name);
  if (value === undefined) return undefined;
  const mistake = validatorOf(name)(value);
  if (mistake === undefined) return value;
  dialog.show([{ state: 'problem', says: `${name} in ${draft.paths.env} ${mistake}` }]);
  return undefined;
}

function whatNext(dialog: Dialog, remedy: string | undefined) {
  return dialog.choose('What next?', [
    ...(remedy === undefined ? [] : [{ value: 'remedy', label: remedy } as const]),
    { value: 'other', label: 'Enter another value' },
    { value: 'again', label: 'Check again', hint: 'after you have fixed it elsewhere' },
    { value: 'keep', label: 'Continue, and fix it later' },
  ]);
}

/** Says what is wrong with a value, by the format of the setting. */
export function validatorOf(name: Variable): Validate {
  const schema: z.ZodType = Environment.shape[name];
  return (entry) => {
    if (entry === '') return 'must not be empty';
    return schema.safeParse(entry).error?.issues[0]?.message;
  };
}
