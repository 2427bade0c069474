import type { KnownBlock } from '@slack/types';
import { actions, type Message, note, section } from '../blocks/message.js';
import { clip } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import * as conversationTexts from '../texts/conversations.js';
import { commandButtons } from './command-buttons.js';

interface RunningQuestion {
  readonly id: string;
  readonly text: string;
  /** ms since the epoch. */
  readonly askedAt: number;
}

/** How many are shown; the rest is listed once these are stopped. */
const MAX_SHOWN = 10;

/** A user's open questions, each with a button that stops it. */
export function renderRunning(running: readonly RunningQuestion[]): Message {
  if (running.length === 0) return note(conversationTexts.nothingRunning);
  const shown = running.slice(0, MAX_SHOWN);
  const head = conversationTexts.runningHead(running.length, shown.length);
  const lines = shown.map(conversationTexts.runningQuestion);
  const blocks = shown.map(({ id }, i): KnownBlock => {
    const [accessory] = commandButtons(
      [{ label: conversationTexts.stopLabel, command: `stop ${id}` }],
      i,
    );
    return { ...section(lines[i] ?? ''), ...(accessory === undefined ? {} : { accessory }) };
  });
  const text = clip([head, ...lines].join('\n'), LIMITS.messageText);
  return { text, blocks: [section(head), ...blocks] };
}

/** The questions that are being stopped, and a button back to the list. */
export function renderStopping(stopped: readonly RunningQuestion[]): Message {
  const text = conversationTexts.stoppingQuestions(
    stopped.slice(0, MAX_SHOWN).map((question) => question.text),
  );
  const back = commandButtons([{ label: conversationTexts.runningLabel, command: 'cancel' }]);
  return { text, blocks: [section(text), actions(back)] };
}
