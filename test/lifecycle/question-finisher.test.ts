import { expect, it } from 'vitest';
import type { Delivery } from '../../src/deliver/deliver.js';
import type { QuestionResult } from '../../src/lifecycle/outcome-messages.js';
import {
  QuestionFinisher,
  type QuestionFinisherOptions,
} from '../../src/lifecycle/question-finisher.js';
import type { Question } from '../../src/model/question.js';
import type { QuestionHandle } from '../../src/store/questions.js';
import { questionRecord } from '../store/question-record.js';

it('a record that has ended without an outcome is the app’s own error, not one of the service', async () => {
  const question = questionRecord({ phase: 'ended', endedAt: 1_700_000_001_000 });
  const texts: string[] = [];
  const options = {
    judgeResult: async (_: Question, ended: QuestionResult) => ({ kind: 'here', ended }),
    checkCitations: async (_: QuestionHandle, ended: QuestionResult) => ({
      ended,
      later: () => undefined,
    }),
    deliver: async (held: QuestionHandle, { render }: Delivery) => {
      texts.push(...render(held).parts.map(({ text }) => text));
    },
    reactions: { end: () => undefined },
    agentStatus: { clear: () => undefined },
    threads: { queue: async () => [] },
    observe: () => undefined,
    ended: async () => undefined,
    baseUrl: 'https://deepsearch.example.com',
    now: () => 1_700_000_002_000,
  };
  const finisher = new QuestionFinisher(options as unknown as QuestionFinisherOptions);
  const held = { question } as QuestionHandle;
  const { signal } = new AbortController();
  await finisher.deliver(held, { lastResult: undefined, flags: {}, signal, endedBefore: true });
  expect(texts.join('\n')).toContain('This app had an internal error');
});
