/*
 * What the benchmark and the process with the scripted servers send each other. Times are in ms; one
 * that never came is infinite.
 */

/** What is asked. The questions are spread evenly over `withinMs` and over the channels. */
export interface QuestionPlan {
  readonly questions: number;
  readonly withinMs: number;
  /** How long the service works on them: evenly from the first to the second. */
  readonly workMs: readonly [least: number, most: number];
  readonly channels: number;
  /** What is waited for; default: until each answer is shown and no Cancel button is left. */
  readonly until?: 'created';
  /** How long it may take from the first question. */
  readonly limitMs: number;
  /** How much longer it waits for Cancel buttons to disappear. */
  readonly settleMs: number;
}

/** What became of the questions, in the order they were asked. */
export interface PlanResult {
  /** Of each event about a person's message, until its first reply. */
  readonly acks: readonly number[];
  /** From the question until it was created upstream. */
  readonly created: readonly number[];
  /** From the end of the service's work until the answer was shown. */
  readonly shown: readonly number[];
  /** From the answer until no Cancel button was left. */
  readonly cancelLeft: readonly number[];
  /** Questions whose answer was never shown. */
  readonly lost: number;
  /** Questions with more than one outcome at the same moment, or created more than once. */
  readonly twice: number;
  /** Reads of conversations and lists. */
  readonly reads: number;
  /** The most questions that were open on the service at once. */
  readonly mostOpen: number;
  /** Calls that Slack refused with a 429. */
  readonly refusals: number;
  /** From the first question until the last answer was shown. */
  readonly tookMs: number;
}

export type ToFarSide =
  | { readonly kind: 'start'; readonly limited: boolean }
  | {
      readonly kind: 'ask';
      readonly plan: QuestionPlan;
      readonly port: number;
      readonly secret: string;
      readonly events: 'mentions' | 'messages';
    };

export type FromFarSide =
  | { readonly kind: 'started'; readonly slackUrl: string; readonly serviceUrl: string }
  | { readonly kind: 'asked'; readonly result: PlanResult };
