import type { KnownBlock } from '@slack/types';
import { clip } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import { actions, type Message, note, section } from '../message.js';
import * as words from '../texts/conversations.js';
import { errandButtons } from './buttons.js';

interface Running {
  readonly id: string;
  readonly text: string;
  /** ms since the epoch. */
  readonly askedAt: number;
}

/** More are not shown at once: those shown come first to be stopped. */
const MOST = 10;

/** A person's open questions, each with a button that stops it. */
export function renderRunning(running: readonly Running[]): Message {
  if (running.length === 0) return note(words.nothingRuns);
  const shown = running.slice(0, MOST);
  const head = words.runningHead(running.length, shown.length);
  const lines = shown.map(words.running);
  const blocks = shown.map(({ id }, i): KnownBlock => {
    const [accessory] = errandButtons([{ label: words.stopLabel, errand: `stop ${id}` }], i);
    return { ...section(lines[i] ?? ''), ...(accessory === undefined ? {} : { accessory }) };
  });
  const text = clip([head, ...lines].join('\n'), LIMITS.messageText);
  return { text, blocks: [section(head), ...blocks] };
}

/** What is being stopped, and the way back to what else runs. */
export function renderStopping(stopped: readonly Running[]): Message {
  const text = words.stopping(stopped.slice(0, MOST).map((question) => question.text));
  const back = errandButtons([{ label: words.runningLabel, errand: 'cancel' }]);
  return { text, blocks: [section(text), actions(back)] };
}
