import { expect, it } from 'vitest';
import { clickedQuestion } from '../../src/policy/clicked-question.js';
import { questionRecord } from '../store/question-record.js';

const question = questionRecord();
const { id: questionId, place } = question;
const load = async (id: string) => (id === questionId ? question : undefined);

it('finds the question of the clicked answer', async () => {
  expect(await clickedQuestion({ load }, { questionId, place })).toBe(question);
  const sister = { ...place, workspace: 'T2' };
  expect(await clickedQuestion({ load }, { questionId, place: sister })).toBe(question);
});

it.each([
  ['that is forgotten', { questionId: 'other', place }],
  ['of another channel', { questionId, place: { ...place, channel: 'C2' } }],
])('finds no question %s', async (_, click) => {
  expect(await clickedQuestion({ load }, click)).toBeUndefined();
});
