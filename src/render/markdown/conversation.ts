import type { Answer, Snapshot, Source } from '../../model/answer.js';
import { oneLine } from '../format/escape.js';
import { absoluteUrl, labelWithHost } from './link.js';
import { joinPieces, type Piece, sanitize } from './sanitize.js';

interface ExportedConversation {
  readonly id: number;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly questions: readonly Snapshot[];
}

/**
 * A whole conversation as Markdown: questions quoted, answers with absolute links and without HTML,
 * each with its sources. It contains no share link and no read token.
 */
export function conversationMarkdown(
  { id, createdAt, questions }: ExportedConversation,
  baseUrl: string,
): string {
  const titles = questions.flatMap((question) =>
    question.status === 'completed' ? [oneLine(question.answer.title)] : [],
  );
  const title = titles.find((text) => text !== '') ?? `Conversation ${id}`;
  const asked = createdAt > 0 ? `, asked ${new Date(createdAt).toISOString().slice(0, 10)}` : '';
  const parts = questions.flatMap((question) => partsOf(question, baseUrl));
  return `${[`# ${literal(title)}`, `Conversation ${id}${asked}`, ...parts].join('\n\n')}\n`;
}

interface ExportedAnswer {
  readonly asked: string;
  readonly answer: Answer;
  /** What the answer says, tidied. */
  readonly body: readonly Piece[];
}

/** One answer, as a file of its own. */
export function answerMarkdown({ asked, answer, body }: ExportedAnswer, baseUrl: string): string {
  const title = oneLine(answer.title) === '' ? [] : [`# ${literal(oneLine(answer.title))}`];
  const whole = [joinPieces(body), ...sources(answer.sources, baseUrl)];
  return `${[...title, quoted(asked), ...whole].join('\n\n')}\n`;
}

function partsOf(question: Snapshot, baseUrl: string): string[] {
  return ['---', quoted(question.text), ...answered(question, baseUrl)];
}

function answered(question: Snapshot, baseUrl: string): string[] {
  switch (question.status) {
    case 'completed':
      return [
        joinPieces(sanitize(question.answer.text, baseUrl)),
        ...sources(question.answer.sources, baseUrl),
      ];
    case 'failed':
      return ['*The service could not answer this.*'];
    case 'cancelled':
      return ['*Stopped before there was an answer.*'];
    default:
      return ['*Still being worked on.*'];
  }
}

function sources(all: readonly Source[], baseUrl: string): string[] {
  const lines = all.map(({ label, link }) => {
    const name = oneLine(label);
    const url = absoluteUrl(link, baseUrl);
    if (url === undefined) return `- ${literal(name)}`;
    return `- [${literal(labelWithHost(name, url, baseUrl))}](${url})`;
  });
  return lines.length === 0 ? [] : ['**Sources**', [...new Set(lines)].join('\n')];
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** Escapes data within a line of Markdown. */
function literal(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
