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
  readonly questions: number;
  readonly seed: number;
}

/** One storm over an office of its own. */
export async function blow(storm: Storm, { questions, seed }: Blow): Promise<Row> {
  const ground = await storm.ground?.();
  try {
    const redis = ground === undefined ? {} : { redisUrl: ground.redisUrl };
    const office = await startOffice({ ...storm.office, ...redis, seed });
    try {
      return await sit(storm, { office, questions, ground });
    } finally {
      await office.close();
    }
  } finally {
    await ground?.stop();
  }
}

type Stage = Pick<Weather, 'office' | 'questions' | 'ground'>;

/** Through the storm, and on until everything has ended. */
async function sit(storm: Storm, stage: Stage): Promise<Row> {
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
  const verdict = await settle(office, hangsAfter(questions));
  const endedMs = Date.now() - overAt;
  if (storm.sum !== undefined) notes.push(await storm.sum(office));
  const movedMs = movedAfter(office, overAt);
  const faults = storm.forgets === true ? [] : faultsOf(office, verdict);
  const { name, says } = storm;
  const times = { endedMs, ...(movedMs === undefined ? {} : { movedMs }) };
  return { name, says, ...verdict, ...times, note: notes.join('; '), faults };
}

/** Slack takes some 40 updates a minute in a workspace: that many questions need their time. */
function hangsAfter(questions: number): number {
  return 180_000 + questions * 3_000;
}

const SPEAKS = new Set(['chat.postMessage', 'chat.update']);

/** ms until Slack next took a message of the bot. */
function movedAfter({ stack }: Office, since: number): number | undefined {
  const next = stack.workspace.calls.find(
    ({ method, outcome, at }) => SPEAKS.has(method) && outcome === 'ok' && at >= since,
  );
  return next && next.at - since;
}
