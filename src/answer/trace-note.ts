import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import * as questionTexts from '../render/texts/question.js';

export interface TraceNoteOptions {
  readonly policy: Pick<Policy, 'isAdmin'>;
  /** The ID of a question's trace; undefined if none is recorded. */
  readonly traceOf: (questionId: string) => string | undefined;
  /** The page of a trace, with `{trace}` for its ID. */
  readonly traceUrl: string | undefined;
}

/** Who looks at a question. */
interface Viewer {
  readonly workspace: string;
  readonly user: string;
}

export type TraceNote = ReturnType<typeof createTraceNote>;

/** Which trace a question has: a line for admins, undefined for everyone else. */
export function createTraceNote({ policy, traceOf, traceUrl }: TraceNoteOptions) {
  return async (
    { id }: Pick<Question, 'id'>,
    { workspace, user }: Viewer,
  ): Promise<string | undefined> => {
    const trace = traceOf(id);
    if (trace === undefined || !(await policy.isAdmin(workspace, user))) return undefined;
    return questionTexts.trace(trace, traceUrl?.replaceAll('{trace}', trace));
  };
}
