import { expect, it } from 'vitest';
import type { Intent, StopUnconfirmed } from '../../src/model/intent.js';
import { createStopUnconfirmed } from '../../src/question/question-at.js';
import type { MessageOwner } from '../../src/store/question-messages.js';
import { MessageUnconfirmed } from '../../src/store/question-messages.js';

const AT = 1_000_000;
const reaction: StopUnconfirmed = {
  kind: 'stop-unconfirmed',
  id: 'r1',
  place: { workspace: 'T1', channel: 'C1', direct: false },
  messageTs: '999.9',
  user: 'U1',
  at: AT,
};

/** Looks at the reaction so many ms after it; gives what it counts as. */
async function looked(owner: MessageOwner, afterMs: number): Promise<readonly Intent[]> {
  const accepted: Intent[] = [];
  const handle = createStopUnconfirmed({
    questions: { ownerOf: async () => owner },
    accept: async (intent) => void accepted.push(intent),
    now: () => AT + afterMs,
  });
  await handle(reaction);
  return accepted;
}

it('a reaction counts once the question of its message is known', async () => {
  expect(await looked({ kind: 'question', id: 'q1' }, 2_000)).toMatchObject([
    { kind: 'stop', id: 'stop-r1', questionId: 'q1', messageTs: '999.9' },
  ]);
});

it('the event of its message may follow for a while', async () => {
  await expect(looked({ kind: 'none' }, 14_999)).rejects.toThrow(MessageUnconfirmed);
});

it('after that it is on a message of nobody', async () => {
  expect(await looked({ kind: 'none' }, 15_000)).toEqual([]);
});
