import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';

const QUESTION = 'T1-C1-1700000000.000100';

function clicked(value: string) {
  return parseAction(
    {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'U1', team_id: 'T1' },
      channel: { id: 'D1', name: 'directmessage' },
      message: { ts: '1700000001.000100' },
      container: { message_ts: '1700000001.000100' },
      actions: [
        {
          type: 'button',
          action_id: 'answer.share-anyway',
          block_id: 'b',
          value,
          action_ts: '1.2',
        },
      ],
    },
    1,
  );
}

describe('the button that shares an answer anyway', () => {
  it('says what its user was told', () => {
    const despite = '0123456789abcdef';
    expect(clicked(`${despite}:${QUESTION}`)).toMatchObject({
      kind: 'share-answer',
      questionId: QUESTION,
      despite,
    });
  });

  it.each([QUESTION, `:${QUESTION}`, `0123:${QUESTION}`, `${'g'.repeat(16)}:${QUESTION}`, ''])(
    '%j is ignored',
    (value) => expect(clicked(value).kind).toBe('ignored'),
  );
});
