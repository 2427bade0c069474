import {
  BURST,
  LIMITS_OFF,
  LIMITS_ON,
  MANY_OPEN,
  MOST_OPEN,
  OPEN_QUESTIONS,
  OWN_BUDGETS,
  REDIS,
  type Size,
  severalWorkers,
  WORKER_COUNTS,
} from './load/loads.js';
import type { QuestionPlan } from './load/protocol.js';

/** What is reported: which value of which samples, and what we want of ours. */
export interface Aim {
  readonly title: string;
  readonly figure: string;
  /** `all`: there is only one sample, about everything. */
  readonly value: 'median' | 'p95' | 'p99' | 'most' | 'all';
  readonly atMost?: number;
  readonly atLeast?: number;
  /** It is in the table that a full run publishes. */
  readonly published?: true;
}

/** In the order of the table. Times in ms, unless the title says otherwise. */
export function aims(size: Size): readonly Aim[] {
  return [
    {
      title: 'start of the process to the first ack',
      figure: 'ready',
      value: 'median',
      atMost: 500,
      published: true,
    },
    ...requestAims(OPEN_QUESTIONS[size]),
    ...loadAims(size).map((aim) => ({ ...aim, published: true }) as const),
  ];
}

function ack(of: string): Aim[] {
  const aim = { title: `ack of ${of}`, figure: `ack.${of.split(' ').at(-1)}` };
  return [
    { ...aim, value: 'median', atMost: 50 },
    { ...aim, value: 'p95' },
    { ...aim, value: 'p99' },
  ];
}

function requestAims(open: number): Aim[] {
  const cancel = { title: `cancel heard, ${open.toLocaleString('en')} open`, figure: 'stop' };
  const calm = { title: 'status message, 10 questions', figure: 'status.calm' };
  const burst = { title: 'status message, 50 at once', figure: 'status.burst' };
  const ending = { title: 'answer after the service', figure: 'ending' };
  const prose = { title: 'answer of 100 kB, prose and code', figure: 'render.prose' };
  const tables = { title: 'answer of 100 kB, tables and code', figure: 'render.tables' };
  return [
    ...ack('an event'),
    ...ack('an event, one mention alone'),
    ...ack('a command'),
    ...ack('a click'),
    { ...calm, value: 'median', atMost: 1_000 },
    { ...calm, value: 'p95', atMost: 1_000 },
    { ...burst, value: 'median', atMost: 1_000 },
    { ...burst, value: 'p95', atMost: 1_000 },
    { ...ending, value: 'median', atMost: 1_500 },
    { ...ending, value: 'most', atMost: 1_500 },
    { title: 'reads of a 10 s question', figure: 'reads', value: 'most', atMost: 12 },
    { ...cancel, value: 'median', atMost: 1_000 },
    { ...cancel, value: 'most', atMost: 1_000 },
    { title: 'answers of 10 after a kill', figure: 'kill.answers', value: 'most', atLeast: 10 },
    { title: 'last answer after the kill', figure: 'kill.after', value: 'most' },
    { ...prose, value: 'median', atMost: 20 },
    { ...tables, value: 'median', atMost: 20 },
  ];
}

/** The goals are for the full size. */
function loadAims(size: Size): Aim[] {
  return [
    ...limitsOnAims(`Slack's limits on, ${describe(LIMITS_ON[size])}`),
    ...limitsOffAims(`limits off, ${describe(LIMITS_OFF[size])}`),
    ...createdAims(`limits off, own budgets on, ${describe(OWN_BUDGETS[size])}`),
    ...cancelLeftAims(`Slack's limits on, ${describe(BURST[size])}`),
    ...manyOpenAims(`limits off, ${describe(MANY_OPEN[size])}`),
    ...mostOpenAims(`limits off, ${describe(MOST_OPEN)}`),
    ...redisAims(`for each of ${describe(REDIS[size])}`),
    ...WORKER_COUNTS.flatMap((count) => workerAims(count)),
  ];
}

/** "200 questions of 5–60 s within 6 s". */
function describe({ questions, withinMs, workMs: [least, most] }: QuestionPlan): string {
  const count = questions.toLocaleString('en');
  return `${count} questions of ${least / 1_000}–${most / 1_000} s within ${withinMs / 1_000} s`;
}

