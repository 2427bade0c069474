import { codeSpan } from '../../markdown/markdown.js';

const START = '*Written by the model ';

/** Says which model wrote the answer, and whether it cites anything. */
export function modelDisclaimer(model: string, citations: number): string {
  const basis =
    citations > 0
      ? 'Its links lead to lines that it has read: check there that they support the answer.'
      : 'It cites no lines that it has read: check it before you rely on it.';
  return `${START}${codeSpan(model)}. ${basis}*`;
}

/** The answer as the model wrote it. If it saw our disclaimer as its own text, it would repeat it. */
export function withoutDisclaimer(answer: string): string {
  const at = answer.lastIndexOf(`\n\n${START}`);
  return at < 0 ? answer : answer.slice(0, at);
}
