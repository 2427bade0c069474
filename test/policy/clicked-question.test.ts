import { expect, it } from 'vitest';
import { clickedQuestion, questionInView } from '../../src/policy/clicked-question.js';
import { questionRecord } from '../store/question-record.js';

const question = questionRecord();
const { id: questionId, place } = question;
const load = async (id: string) => (id === questionId ? question : undefined);

interface ViewCase {
  readonly place?: typeof place;
  readonly readable?: boolean;
}

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

it.each([
  ['finds the question of a view', { place }, question],
  ['finds none for a view of a place that the user cannot read', { place, readable: false }],
  ['finds none for a view without a place', {}],
  ['finds none for a view of another channel', { place: { ...place, channel: 'C2' } }],
])('%s', async (_, { place: where, readable = true }: ViewCase, found?: typeof question) => {
  const options = { questions: { load }, policy: { mayRead: async () => readable } };
  const view = { questionId, place: where, user: 'U1' };
  expect(await questionInView(options, view)).toBe(found);
});
