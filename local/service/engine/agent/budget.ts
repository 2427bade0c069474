/** What one question may spend. */
export const MOST_MODEL_CALLS = 12;
export const MOST_TOOL_CALLS = 25;
/** Characters of one tool's result, and of all that a question shows to the model. */
export const MOST_OF_RESULT = 16_000;
const MOST_OF_ALL = 200_000;
/** Less room than this shows nothing of use. */
const LEAST_ROOM = 500;

/** What is left of it. */
export interface Budget {
  modelCalls: number;
  toolCalls: number;
  characters: number;
}

export function fullBudget(): Budget {
  return {
    modelCalls: MOST_MODEL_CALLS,
    toolCalls: MOST_TOOL_CALLS,
    characters: MOST_OF_ALL,
  };
}

/** Whether tools may still be called, and the model after them. */
export function mayLook({ modelCalls, toolCalls, characters }: Budget): boolean {
  return modelCalls > 1 && toolCalls > 0 && characters >= LEAST_ROOM;
}

/** Characters that the next result may have. */
export function roomIn({ characters }: Budget): number {
  return Math.min(MOST_OF_RESULT, characters);
}
