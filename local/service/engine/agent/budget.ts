/** Per question. */
const MAX_MODEL_CALLS = 12;
export const MAX_TOOL_CALLS = 25;
/** Characters of one tool result, and of all tool results of a question. */
const MAX_RESULT_CHARACTERS = 16_000;
const MAX_TOTAL_CHARACTERS = 200_000;
/** A shorter result would not be useful. */
const MIN_RESULT_CHARACTERS = 500;
/** Of the instructions with the tools, 2,360 as measured, and of an answer. */
const FIXED_TOKENS = 2_600;
const ANSWER_TOKENS = 1_200;
/** Numbered lines of code have 3.6, as measured. */
const CHARACTERS_PER_TOKEN = 3.3;
/** What a call takes besides its result. */
const CALL_CHARACTERS = 250;
/** The most of a small context window that one result may take, or the question, or those before it. */
const SHARE = 1 / 4;

/** What is left for the question. */
export interface Budget {
  modelCalls: number;
  toolCalls: number;
  characters: number;
  readonly resultCharacters: number;
}

/**
 * `contextTokens`: the model's context window; default: not limited. `asked`: the characters of the question
 * and of those before it.
 */
export function createBudget(contextTokens: number | undefined, asked: number): Budget {
  const fitting = Math.max(0, fittingCharacters(contextTokens) - asked);
  return {
    modelCalls: MAX_MODEL_CALLS,
    toolCalls: MAX_TOOL_CALLS,
    characters: Math.min(MAX_TOTAL_CHARACTERS, fitting),
    resultCharacters: Math.min(MAX_RESULT_CHARACTERS, Math.floor(fitting * SHARE)),
  };
}

/** For the earlier questions with their answers, and for the question with its context: each has at most this. */
export function maxPromptCharacters(contextTokens?: number): number {
  return Math.floor(fittingCharacters(contextTokens) * SHARE);
}

function fittingCharacters(contextTokens = Number.POSITIVE_INFINITY): number {
  return Math.max(0, (contextTokens - FIXED_TOKENS - ANSWER_TOKENS) * CHARACTERS_PER_TOKEN);
}

/** Takes what a call with its result needs from the budget. */
export function spend(budget: Budget, text: string): void {
  budget.characters -= text.length + CALL_CHARACTERS;
}

/** Whether the model may call tools, with one more model call left for the answer. */
export function canCallTools({ modelCalls, toolCalls, characters }: Budget): boolean {
  return modelCalls > 1 && toolCalls > 0 && characters >= MIN_RESULT_CHARACTERS;
}

/** For the next tool result. */
export function maxResultCharacters({ characters, resultCharacters }: Budget): number {
  return Math.max(0, Math.min(resultCharacters, Math.floor(characters)));
}
