import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, EngineError } from '../../local/service/conversation/engine.js';

/** How the service works on a question. */
export interface AnswerPlan {
  readonly workMs: number;
  /** Work only begins once this resolves. */
  readonly until?: Promise<void>;
  /** An answer of `SECTIONS` sections, too long for one message. */
  readonly long?: true;
  readonly fails?: true;
}

/** What a long answer has, numbered from 1. */
export const LONG_ANSWER_SECTIONS = 30;

/** A question's unique mark: part of its text and of its answer only. */
export const QUESTION_MARK = /q\d+q/;

const QUICK: AnswerPlan = { workMs: 0 };

/** Works on each question as planned for its mark; without a plan it answers at once. */
export function plannedEngine(plans: ReadonlyMap<string, AnswerPlan>): Engine {
  return async (question, { signal, report, stats }) => {
    const mark = question.match(QUESTION_MARK)?.[0] ?? 'unmarked';
    const { workMs, until, long, fails } = plans.get(mark) ?? QUICK;
    signal.throwIfAborted();
    if (until) await Promise.race([until, once(signal, 'abort')]);
    signal.throwIfAborted();
    for (let left = workMs; left > 0; left -= 500) {
      report(`Searching for ${left}`);
      stats({ tool_calls: 1 });
      await sleep(Math.min(500, left), undefined, { signal });
    }
    if (fails) throw new EngineError(NO_LUCK);
    return {
      answer: long ? longAnswer(mark) : shortAnswer(mark),
      sources: ANSWER_SOURCES,
    };
  };
}

export const ANSWER_SOURCES = [
  { type: 'File', link: '/acme/shop/-/blob/src/queue.ts', label: 'src/queue.ts' },
];

const NO_LUCK = { title: 'No luck', kind: 'InternalError', message: 'It fails as planned.' };

export function shortAnswer(mark: string): string {
  return `answer-${mark}: it is in [queue.ts](/acme/shop/-/blob/src/queue.ts?L10-20).`;
}

function longAnswer(mark: string): string {
  const heads = Array.from(
    { length: LONG_ANSWER_SECTIONS },
    (_, i) => `## section-${mark}-${i + 1}.`,
  );
  return heads.map((head) => `${head}\n\n${'word '.repeat(200)}`).join('\n\n');
}
