import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { indent } from '../text/indent.js';
import {
  argumentsOf,
  callAt,
  type Declared,
  declaredBy,
  definedBelow,
  inLines,
  insideOf,
  nameIn,
  type ReadLine,
} from './declared.js';

/** For git: lines of files that have jobs. */
export const JOB_SOURCES = [
  '[.]Add(Func|Job)[(]|[.]AddHostedService<|RecurringJob[.]|[.][eE]very[(]',
  'cron[.]schedule[(]|scheduleJob[(]|new (Cron|CronJob|Worker)[(<]|^setInterval[(]',
  '^ *@([A-Za-z_]+[.])*(task|shared_task|db_task|(db_)?periodic_task|scheduled_job|job|actor)',
  '@(Scheduled|Cron|Interval)[(]',
  '^ *class .*< *[A-Za-z:]*Job(::Base)? *$|include Sidekiq::(Worker|Job)',
  '^ *(schedule|cron): |^every ',
].join('|');

/** Files of settings that list jobs. */
export const JOB_SETTINGS =
  /(?:^|\/)(?:recurring|cron|schedule|sidekiq[-_](?:cron|schedule)?)\.ya?ml$/;

/** `@shared_task`, `@app.task(…)`, `@huey.periodic_task(…)`. */
const DECORATOR =
  /^\s*@(?:\w{1,40}\.){0,3}(?:task|shared_task|db_task|(?:db_)?periodic_task|scheduled_job|job|(?<=dramatiq\.)actor)(?=\s*(?:\(|#|$))/;
/** What has tasks, too, but none that an application runs. */
const OTHER_TASKS = /^\s*(?:from|import)\s+(?:invoke|fabric|locust)\b/;

const python: ReadLine = (file, line, text) => {
  if (!DECORATOR.test(text)) return everyTime(file, line, text);
  if (file.lines.some((one) => OTHER_TASKS.test(one))) return undefined;
  const { text: call, range } = callAt(file.lines, line);
  const below = definedBelow(file, range.end);
  return below && { name: below.handler, start: line, end: below.end, ...at(timeIn(call)) };
};

/** What a decorator says about when. */
function timeIn(call: string): string | undefined {
  const crontab = /\bcrontab\([^)]{0,100}\)/.exec(call)?.[0];
  if (crontab !== undefined) return crontab;
  const inside = shortInside(call);
  const isTime = /(?:scheduled_job|periodic_task)\(/.test(call) || TRIGGER.test(inside);
  return isTime ? inside : undefined;
}

const TRIGGER = /^['"](?:interval|cron|date)['"]/;
const MAX_TIME_LENGTH = 120;

function shortInside(call: string): string {
  return (insideOf(call) ?? '').trim().slice(0, MAX_TIME_LENGTH);
}

/** `schedule.every(10).minutes.do(job)`, `s.Every(1).Day().Do(job)`. */
const everyTime: ReadLine = (_file, line, text) => {
  const [, time, name] = EVERY.exec(text) ?? [];
  return name === undefined ? undefined : { name, start: line, end: line, ...at(time) };
};

const EVERY = /\.(every\(\w{0,20}\)[\w.()"':]{0,60})\.do\(\s*([\w.]{1,80})/i;

const ruby: ReadLine = (file, line, text) => {
  const job = RUBY_JOB.exec(text)?.[1];
  if (job !== undefined)
    return RUBY_BASE.test(job) ? undefined : { name: job, start: line, end: line };
  if (/^\s*include\s+Sidekiq::(?:Worker|Job)\b/.test(text)) return classAround(file, line);
  const command = /(?:^|\/)schedule\.rb$/.test(file.path) && WHENEVER.exec(text)?.[1];
  return command ? wheneverJob(file, line, command) : undefined;
};

const RUBY_JOB =
  /^\s*class\s+([\w:]{1,80})\s*<\s*(?:::)?(?:\w{1,40}::){0,3}(?:ApplicationJob|BaseJob|ActiveJob::Base)\b/;
const RUBY_BASE = /(?:^|::)(?:Application|Base)Job$/;
/** Of the gem whenever. */
const WHENEVER = /^\s+(?:runner|rake|command)\s+['"]([^'"]{1,120})['"]/;
const MAX_LINES_ABOVE = 30;

function classAround(file: SourceFile, line: number) {
  const start = lineAbove(file, line, /^\s*class\s/);
  const name = /class\s+([\w:]{1,80})/.exec(file.lines[start - 1] ?? '')?.[1];
  return name === undefined ? undefined : { name, start, end: line };
}

function wheneverJob(file: SourceFile, line: number, name: string) {
  const start = lineAbove(file, line, /^every\s/);
  const time = /^every\s+(\S.{0,79}?)\s+do\b/.exec(file.lines[start - 1] ?? '')?.[1];
  return time === undefined ? undefined : { name, start, end: line, ...at(`every ${time}`) };
}

/** Counted from 1; 0 if there is none. */
function lineAbove(file: SourceFile, line: number, pattern: RegExp): number {
  const from = Math.max(0, line - MAX_LINES_ABOVE);
  const at = file.lines.slice(from, line).findLastIndex((one) => pattern.test(one));
  return at < 0 ? 0 : from + at + 1;
}

/** A job below its name, as in Solid Queue's `recurring.yml`. */
const yaml: ReadLine = (file, line, text) => {
  const time = /^\s+(?:schedule|cron):\s*(\S.{0,80}?)\s*$/.exec(text)?.[1];
  if (time === undefined || !JOB_SETTINGS.test(file.path)) return undefined;
  const depth = indent(text);
  const isBelow = (one: string) => one.trim() !== '' && indent(one) >= depth;
  const above = file.lines.slice(0, line - 1).findLastIndex((one) => !isBelow(one));
  const name = /^\s*['"]?([\w -]{1,80}?)['"]?:\s*$/.exec(file.lines[above] ?? '')?.[1];
  if (name === undefined) return undefined;
  const below = file.lines.slice(line).findIndex((one) => !isBelow(one));
  const end = below < 0 ? file.lines.length : line + below;
  const says = file.lines.slice(above + 1, end).map((one) => YAML_HANDLER.exec(one)?.[1]);
  const handler = says.find(Boolean);
  return {
    name,
    start: above + 1,
    end,
    ...(handler && { handler }),
    ...at(time.replace(/^['"]|['"]$/g, '')),
  };
};

const YAML_HANDLER = /^\s+(?:class|command|job):\s*['"]?(\S.{0,80}?)['"]?\s*$/;

/** `@Scheduled(cron = "…")`, `@Cron('…')`. */
const annotated: ReadLine = (file, line, text) => {
  if (!/^\s*@(?:Scheduled|Cron|Interval)\(/.test(text)) return undefined;
  const { text: call, range } = callAt(file.lines, line);
  const below = definedBelow(file, range.end);
  const time = /\(\s*(.{1,120}?)\s*\)\s*$/.exec(call)?.[1];
  return (
    below && { name: below.handler, start: line, end: below.end, ...at(time && unquoted(time)) }
  );
};

const go: ReadLine = (file, line, text) => {
  const found = /(\w{1,40})\.Add(?:Func|Job)\(/.exec(text);
  if (!found) return everyTime(file, line, text);
  const call = callFrom(file, line, found[0]);
  const [first = '', second = ''] = call.arguments;
  if (call.arguments.length > 2 && QUOTED.test(first) && !isTime(first))
    return { name: unquoted(first), ...call.range, ...handled(call), ...at(unquoted(second)) };
  return isTime(first) ? timed(call) : undefined;
};

const javascript: ReadLine = (file, line, text) => {
  const found = SCHEDULED.exec(text)?.[0];
  if (found === undefined) return annotated(file, line, text);
  const call = callFrom(file, line, found);
  const [first = '', second = ''] = call.arguments;
  if (found.startsWith('setInterval')) {
    if (second === '') return undefined;
    const called = nameIn(first) === undefined ? CALLED_FIRST.exec(first)?.[1] : undefined;
    return {
      name: nameIn(first) ?? 'setInterval',
      ...call.range,
      ...(called && { handler: called }),
      ...at(`every ${second} ms`),
    };
  }
  if (!QUOTED.test(first)) return undefined;
  if (!found.startsWith('new Worker')) return timed(call);
  const isOfQueue = file.lines.some((one) => /['"]bullmq['"]/.test(one));
  return isOfQueue ? { name: unquoted(first), ...call.range, ...named(second) } : undefined;
};

/** By a function in place. */
const CALLED_FIRST = /(?:=>|\{)\s*(?:await\s+)?([\w.$]{1,80})\(/;
const SCHEDULED =
  /^setInterval\(|\bcron\.schedule\(|\bscheduleJob\(|\bnew Cron(?:Job)?\(|\bnew Worker(?:<[^(]{1,80}>)?\(/;

const dotNet: ReadLine = (file, line, text) => {
  const found = /\bRecurringJob\.\w{1,20}(?:<[^(]{1,80}>)?\(/.exec(text)?.[0];
  if (found === undefined) return undefined;
  const { arguments: all, range } = callFrom(file, line, found);
  const [first = ''] = all;
  const last = all.length > 1 ? all.at(-1) : undefined;
  const time = last && !last.includes('=>') ? unquoted(last) : undefined;
  return QUOTED.test(first) ? { name: unquoted(first), ...range, ...at(time) } : undefined;
};

const QUOTED = /^['"`][^'"`]{1,80}['"`]$/;
/** `@hourly`, or five to seven fields. */
const TIME = /^@[a-z]|^(?:[\d*/,?#LW-]{1,20}|[A-Z-]{3,7})(?: (?:[\w*/,?#-]{1,20})){4,6}$/;

interface ArgumentsOf extends Pick<Declared, 'start' | 'end'> {
  readonly arguments: readonly string[];
  readonly range: Pick<Declared, 'start' | 'end'>;
}

/** The call that a text begins. */
function callFrom(file: SourceFile, line: number, beginning: string): ArgumentsOf {
  const { text, range } = callAt(file.lines, line);
  const own = text.slice(Math.max(0, text.indexOf(beginning)));
  // A function as an argument goes on below.
  return { arguments: argumentsOf(own) ?? argumentsOf(`${own})`) ?? [], range, ...range };
}

/** What runs at a time: by the name in front of that or behind it, or else by the time. */
function timed({ arguments: all, range }: ArgumentsOf) {
  const n = all.slice(0, 2).findIndex(isTime);
  const time = unquoted(all[n] ?? '');
  const [first = ''] = all;
  const isNamed = n !== 0 && all.length > 2 && QUOTED.test(first);
  if (isNamed) return { name: unquoted(first), ...range, ...named(all[2]), ...at(time) };
  return n < 0 ? undefined : { name: nameIn(all[n + 1]) ?? time, ...range, ...at(time) };
}

function isTime(text: string): boolean {
  return QUOTED.test(text) && TIME.test(unquoted(text));
}

function handled({ arguments: all }: ArgumentsOf) {
  return named(all.at(-1));
}

function named(text: string | undefined) {
  const handler = nameIn(text);
  return handler === undefined ? {} : { handler };
}

function unquoted(text: string): string {
  return /^(['"`])([^'"`]*)\1$/.exec(text)?.[2] ?? text;
}

function at(when: string | undefined) {
  return when === undefined || when === '' ? {} : { when };
}

const READ: ReadonlyMap<string, ReadLine> = new Map(
  Object.entries<ReadLine>({
    ...Object.fromEntries(
      ['js', 'mjs', 'cjs', 'ts', 'mts'].map((one): [string, ReadLine] => [one, javascript]),
    ),
    py: python,
    rb: ruby,
    yml: yaml,
    yaml,
    java: annotated,
    kt: annotated,
    go,
    cs: dotNet,
  }),
);

/** Functions and classes that run in the background, or at a certain time. */
export function jobsIn(file: SourceFile): Declared[] {
  const read = READ.get(extensionOf(file.path));
  return [
    ...(read ? declaredBy(file, read) : []),
    ...inLines(file, /\.AddHostedService<(\w{1,80})>/, ['cs']),
  ];
}

/** Those of which the code says when they run. */
export function scheduledJobsIn(file: SourceFile): Declared[] {
  return jobsIn(file).filter(({ when }) => when !== undefined);
}
