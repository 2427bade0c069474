import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { callAt, type Declared, handlerIn, MAX_LINE_LENGTH } from './declared.js';
import { ROUTE_SOURCES, routesIn } from './routes-in.js';

/** Things that are declared in lines of their own, whatever the files are called. */
export interface DeclaredKind {
  /** What the last words of a question call them. */
  readonly asked: RegExp;
  /** In the singular. */
  readonly noun: string;
  /** Files that say by their names that all of them are in there, as they are now. */
  readonly whole?: RegExp;
  /** Even one is an answer. */
  readonly mayBeOne?: true;
  /** The files of a folder `jobs` say more than the lines that start some of them. */
  readonly isAfterFolders?: true;
  /** For git, in extended syntax: lines that files with them have. */
  readonly sources: string;
  read(file: SourceFile): readonly Declared[];
}

/** The next kind may answer where this one has nothing. */
export const DECLARED_KINDS: readonly DeclaredKind[] = [
  {
    asked: /^(?:routes?|endpoints?|urls?|rest api|http api)$/i,
    noun: 'route',
    sources: ROUTE_SOURCES,
    read: routesIn,
  },
  {
    asked: /^(?:grpc|rpc|protobuf|proto) services?$/i,
    noun: 'gRPC service',
    mayBeOne: true,
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
    asked: /^(?:tables?)$/i,
    noun: 'table',
    whole: /(?:^|\/)(?:schema|structure|latest)\.\w+$/i,
    sources:
      '[cC][rR][eE][aA][tT][eE]([a-zA-Z ]{0,20})[ _]?[tT][aA][bB][lL][eE]|createTable[(]|DbSet<',
    read: tables,
  },
  {
    asked: /^(?:models?|entit(?:y|ies)|tables?)$/i,
    noun: 'model',
    sources: '[(](models[.]Model|db[.]Model|Base)[),]|@Entity|DbSet<',
    read: models,
  },
  {
    asked:
      /^(?:cron|cronjobs?|(?:cron|scheduled|periodic|recurring|background) ?(?:jobs?|tasks?)|jobs?|hosted services)$/i,
    noun: 'background job',
    mayBeOne: true,
    isAfterFolders: true,
    sources:
      '[.]AddFunc[(]|[.]AddHostedService<|@Scheduled[(]|cron[.]schedule[(]|schedule[.]every|new (Cron|CronJob)[(]|RecurringJob[.]',
    read: jobs,
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

function tables(file: SourceFile): Declared[] {
  const sets = inLines(file, /\bDbSet<\w{1,80}>\s+(\w{1,80})/, ['cs']);
  return [
    ...inLines(
      file,
      /\bcreate\s+(?:(?:temp|temporary|unlogged|virtual)\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:[`"[]?\w{1,60}[`"\]]?\.)?[`"[]?(\w{1,80})/i,
      ['sql', 'js', 'ts', 'go', 'py', 'php', 'java', 'rs'],
    ),
    ...inLines(file, /^\s*create_table\s*\(?\s*[:"'](\w{1,80})/, ['rb']),
    ...inLines(file, /\bcreateTable(?:IfNotExists)?\(\s*['"`](\w{1,80})/, [
      'js',
      'ts',
      'mjs',
      'cjs',
    ]),
    ...sets,
  ];
}

function models(file: SourceFile): Declared[] {
  return [
    ...inLines(file, /^class\s+(\w{1,80})\((?:\w{1,40},\s*)?(?:models\.Model|db\.Model|Base)[,)]/, [
      'py',
    ]),
    ...inLines(file, /\bDbSet<(\w{1,80})>/, ['cs']),
    ...entities(file),
  ];
}

function entities(file: SourceFile): Declared[] {
  if (!/^(?:java|kt)$/.test(extensionOf(file.path))) return [];
  return file.lines.flatMap((text, at): Declared[] => {
    if (!/^@Entity\b/.test(text)) return [];
    const below = file.outline.find(({ line, kind }) => line > at + 1 && /class|record/.test(kind));
    if (!below || below.line > at + 10) return [];
    return [{ name: below.name, file, start: at + 1, end: below.line }];
  });
}

function jobs(file: SourceFile): Declared[] {
  const hosted = inLines(file, /\.AddHostedService<(\w{1,80})>/, ['cs']);
  const annotated = file.lines.flatMap((text, at): Declared[] => {
    if (!/^\s*@Scheduled\(/.test(text)) return [];
    const below = file.outline.find(({ line }) => line > at + 1);
    return below ? [{ name: below.name, file, start: at + 1, end: below.line }] : [];
  });
  const called = file.lines.flatMap((text, at): Declared[] => {
    if (!SCHEDULED.test(text) || text.length > MAX_LINE_LENGTH) return [];
    const { text: call, range } = callAt(file.lines, at + 1);
    const own = call.slice(call.search(SCHEDULED));
    const name = /^[^(]{1,40}\(\s*['"`]([^'"`]{1,80})['"`]/.exec(own)?.[1];
    const handler = handlerIn(own, 'last');
    return name === undefined ? [] : [{ name, file, ...range, ...(handler && { handler }) }];
  });
  return [...hosted, ...annotated, ...called];
}

const SCHEDULED = /\.AddFunc\(|\bcron\.schedule\(|\bRecurringJob\.\w{1,20}\(|\bnew Cron(?:Job)?\(/;

/** What the first group of a pattern names, in lines of some languages. */
function inLines(file: SourceFile, pattern: RegExp, extensions: readonly string[]): Declared[] {
  if (!extensions.includes(extensionOf(file.path))) return [];
  return file.lines.flatMap((text, at): Declared[] => {
    if (text.length > MAX_LINE_LENGTH || COMMENT.test(text)) return [];
    const name = pattern.exec(text)?.[1];
    return name === undefined ? [] : [{ name, file, start: at + 1, end: at + 1 }];
  });
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#|--)/;
