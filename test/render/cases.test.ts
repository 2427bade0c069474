import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderAnswer } from '../../src/render/answer.js';
import { renderEnding, renderRoot, renderSettled } from '../../src/render/ending.js';
import { renderOverdue, renderOverdueSettled } from '../../src/render/overdue.js';
import { renderProgress } from '../../src/render/progress.js';
import { expectWithinLimits } from './slack.js';

/**
 * A folder for each kind of message: what it is made of, and `messages.json`, what becomes of it.
 * `npx vitest run test/render -u` writes the latter anew; look at the difference.
 */
const CASES = fileURLToPath(new URL('../cases/render/', import.meta.url));

const RENDERERS = {
  renderEnding,
  renderOverdue,
  renderOverdueSettled,
  renderProgress,
  renderRoot,
  renderSettled,
};

const ANSWER = {
  title: '',
  sources: [],
  followups: [],
  stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
};

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** `answer.md` with what `input.json` adds, or `[renderer, ...arguments]` of `input.json`. */
function messagesOf(folder: string): unknown[] {
  const text = read(`${folder}/answer.md`);
  const input = JSON.parse(read(`${folder}/input.json`) ?? '{}');
  if (text === undefined) {
    const [name, ...args] = input as [keyof typeof RENDERERS, unknown, unknown];
    const render = RENDERERS[name] as (...all: unknown[]) => unknown;
    return [render(...args)];
  }
  const answer = { ...ANSWER, text, ...input.answer };
  const question = { id: 'T1-C1-1.1', text: 'How does retry work?' };
  const about = { question, baseUrl: 'https://code.example.com' };
  const common = { ...about, elapsedMs: 12_300, afterStop: false };
  return renderAnswer({ ...common, ...input, answer });
}

describe('what becomes of', () => {
  for (const name of readdirSync(CASES)) {
    it(name, async () => {
      const messages = messagesOf(CASES + name);
      for (const message of messages) expectWithinLimits(message as never);
      const json = `${JSON.stringify(messages, null, 2)}\n`;
      await expect(json).toMatchFileSnapshot(`${CASES}${name}/messages.json`);
    });
  }
});
