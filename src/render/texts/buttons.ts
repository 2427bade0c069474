/** The labels of buttons: plain text. */
import type { Feedback, FeedbackReason } from '../../model/feedback.js';
import { count } from '../format/amounts.js';

export const stop = 'Cancel';
export const keepWaiting = 'Keep waiting';
export const stopWaiting = 'Stop';
export const askEdited = 'Ask again with the new text';
export const copy = 'Copy as Markdown';
export const sources = (n: number) => `Sources (${count(n)})`;
export const checkForChanges = 'Check for changes';
export const explore = 'Explore';
export const shareWithChannel = 'Share with channel';
export const shareAnyway = 'Share anyway';
export const shareLink = 'Share link';
export const askAgain = 'Ask again';
export const allRepositories = 'All repositories';
export const allRepositoriesDescription = 'Ask the same in all repositories';
export const onlyRepository = (name: string) => `Only ${name}`;
export const onlyRepositoryDescription = (name: string) => `Ask the same only in ${name}`;
export const runSuggestion = 'Run it';
export const askTyped = 'Ask as a question';
export const voteLabel = (vote: Feedback['vote']) => (vote === 'up' ? '👍' : '👎');
export const voteDescription = (vote: Feedback['vote']) =>
  vote === 'up' ? 'This answer helped' : 'This answer did not help';

export const otherReason = 'Something else…';

export function feedbackReason(reason: FeedbackReason): string {
  const labels: Record<FeedbackReason, string> = {
    wrong: 'Wrong',
    incomplete: 'Incomplete',
    'off-topic': 'Not what was asked',
    outdated: 'Out of date',
    unclear: 'Hard to follow',
  };
  return labels[reason];
}
