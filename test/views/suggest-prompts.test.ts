import { expect, it } from 'vitest';
import type { MessagesTabOpened } from '../../src/model/view-request.js';
import { createSuggestPrompts } from '../../src/views/suggest-prompts.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger } from '../support/redis-fixture.js';

const MIDNIGHT = Date.UTC(2026, 0, 5);
const HOUR_MS = 3600_000;

it('questions in a direct message refresh its prompts every two hours at most, as long as the queue knows an id', async () => {
  const accepted: MessagesTabOpened[] = [];
  const suggestPrompts = createSuggestPrompts({
    accept: async (opened) => void accepted.push(opened),
    logger: silentLogger,
  });
  const place = { workspace: 'T1', channel: 'D1', direct: true };
  for (const hour of [0, 1.9, 2, 3.9, 23]) {
    await suggestPrompts(questionRecord({ place, askedAt: MIDNIGHT + hour * HOUR_MS }));
  }
  const [at0, at1, at2, at3, at23] = accepted.map(({ id }) => id);
  expect(at1).toBe(at0);
  expect(at3).toBe(at2);
  expect(new Set([at0, at2, at23]).size).toBe(3);
});
