import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FileMessage } from '../../src/render/blocks/message.js';
import { renderDelivered } from '../../src/render/question/long-answer.js';
import {
  renderFinishedStatus,
  renderOutcome,
  renderRoot,
} from '../../src/render/question/outcome.js';
import { renderFinishedOverdue, renderOverdue } from '../../src/render/question/overdue.js';
import { renderProgress } from '../../src/render/question/progress.js';
import { renderedMessage } from '../support/message-text.js';
import { expectWithinLimits } from './slack.js';

/**
 * A folder for each kind of message holds its input and the rendered result: `messages.json` as Slack
 * gets it, `messages.txt` as a person sees it, and `file.md` if the answer goes into a file.
 * `npx vitest run test/render -u` rewrites them: review the diff.
 */
const CASES = fileURLToPath(new URL('../cases/render/', import.meta.url));

const RENDERERS = {
  renderEnding: renderOutcome,
  renderOverdue,
  renderOverdueSettled: renderFinishedOverdue,
  renderProgress,
  renderRoot,
  renderSettled: renderFinishedStatus,
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
function become(folder: string): { readonly parts: unknown[]; readonly file?: FileMessage } {
  const text = read(`${folder}/answer.md`);
  const input = JSON.parse(read(`${folder}/input.json`) ?? '{}');
  if (text === undefined) {
    const [name, ...args] = input as [keyof typeof RENDERERS, unknown, unknown];
    const render = RENDERERS[name] as (...all: unknown[]) => unknown;
    return { parts: [render(...args)] };
  }
  const answer = { ...ANSWER, text, ...input.answer };
  const question = { id: 'T1-C1-1.1', text: 'How does retry work?' };
  const about = { question, baseUrl: 'https://code.example.com' };
  const common = { ...about, asked: question.text, elapsedMs: 12_300, afterStop: false };
  return renderDelivered({ ...common, withoutFile: false, ...input, answer });
}

describe('a message is rendered as in its golden files:', () => {
  for (const name of readdirSync(CASES)) {
    it(name, async () => {
      const { parts, file } = become(CASES + name);
      for (const message of parts) expectWithinLimits(message as never);
      const json = `${JSON.stringify(parts, null, 2)}\n`;
      await expect(json).toMatchFileSnapshot(`${CASES}${name}/messages.json`);
      const messages = JSON.parse(json) as Parameters<typeof renderedMessage>[0][];
      const drawn = messages.map(renderedMessage).join('\n----------\n\n');
      await expect(drawn).toMatchFileSnapshot(`${CASES}${name}/messages.txt`);
      expect(file === undefined).toBe(!existsSync(`${CASES}${name}/file.md`));
      if (file !== undefined) {
        await expect(file.content).toMatchFileSnapshot(`${CASES}${name}/file.md`);
      }
    });
  }
});
