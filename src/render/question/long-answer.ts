import { context, type FileMessage, jsonLength, type Message } from '../blocks/message.js';
import { clip, oneLine } from '../format/escape.js';
import { MESSAGE_BUDGET, SHOWN } from '../format/limits.js';
import { answerMarkdown } from '../markdown/conversation.js';
import { pack } from '../markdown/pack.js';
import type { Piece } from '../markdown/sanitize.js';
import * as questionTexts from '../texts/question.js';
import { type AnswerInput, bodyOf, bodyParts, withHeadAndTail } from './answer.js';

export interface DeliveredInput extends AnswerInput {
  readonly asked: string;
  /** Slack took no file: everything goes into messages. */
  readonly withoutFile: boolean;
}

export interface Delivered {
  readonly parts: Message[];
  readonly file?: FileMessage;
}

/**
 * An answer as it is posted in its thread: in messages, or, if there would be too many, its beginning
 * and an outline, with the whole of it as a file.
 */
export function renderDelivered(input: DeliveredInput): Delivered {
  const body = bodyOf(input);
  const bodies = bodyParts(input, body);
  const parts = withHeadAndTail(input, bodies);
  const most = isShort(bodies) ? SHOWN.wholeTableParts : SHOWN.wholeParts;
  return input.withoutFile || parts.length <= most ? { parts } : inFile(input, body);
}

/** Without its tables it would fit into one message. */
function isShort(bodies: readonly string[]): boolean {
  const size = bodies.reduce((sum, markdown) => sum + jsonLength(markdown), 0);
  return size <= MESSAGE_BUDGET;
}

function inFile(input: DeliveredInput, pieces: readonly Piece[]): Delivered {
  const { answer, baseUrl, asked } = input;
  const name = `${slug(answer.title)}.md`;
  const [beginning = ''] = pack(pieces, {
    first: SHOWN.beginning,
    full: SHOWN.beginning,
    cost: (markdown) => jsonLength(markdown) - 2,
  });
  const body = [beginning, ...outlineOf(pieces)].join('\n\n');
  const note = context(questionTexts.fileNote(name));
  const content = answerMarkdown({ asked, answer, body: pieces }, baseUrl);
  return { parts: withHeadAndTail(input, [body], [note]), file: { name, title: name, content } };
}

/** The headings, as a list. */
function outlineOf(pieces: readonly Piece[]): string[] {
  const lines = pieces
    .filter(({ kind }) => kind === 'heading')
    .map(({ markdown }) => clip(oneLine(headingText(markdown)), SHOWN.headingText))
    .filter((text) => text !== '')
    .map((text) => `- ${text}`);
  const more = lines.length - SHOWN.headings;
  const left = more > 0 ? [`- ${questionTexts.andMore(more)}`] : [];
  const shown = [...lines.slice(0, SHOWN.headings), ...left];
  return lines.length === 0 ? [] : [questionTexts.outlineHead, shown.join('\n')];
}

/** Without the marks of either kind of heading. */
function headingText(markdown: string): string {
  const [first = ''] = markdown.split('\n');
  return first.replace(/^\s*#{1,6}\s*/, '').replace(/(?<!\s)\s+#+\s*$/, '');
}

function slug(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join('-').slice(0, 60).replace(/-+$/, '');
  return name === '' ? 'answer' : name;
}
