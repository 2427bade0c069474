import type { Draft } from '../draft/draft.js';
import { exactText } from './exact-text.js';
import type { FormInput } from './form.js';

const ROUTE =
  /(?<![^\s"'`(])\/[\w-]{2,40}(?:\/[\w{}<>[\]$:.-]{1,40}){0,6}(?=\/?(?:[\s"'`),;:?!.]|$))/;

/** `/api/checks`, as an address of the program is written in a question. */
export function routeIn(question: string): string | undefined {
  return ROUTE.exec(question)?.[0].replace(/[.:]+$/, '');
}

/** The lines that have the route that a question names, where its other words are in no code. */
export async function namedRoute(input: FormInput): Promise<Draft | undefined> {
  const text = routeIn(input.question);
  return text === undefined ? undefined : exactText(input, [{ text, isRegex: false }]);
}
