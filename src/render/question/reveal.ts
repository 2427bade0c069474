import type { KnownBlock } from '@slack/types';
import type { Answer } from '../../model/answer.js';
import { context, jsonLength, type Message } from '../blocks/message.js';
import { BREAK, oneLine, safeCut } from '../format/escape.js';
import { LIMITS, MESSAGE_BUDGET, SHOWN } from '../format/limits.js';
import { fenceFor } from '../markdown/fence.js';
import { joinPieces, sanitize } from '../markdown/sanitize.js';
import * as notes from '../texts/notes.js';
import * as questionTexts from '../texts/question.js';
import { remainingSources, sourcesMarkdown } from './sources.js';

/** The sources that are not shown below the answer, as private notes. */
export function renderMoreSources({ sources }: Answer, baseUrl: string): Message[] {
  const { blocks } = remainingSources(sources, baseUrl);
  const groups: KnownBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const fits = last !== undefined && last.length < LIMITS.blocks;
    if (fits && jsonLength([...last, block]) <= MESSAGE_BUDGET) last.push(block);
    else groups.push([block]);
  }
  return atMost(groups.map((blocks) => ({ text: questionTexts.sourcesHead, blocks })));
}

/** Room for the fences and the head. */
const COPY_BUDGET = MESSAGE_BUDGET - 500;

/** The whole answer as Markdown to copy, as private notes with a code block each; `note` is below the last one. */
export function renderCopy(answer: Answer, baseUrl: string, note?: string): Message[] {
  const parts = cut(markdownOf(answer, baseUrl));
  const shown = atMost(
    parts.map((part, i) => {
      const head = notes.copyHead(i + 1, parts.length);
      const fence = fenceFor(part);
      const code = `${fence}\n${part}\n${fence}`;
      return { text: head, blocks: [context(head), { type: 'markdown', text: code }] };
    }),
  );
  return note === undefined ? shown : withNote(shown, note);
}

/** The title as a heading, links absolute, the sources as a list. */
function markdownOf({ title, text, sources }: Answer, baseUrl: string): string {
  const body = joinPieces(sanitize(text, baseUrl));
  const heading = oneLine(title) === '' ? [] : [`# ${oneLine(title)}`];
  const list = sourcesMarkdown(sources, baseUrl);
  const all = [...heading, body, ...(list === '' ? [] : ['## Sources', list])].join('\n\n');
  // A copy is not posted as a message, so mentions in it need no breaking.
  return all.replaceAll(BREAK, '');
}

/** By line; a line longer than a note is cut. */
function cut(markdown: string): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let used = 0;
  for (const line of markdown.split('\n').flatMap(pieces)) {
    const cost = jsonLength(line);
    if (used + cost > COPY_BUDGET && part.length > 0) {
      parts.push(part.join('\n'));
      part = [];
      used = 0;
    }
    part.push(line);
    used += cost;
  }
  return [...parts, part.join('\n')];
}

/** As JSON a character may take six. */
const LONGEST_LINE = Math.floor(COPY_BUDGET / 7);

function pieces(line: string): string[] {
  const found: string[] = [];
  for (let rest = line; ; ) {
    const at = safeCut(rest, LONGEST_LINE);
    found.push(rest.slice(0, at));
    if (at >= rest.length) return found;
    rest = rest.slice(at);
  }
}

function atMost(all: Message[]): Message[] {
  const shown = all.slice(0, SHOWN.notes);
  const last = shown.at(-1);
  if (last === undefined || all.length === shown.length) return shown;
  return withNote(shown, notes.noteTooLong);
}

/** With a line below the last one. */
function withNote(shown: Message[], note: string): Message[] {
  return shown.map((message, i) =>
    i < shown.length - 1 ? message : { ...message, blocks: [...message.blocks, context(note)] },
  );
}
