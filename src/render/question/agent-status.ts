import type { Progress } from '../../model/outcome.js';
import { clip, oneLine } from '../format/escape.js';

/**
 * What Slack says behind our name while a question is open, in plain text; undefined where the
 * question waits for another one of its thread, which has the line.
 */
export function atWork({ kind }: Progress['phase']): string | undefined {
  switch (kind) {
    case 'queued':
      return undefined;
    case 'pending':
      return 'is waiting for a free slot of the service…';
    case 'retrying':
      return 'is waiting for the service…';
    case 'stopping':
      return 'is stopping…';
    default:
      return 'is reading the code…';
  }
}

/** The same without our name in front of it: "Reading the code…". */
export function loadingMessage(status: string): string {
  const text = status.replace(/^is /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A thread's name in Slack's list of them. */
const TITLE_LENGTH = 80;

/** Of a thread whose question was deleted. */
export const DELETED_TITLE = 'Deleted question';

export function sessionTitle(asked: string): string {
  return clip(oneLine(asked.replaceAll('```', ' ')), TITLE_LENGTH);
}
