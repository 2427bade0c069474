import type { KnownBlock, PlanBlock, TaskCardBlock } from '@slack/types';
import { breakMentions, clip } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import * as questionTexts from '../texts/question.js';
import { context, type Message, section } from './message.js';

/**
 * What is done and what is being done, with a state for each:
 * https://docs.slack.dev/reference/block-kit/blocks/plan-block. `steps`: raw, on one line each.
 */
export function plan(title: string, steps: readonly string[]): PlanBlock {
  const first = Math.max(0, steps.length - SHOWN.steps);
  const tasks = steps.slice(first).map((text, i) => {
    const at = first + i;
    return task(`step-${at}`, text, at === steps.length - 1 ? 'in_progress' : 'complete');
  });
  const earlier = first > 0 ? [task('earlier', questionTexts.earlierSteps(first), 'complete')] : [];
  return { type: 'plan', title, tasks: [...earlier, ...tasks] };
}

function task(id: string, title: string, status: TaskCardBlock['status']): TaskCardBlock {
  return {
    type: 'task_card',
    task_id: id,
    title: clip(breakMentions(title), SHOWN.stepText),
    status,
  };
}

export function hasPlan({ blocks }: Message): boolean {
  return blocks.some(({ type }) => type === 'plan');
}

/** The same as lines, for where Slack takes no plan. */
export function plainPlan({ title, tasks = [] }: PlanBlock): KnownBlock[] {
  const lines = tasks.map((each) => questionTexts.stepLine(String(each.title)));
  return [section(title), ...(lines.length === 0 ? [] : [context(lines.join('\n'))])];
}
