/** What stands on buttons: plain text. */
import type { Feedback, FeedbackReason } from '../../model/feedback.js';
import { plural } from '../format/amounts.js';

export const stop = 'Cancel';
export const keepWaiting = 'Keep waiting';
export const giveUp = 'Stop';
export const askNewText = 'Ask again with the new text';
export const copy = 'Copy as Markdown';
export const lookInto = 'Look into the sources';
export const moreSources = (n: number) => plural(n, 'more source');
export const shareWithChannel = 'Share with channel';
export const shareLink = 'Share link';
export const askAgain = 'Ask again';
export const runMeant = 'Run it';
export const askSaid = 'Ask it as a question';
export const vote = (vote: Feedback['vote']) => (vote === 'up' ? '👍' : '👎');
export const voteSpoken = (vote: Feedback['vote']) =>
  vote === 'up' ? 'This answer helped' : 'This answer did not help';

export const ownWords = 'Something else…';

export function reason(reason: FeedbackReason): string {
  const labels: Record<FeedbackReason, string> = {
    wrong: 'It is wrong',
    incomplete: 'Something is missing',
    'off-topic': 'Not what was asked',
    outdated: 'Out of date',
    unclear: 'Hard to follow',
  };
  return labels[reason];
}
