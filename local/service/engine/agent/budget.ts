/** Per question. */
const MAX_MODEL_CALLS = 12;
export const MAX_TOOL_CALLS = 25;
/** Characters of one tool result, and of all tool results of a question. */
const MAX_RESULT_CHARACTERS = 16_000;
const MAX_TOTAL_CHARACTERS = 200_000;
/** A shorter result would not be useful. */
const MIN_RESULT_CHARACTERS = 500;

/** What is left for the question. */
export interface Budget {
  modelCalls: number;
  toolCalls: number;
  characters: number;
}

export function createBudget(): Budget {
  return {
    modelCalls: MAX_MODEL_CALLS,
    toolCalls: MAX_TOOL_CALLS,
    characters: MAX_TOTAL_CHARACTERS,
  };
}

/** Whether the model may call tools, with one more model call left for the answer. */
export function canCallTools({ modelCalls, toolCalls, characters }: Budget): boolean {
  return modelCalls > 1 && toolCalls > 0 && characters >= MIN_RESULT_CHARACTERS;
}

/** For the next tool result. */
export function maxResultCharacters({ characters }: Budget): number {
  return Math.min(MAX_RESULT_CHARACTERS, characters);
}
