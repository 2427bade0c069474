import { GFM, parser } from '@lezer/markdown';
import { type DeliveredInput, renderDelivered } from '../../src/render/question/long-answer.js';
import type { Figures } from './measures.js';
import type { Program } from './programs.js';

const TIMES = 50;
const SIZE = 100_000;
const gfm = parser.configure(GFM);

/**
 * Answers of 100 kB as the messages and the file that they become; beside them, what it takes the
 * Markdown library alone to read them. Both in this process, warm.
 */
export async function rendering({ name }: Program): Promise<Figures> {
  const work = name === 'ours' ? (text: string) => renderDelivered(inputOf(text)) : parse;
  return {
    'render.prose': timesOf(() => work(PROSE)),
    'render.tables': timesOf(() => work(TABLES)),
  };
}

function parse(text: string): unknown {
  return gfm.parse(text);
}

function timesOf(work: () => unknown): number[] {
  for (let i = 0; i < TIMES; i++) work();
  return Array.from({ length: TIMES }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
}

function inputOf(text: string): DeliveredInput {
  const stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };
  const answer = { title: 'How jobs are tried again', text, sources: [], followups: [], stats };
  const about = { asked: 'How?', baseUrl: 'https://sourcegraph.example.com', elapsedMs: 60_000 };
  return { answer, ...about, afterStop: false, withoutFile: false };
}

const PROSE = repeated((i) => [
  `## Part ${i}`,
  `The queue reads [src/queue.ts](/r/acme/shop/-/blob/src/queue.ts?L${i}-${i + 3}), waits, and **tries** \`work${i}\` again. `.repeat(
    4,
  ),
  `- one\n  - two, with \`code\`\n- [ ] three, see <https://example.com/${i}>`,
  fence(i),
]);

const TABLES = repeated((i) => [table(i), 'Some words about it.', fence(i)]);

function repeated(part: (i: number) => string[]): string {
  let text = '';
  for (let i = 0; text.length < SIZE; i++) text += `${part(i).join('\n\n')}\n\n`;
  return text;
}

function fence(i: number): string {
  return `\`\`\`ts\nexport function work${i}(tries: number): number {\n  return tries * ${i};\n}\n\`\`\``;
}

function table(i: number): string {
  const rows = [10, 20, 30, 40].map(
    (line) =>
      `| src/a${i}.ts | ${line} | calls \`again(${line})\`, [see](/r/acme/shop/${i}/${line}) |`,
  );
  return ['| file | line | what |', '|---|--:|---|', ...rows].join('\n');
}
