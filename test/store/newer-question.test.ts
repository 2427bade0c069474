import { expect, it } from 'vitest';
import { readNewerQuestion } from '../../src/store/newer-question.js';
import { questionRecord } from './question-record.js';

it('the record of a newer version says which of its messages may be in Slack twice', () => {
  const posts = { status: { at: 1, ts: '1.1', mayBeDuplicated: true } };
  const newer = { ...questionRecord({ posts }), v: 2, aura: 'blue' };
  expect(readNewerQuestion(JSON.stringify(newer))?.posts).toEqual(posts);
});
