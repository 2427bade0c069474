import type { Wish } from './asking.js';
import { type Office, type OfficeOptions, startOffice } from './office.js';
import type { Row } from './report.js';
import { faultsOf, settle } from './settle.js';

/** A kind of trouble, for as long as questions are being asked. */
export interface Storm {
  readonly name: string;
  /** What is done, and what the row's note says; one sentence for the reader of the table. */
  readonly says: string;
  readonly office?: Omit<OfficeOptions, 'seed'>;
  /** What stands below the bot, where that is not a Redis alone. */
  readonly ground?: () => Promise<Ground>;
  /** What is asked, where not everything is left to chance. */
  wish?(office: Office): Wish;
  /** How many are asked, where nobody says otherwise; default 100. */
  readonly questions?: number;
  /** Default 10. */
  readonly perSecond?: number;
  /** Part of `npm test`: quick, and how fast the machine is does not matter. */
  readonly short?: true;
  /** Redis may forget its last writes, so that a message may come twice: counted, and no fault. */
  readonly forgets?: true;
  /** Runs beside the asking; when it is over, so is the trouble. */
  strike(weather: Weather): Promise<void>;
  /** What is to be noted when everything has ended. */
  sum?(office: Office): Promise<string> | string;
}

export interface Ground {
  readonly redisUrl: string;
  strike(): Promise<void>;
  stop(): Promise<void>;
}

export interface Weather {
  readonly office: Office;
  readonly questions: number;
  readonly ground: Ground | undefined;
  /** Resolves once this share of the questions, 0 to 1, has been asked. */
  at(share: number): Promise<void>;
  /** Puts something into the row's note. */
  note(text: string): void;
}

export interface Blow {
  /** Default: as many as the storm wants. */
  readonly questions?: number | undefined;
  readonly seed: number;
}

/** How many questions a storm is asked by itself. */
export function questionsOf({ questions = 100 }: Storm): number {
  return questions;
}

/** One storm over an office of its own. */
export async function blow(storm: Storm, blown: Blow): Promise<Row> {
  const { seed, questions = questionsOf(storm) } = blown;
  const ground = await storm.ground?.();
  try {
    const redis = ground === undefined ? {} : { redisUrl: ground.redisUrl };
    const office = await startOffice({ ...storm.office, ...redis, seed });
    try {
      return { ...(await sit(storm, { office, questions, ground })), seed };
    } finally {
      await office.close();
    }
  } finally {
    await ground?.stop();
  }
}

type Stage = Pick<Weather, 'office' | 'questions' | 'ground'>;

/** Through the storm, and on until everything has ended. */
async function sit(storm: Storm, stage: Stage): Promise<Omit<Row, 'seed'>> {
  const { office, questions } = stage;
  const notes: string[] = [];
  const asking = office.askMany(questions, storm.perSecond ?? 10, storm.wish?.(office));
  const striking = storm.strike({
    ...stage,
    at: (share) => office.reached(Math.ceil(questions * share)),
    note: (text) => void notes.push(text),
  });
  await Promise.all([striking, asking]);
  const overAt = Date.now();
  const verdict = await settle(office, hangsAfter(storm, questions));
  const endedMs = Date.now() - overAt;
  if (storm.sum !== undefined) notes.push(await storm.sum(office));
  const movedMs = movedAfter(office, overAt);
  const faults = storm.forgets === true ? [] : faultsOf(office, verdict);
  const { name } = storm;
  const times = { endedMs, ...(movedMs === undefined ? {} : { movedMs }) };
  return { name, ...verdict, ...times, note: notes.join('; '), faults };
}

/**
 * Each question takes one of the 38 updates a minute that a workspace is granted, if only for its
 * status to shrink: 1.6 s each, and twice that is patient. Where the limits are lifted there are only
 * slow machines to be patient with.
 */
function hangsAfter({ office }: Storm, questions: number): number {
  return 180_000 + questions * (office?.limits === true ? 3_200 : 200);
}

/** ms until Slack next took a message of the bot. */
function movedAfter({ witness }: Office, since: number): number | undefined {
  const at = witness.spokeAt(since);
  return at && at - since;
}
