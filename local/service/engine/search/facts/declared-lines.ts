import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { type Declared, inLines } from './declared.js';
import { JOB_SETTINGS, JOB_SOURCES, jobsIn, scheduledJobsIn } from './declared-jobs.js';
import { METRIC_SOURCES, metricsIn } from './declared-metrics.js';
import { MODEL_SOURCES, modelsIn, TABLE_SOURCES, tablesIn } from './declared-tables.js';
import type { LookUp } from './look-up.js';
import { withMounts } from './route-mounts.js';
import { isRouteFile } from './routes-by-file.js';
import { ROUTE_SOURCES, routesIn } from './routes-in.js';

/** Things that are declared in lines of their own, whatever the files are called. */
export interface DeclaredKind {
  /** What the last words of a question call them. */
  readonly asked: RegExp;
  /** In the singular. */
  readonly noun: string;
  /** Files that say by their names that all of them are in there, as they are now. */
  readonly whole?: RegExp;
  /** How many are an answer; 2 unless it says so. */
  readonly least?: number;
  /** The files of a folder `jobs` say more than fewer lines that start some of them. */
  readonly leastBeforeFolders?: number;
  /** Also listed where a kind before it has some. */
  readonly isBeside?: true;
  /** Files of settings that declare some, too. */
  readonly settings?: RegExp;
  /** Whether a file is likely to declare one by its path alone. */
  readonly paths?: (path: string) => boolean;
  /** For git, in extended syntax: lines that files with them have. */
  readonly sources: string;
  read(file: SourceFile): readonly Declared[];
  /** With what only other files say. */
  complete?(
    all: readonly Declared[],
    searched: SearchedRepository,
    input: Pick<LookUp, 'filesOf' | 'context'>,
  ): Promise<Declared[]>;
}

export const ROUTES: DeclaredKind = {
  asked: /^(?:routes?|endpoints?|urls?|rest api|http api)$/i,
  noun: 'route',
  paths: isRouteFile,
  sources: ROUTE_SOURCES,
  read: routesIn,
  complete: withMounts,
};

const JOBS = '(?:jobs?|tasks?|workers?)';
const KINDS_OF_JOBS = 'cron|scheduled|periodic|recurring|background|async|celery|huey|sidekiq';

/** The next kind may answer where this one has nothing. */
export const DECLARED_KINDS: readonly DeclaredKind[] = [
  ROUTES,
  {
    asked: /^(?:grpc|rpc|protobuf|proto) services?$/i,
    noun: 'gRPC service',
    least: 1,
    sources: '^service [A-Z]',
    read: services,
  },
  {
    asked: /^(?:rpcs?|grpc (?:calls|methods|endpoints))$/i,
    noun: 'RPC',
    sources: '^ *rpc [A-Z]',
    read: (file) => inLines(file, /^\s*rpc\s+(\w+)/, ['proto']),
  },
  {
    asked:
      /^(?:metrics|(?:prometheus|custom|application|exported|exposed) (?:metrics|counters|gauges))$/i,
    noun: 'metric',
    sources: METRIC_SOURCES,
    read: metricsIn,
  },
  {
    asked: /^(?:tables?)$/i,
    noun: 'table',
    whole: /(?:^|\/)(?:schema|structure|latest)\.\w+$/i,
    sources: TABLE_SOURCES,
    read: tablesIn,
  },
  {
    asked: /^(?:models?|entit(?:y|ies)|tables?)$/i,
    noun: 'model',
    isBeside: true,
    sources: MODEL_SOURCES,
    read: modelsIn,
  },
  {
    asked: new RegExp(`^(?:cron|cronjobs?|(?:cron|scheduled|periodic|recurring) ?${JOBS})$`, 'i'),
    noun: 'scheduled job',
    least: 1,
    sources: JOB_SOURCES,
    settings: JOB_SETTINGS,
    read: scheduledJobsIn,
  },
  {
    asked: new RegExp(
      `^(?:cron|cronjobs?|(?:${KINDS_OF_JOBS}) ?${JOBS}|${JOBS}|hosted services)$`,
      'i',
    ),
    noun: 'background job',
    least: 1,
    leastBeforeFolders: 4,
    sources: JOB_SOURCES,
    settings: JOB_SETTINGS,
    read: jobsIn,
  },
];

/** With its calls. */
function services(file: SourceFile): Declared[] {
  const all = inLines(file, /^service\s+([A-Z]\w*)/, ['proto']);
  const calls = inLines(file, /^\s*rpc\s+(\w+)/, ['proto']);
  return all.map((one, n) => {
    const next = all[n + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own = calls.filter(({ start }) => start > one.start && start < next);
    return { ...one, end: own.at(-1)?.end ?? one.end, members: own.map(({ name }) => name) };
  });
}
