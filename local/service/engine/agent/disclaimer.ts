import { codeSpan } from '../../markdown/markdown.js';

const START = '*Written by the model ';

/** Who says so, and what it rests on; nobody should take it for more. */
export function modelDisclaimer(model: string, citations: number): string {
  const basis =
    citations > 0
      ? 'Its links lead to lines that it has read; whether they say so, they show.'
      : 'It cites no lines that it has read: check it before you rely on it.';
  return `${START}${codeSpan(model)}. ${basis}*`;
}

/** An answer as the model wrote it: it would write our words too if it saw them as its own. */
export function withoutDisclaimer(answer: string): string {
  const at = answer.lastIndexOf(`\n\n${START}`);
  return at < 0 ? answer : answer.slice(0, at);
}
