import { expect, it } from 'vitest';
import { crashAtEveryCall } from './crash-rows.js';

/** Only a guard against hanging. */
const HANGS_MS = 600_000;

it(
  'a process killed at any call loses no question, posts nothing twice and asks the service once',
  async () => {
    const { faults, duplicateConversations } = await crashAtEveryCall(1);
    const found = [...faults, ...duplicateConversations];
    expect(found, found.join('\n')).toEqual([]);
  },
  HANGS_MS,
);
