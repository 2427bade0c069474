import { expect, it } from 'vitest';
import {
  actionsRow,
  askAgainButtons,
  feedbackRow,
  plainFeedbackRow,
} from '../../src/render/question/answer-actions.js';

it('Ask again holds a short question’s text, or the question’s id', () => {
  expect(askAgainButtons({ text: ` ${'x'.repeat(2_000)}\n` })).toMatchObject([
    { value: 'x'.repeat(2_000) },
  ]);
  expect(actionsRow(askAgainButtons({ text: 'x'.repeat(2_001) }))).toEqual([]);
  expect(askAgainButtons({ text: 'x'.repeat(2_001), id: 'q1' })).toMatchObject([
    { action_id: 'question.ask.again-by-id', value: 'q1' },
  ]);
  expect(actionsRow(askAgainButtons({ text: ' ' }))).toEqual([]);
});

it('thumbs as plain buttons have the same values and an id each', () => {
  expect(plainFeedbackRow(feedbackRow('q1'))).toMatchObject([
    {
      type: 'actions',
      elements: [
        { action_id: 'answer.vote.up', text: { text: '👍' }, value: 'up::q1' },
        { action_id: 'answer.vote.down', text: { text: '👎' }, value: 'down::q1' },
      ],
    },
  ]);
});