function shown(about: string, figure: string, goals: { median?: number; p95: number }): Aim[] {
  const aim = { title: `${about}: answer shown after the service`, figure: `${figure}.shown` };
  const median = goals.median === undefined ? {} : { atMost: goals.median };
  return [
    { ...aim, value: 'median', ...median },
    { ...aim, value: 'p95', atMost: goals.p95 },
  ];
}

function answeredOnce(about: string, figure: string): Aim[] {
  return [
    { title: `${about}: not answered`, figure: `${figure}.lost`, value: 'all', atMost: 0 },
    { title: `${about}: answered twice`, figure: `${figure}.twice`, value: 'all', atMost: 0 },
  ];
}

function limitsOnAims(about: string): Aim[] {
  return [
    ...shown(about, 'limits-on', { median: 1_000, p95: 5_000 }),
    { title: `${about}: reads for each`, figure: 'limits-on.reads', value: 'all', atMost: 3 },
    { title: `${about}: CPU for each`, figure: 'limits-on.cpu', value: 'all', atMost: 20 },
    { title: `${about}: 429 from Slack`, figure: 'limits-on.refusals', value: 'all' },
    ...answeredOnce(about, 'limits-on'),
  ];
}

function limitsOffAims(about: string): Aim[] {
  const acks = { title: `${about}: ack`, figure: 'limits-off.acks' };
  return [
    ...shown(about, 'limits-off', { median: 250, p95: 600 }),
    { title: `${about}: reads for each`, figure: 'limits-off.reads', value: 'all', atMost: 2.5 },
    { title: `${about}: CPU for each`, figure: 'limits-off.cpu', value: 'all', atMost: 15 },
    { title: `${about}: memory, MB`, figure: 'limits-off.memory', value: 'all', atMost: 250 },
    { ...acks, value: 'median', atMost: 5 },
    { ...acks, value: 'p99', atMost: 25 },
    ...answeredOnce(about, 'limits-off'),
  ];
}

function createdAims(about: string): Aim[] {
  const aim = { title: `${about}: created upstream`, figure: 'own-budgets.created' };
  return [
    { ...aim, value: 'median' },
    { ...aim, value: 'most', atMost: 2_000 },
  ];
}

function cancelLeftAims(about: string): Aim[] {
  const title = `${about}: Cancel left after the answer`;
  return [
    { title, figure: 'cancel-left', value: 'most', atMost: 5_000 },
    ...answeredOnce(about, 'cancel-left'),
  ];
}

function manyOpenAims(about: string): Aim[] {
  return [
    ...shown(about, 'many-open', { median: 500, p95: 1_500 }),
    { title: `${about}: memory, MB`, figure: 'many-open.memory', value: 'all', atMost: 260 },
    { title: `${about}: open at once`, figure: 'many-open.open', value: 'all' },
    ...answeredOnce(about, 'many-open'),
  ];
}

function mostOpenAims(about: string): Aim[] {
  return [
    ...shown(about, 'most-open', { p95: 2_000 }),
    { title: `${about}: memory, MB`, figure: 'most-open.memory', value: 'all', atMost: 300 },
    { title: `${about}: open at once`, figure: 'most-open.open', value: 'all' },
    ...answeredOnce(about, 'most-open'),
  ];
}

function redisAims(about: string): Aim[] {
  return [
    { title: `${about}: Redis commands`, figure: 'redis.commands', value: 'all' },
    { title: `${about}: kB to and from Redis`, figure: 'redis.network', value: 'all' },
    { title: `${about}: kB kept in Redis`, figure: 'redis.memory', value: 'all' },
    { title: `${about}: keys kept in Redis`, figure: 'redis.keys', value: 'all' },
  ];
}

function workerAims(count: (typeof WORKER_COUNTS)[number]): Aim[] {
  const name = count === 1 ? '1 worker' : `${count} workers`;
  const about = `${name}, ${describe(severalWorkers(count))}`;
  const figure = `workers-${count}`;
  const lag = { title: `${about}: answer shown after the service`, figure: `${figure}.shown` };
  return [
    { title: `${about}: answers a second`, figure: `${figure}.throughput`, value: 'all' },
    { ...lag, value: 'median' },
    { ...lag, value: 'p95' },
    ...answeredOnce(about, figure),
  ];
}
