import type { Question } from '../../src/model/question.js';

/** The record of a new question, with the given changes. */
export function questionRecord(change: Partial<Question> = {}): Question {
  return {
    v: 1,
    id: 'T1-C1-1700000000.000100',
    revision: 0,
    phase: 'received',
    origin: 'mention',
    place: {
      workspace: 'T1',
      channel: 'C1',
      direct: false,
      threadTs: '1700000000.000100',
    },
    messageTs: '1700000000.000100',
    user: 'U1',
    text: 'how does retry work?',
    askedAt: 1_700_000_000_000,
    posts: {},
    ...change,
  };
}
