import { expect, it } from 'vitest';
import {
  actionsRow,
  answerActions,
  askAgainButtons,
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

it('an option of the menu holds what Slack accepts, for the longest question id too', () => {
  const id = `T${'0'.repeat(29)}-C${'0'.repeat(29)}-b${'0'.repeat(20)}`;
  const ref = { conversationId: 1, questionId: 1 };
  const { elements } = answerActions(
    { id, ref, privately: true },
    {
      count: 1_000,
      files: true,
      elsewhere: [],
    },
  );
  expect(elements.map(({ type }) => type)).toEqual([...Array(4).fill('button'), 'overflow']);
  const [menu] = elements.flatMap((element) => (element.type === 'overflow' ? [element] : []));
  expect(menu?.options).toHaveLength(5);
  for (const { text, value = '' } of menu?.options ?? []) {
    expect(text.text.length).toBeLessThanOrEqual(75);
    expect(value.length).toBeLessThanOrEqual(150);
  }
});
