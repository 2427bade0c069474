/** What one question may spend. */
export const MAX_MODEL_CALLS = 12;
export const MAX_TOOL_CALLS = 25;
/** Characters of one tool's result, and of all that a question shows to the model. */
export const MAX_RESULT_CHARACTERS = 16_000;
const MAX_TOTAL_CHARACTERS = 200_000;
/** Less room than this shows nothing of use. */
const MIN_RESULT_CHARACTERS = 500;

/** What is left of it. */
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

/** Whether tools may still be called, and the model after them. */
export function canCallTools({ modelCalls, toolCalls, characters }: Budget): boolean {
  return modelCalls > 1 && toolCalls > 0 && characters >= MIN_RESULT_CHARACTERS;
}

/** Characters that the next result may have. */
export function maxResultCharacters({ characters }: Budget): number {
  return Math.min(MAX_RESULT_CHARACTERS, characters);
}
