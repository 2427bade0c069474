/** What a limit on questions is for. */
export const LIMIT_SCOPES = ['person', 'channel', 'workspace'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/**
 * A question that waits or is open for longer ends without an answer, ms: longer than all of its own
 * limits together.
 */
export const MAX_OPEN_MS = 3 * 24 * 3600_000;

/** How many questions may be open at once, and asked within an hour. 0: any number. */
export interface QuestionLimit {
  readonly open: number;
  readonly perHour: number;
}

export type QuestionLimits = Readonly<Record<LimitScope, QuestionLimit>>;

const NO_LIMIT: QuestionLimit = { open: 0, perHour: 0 };
export const NO_LIMITS: QuestionLimits = {
  person: NO_LIMIT,
  channel: NO_LIMIT,
  workspace: NO_LIMIT,
};

/** What counts towards a limit at a moment. */
export interface LimitUsage {
  readonly open: number;
  /** Only counted if there is a limit. */
  readonly asked: number;
  /** When `asked` falls below the limit, ms since the epoch; 0 if it is below. */
  readonly freeAt: number;
}

/** Why a question is not asked. */
export interface ReachedLimit {
  readonly scope: LimitScope;
  readonly max: number;
  /** When one can be asked again, ms since the epoch. Absent: when an open one has ended. */
  readonly againAt?: number;
}

/**
 * The limit to tell of, if any is reached. A limit per hour comes first, and the one that lasts
 * longest, since its time is known.
 */
export function reachedLimit(
  limits: QuestionLimits,
  usage: Readonly<Record<LimitScope, LimitUsage>>,
): ReachedLimit | undefined {
  const full = LIMIT_SCOPES.find((scope) => isReached(usage[scope].open, limits[scope].open));
  return longestReached([
    ...LIMIT_SCOPES.filter((scope) => isReached(usage[scope].asked, limits[scope].perHour)).map(
      (scope) => ({ scope, max: limits[scope].perHour, againAt: usage[scope].freeAt }),
    ),
    full && { scope: full, max: limits[full].open },
  ]);
}

/** The one that is free again last; one whose end is not known only if there is no other. */
export function longestReached(
  all: readonly (ReachedLimit | undefined)[],
): ReachedLimit | undefined {
  const [longest] = all
    .filter((reached) => reached !== undefined)
    .sort((a, b) => (b.againAt ?? 0) - (a.againAt ?? 0));
  return longest;
}

function isReached(count: number, max: number): boolean {
  return max > 0 && count >= max;
}

/**
 * The longest question, in characters: half of what Slack takes in a message. The document of the
 * conversation API names no bound. The context is added to it, with bounds of its own.
 */
export const MAX_QUESTION_LENGTH = 20_000;
