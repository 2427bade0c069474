import { isBelow } from '../../../git/file-path.js';
import { counted, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { flowchart } from '../draft/flowchart.js';
import { lineSpan } from '../draft/line-text.js';
import {
  definitionReference,
  lineReference,
  placeReference,
  type Reference,
} from '../draft/reference.js';
import { findCallPath, MAX_CALLS } from '../facts/call-path.js';
import { type Import, type ImportGraph, importGraphOf } from '../facts/import-graph.js';
import { findPath, type NamedPath, pathReference } from '../facts/named-path.js';
import { named } from '../facts/named-repository.js';
import { findSymbol } from '../facts/named-symbol.js';
import {
  type Dependency,
  dependenciesBetween,
  MAX_PARTS,
  type Parts,
  partsOf,
} from '../facts/parts.js';
import type { SearchedRepository } from '../passages/find.js';
import type { StructureQuestion } from '../question-kinds/rule.js';
import { fitsButton } from './followups.js';
import type { FormInput } from './form.js';
import { relation } from './relation.js';

/** Below a diagram, which shows the others. */
const MAX_LISTED = 4;
const MAX_ARROWS = 28;
const MAX_NAMED = 8;
const MAX_NEIGHBOURS = MAX_PARTS - 1;

/** How the parts of something import each other, what depends on it, or how calls get from one function to another. */
export async function structure(
  input: FormInput,
  asked: StructureQuestion,
): Promise<Draft | undefined> {
  if (asked.wanted === 'relation') return relation(input, asked.subject, asked.target);
  if (asked.wanted === 'call path') return callPath(input, asked.subject, asked.target);
  if (asked.subject === '') return wholeRepository(input, asked.wanted);
  // "The modules of flask" are those of the repository, and not of `flask.py`.
  const repositories =
    asked.wanted === 'parts' ? named(asked.subject, input.repositories.map(asNamed)) : [];
  if (repositories.length > 0) {
    const within = repositories.map(({ searched }) => searched);
    const whole = await wholeRepository({ ...input, repositories: within }, asked.wanted);
    if (whole) return whole;
  }
  const at = await findPath(asked.subject, input, { byStem: true });
  return at && around(at, input, asked.wanted);
}

function asNamed(searched: SearchedRepository) {
  return { name: searched.repo, folderName: searched.repository.folderName, searched };
}

type Wanted = Exclude<StructureQuestion['wanted'], 'call path' | 'relation'>;

async function around(at: NamedPath, input: FormInput, wanted: Wanted): Promise<Draft | undefined> {
  const isOfParts = wanted === 'parts' && at.kind === 'folder';
  const own = wanted !== 'dependents';
  const incoming = wanted !== 'dependencies' && !isOfParts;
  const graph = await importGraphOf(at, { own, incoming }, input);
  input.context.stats({ tool_calls: 1 });
  input.context.report(
    `Read the imports of ${at.searched.repo}: ${counted(graph.imports.length, 'line')}`,
  );
  if (isOfParts) return parts(at, graph);
  return neighbours(at, graph, wanted);
}

const MAX_REPOSITORIES = 4;

/** Of several repositories the first that has parts; the others can be asked about by name. */
async function wholeRepository(input: FormInput, wanted: Wanted): Promise<Draft | undefined> {
  for (const searched of input.repositories.slice(0, MAX_REPOSITORIES)) {
    const draft = await around({ kind: 'folder', searched, path: '' }, input, wanted);
    if (!draft) continue;
    const others = input.repositories
      .filter((one) => one !== searched)
      .map(({ repo }) => `repo:${repo} How do the modules hang together?`)
      .filter(fitsButton);
    return { ...draft, followups: [...others, ...(draft.followups ?? [])].slice(0, 4) };
  }
  return undefined;
}

function parts({ searched, path }: NamedPath, graph: ImportGraph): Draft | undefined {
  const found = partsOf(path, graph);
  // Files that import nothing of each other may still be one package, as in Go.
  const isOneFolder = !found.parts.some(({ files }) => files > 1);
  if (found.parts.length < 2 || (found.dependencies.length === 0 && isOneFolder)) return undefined;
  const { folder, dependencies } = found;
  const short = shortNames(folder);
  return {
    statements: [
      partList(found, searched),
      ...mostImported(found, graph, searched),
      ...leftOut(found, searched),
      ...unread(found, graph, searched),
    ],
    ...(dependencies.length > 0 && {
      diagram: flowchart(
        dependencies
          .slice(0, MAX_ARROWS)
          .map(({ from, to }) => ({ from: short(from), to: short(to) })),
      ),
    }),
    links: dependencies.slice(0, MAX_LISTED).map((one) => dependencyLine(one, { searched, short })),
    followups: found.parts
      .filter((one) => one.path !== '.')
      .slice(0, 2)
      .map((one) => `What depends on ${one.path}?`),
  };
}

/** In a large repository only some import lines are read. */
function unread(
  { folder }: Parts,
  { isComplete, linesRead }: ImportGraph,
  searched: SearchedRepository,
): Statement[] {
  if (isComplete) return [];
  const lines = linesRead.toLocaleString('en-US');
  const markdown = `Found in the first ${lines} import lines of the repository; the others were not read.`;
  return [{ markdown, reference: pathReference({ kind: 'folder', searched, path: folder }) }];
}

/** What the diagram does not show. */
function leftOut({ folder, dependencies }: Parts, searched: SearchedRepository): Statement[] {
  if (dependencies.length <= MAX_ARROWS) return [];
  const markdown = `The diagram shows the ${MAX_ARROWS} most important of ${dependencies.length} arrows.`;
  return [{ markdown, reference: pathReference({ kind: 'folder', searched, path: folder }) }];
}

function partList(
  { folder, parts, dependencies, total }: Parts,
  searched: SearchedRepository,
): Statement {
  const short = shortNames(folder);
  const named = parts.map(
    ({ path, files }) => `${codeSpan(short(path))}${files > 1 ? ` (${files} files)` : ''}`,
  );
  const what = `${codeSpan(folder === '' ? searched.repo : `${folder}/`)} has ${counted(total, 'part')}: ${listed(named, MAX_NAMED, total)}.`;
  const none = dependencies.length > 0 ? '' : ' No imports between them were found.';
  return {
    markdown: `${what}${none}`,
    reference: pathReference({ kind: 'folder', searched, path: folder }),
  };
}

/** What most others depend on is what they are built on. */
function mostImported(
  { folder, parts, dependencies }: Parts,
  { isComplete }: ImportGraph,
  searched: SearchedRepository,
): Statement[] {
  const [base] = parts
    .map(({ path }) => ({ path, by: dependencies.filter(({ to }) => to === path) }))
    .toSorted((a, b) => b.by.length - a.by.length);
  const [first] = base?.by ?? [];
  if (!base || !first || base.by.length < 2) return [];
  const markdown = `${codeSpan(shortNames(folder)(base.path))} is imported the most, by ${isComplete ? '' : 'at least '}${base.by.length} of them.`;
  return [{ markdown, reference: importReference(first.imports[0], searched) }];
}

function dependencyLine(
  { from, to, imports }: Dependency,
  {
    searched,
    short,
  }: { readonly searched: SearchedRepository; readonly short: (path: string) => string },
): Statement {
  const [first] = imports;
  const lines = imports.length === 1 ? '' : ` in ${counted(imports.length, 'line')}, such as`;
  const markdown = `${codeSpan(short(from))} imports ${codeSpan(short(to))}${lines || ':'} ${lineSpan(first.text)}`;
  return { markdown, reference: importReference(first, searched) };
}

/** The files around something: those that import it, or those that it imports. */
function neighbours(
  { searched, path, kind }: NamedPath,
  { imports, isComplete }: ImportGraph,
  wanted: 'parts' | 'dependents' | 'dependencies',
): Draft | undefined {
  const isOwn = (one: string) => isBelow(one, path);
  const incoming = imports.filter(({ from, to }) => isOwn(to) && !isOwn(from));
  const outgoing = imports.filter(({ from, to }) => isOwn(from) && !isOwn(to));
  const shown = { dependents: incoming, dependencies: outgoing, parts: [...incoming, ...outgoing] }[
    wanted
  ];
  const name = kind === 'folder' ? `${path}/` : path;
  const reference = pathReference({ searched, path, kind });
  const least = isComplete ? '' : 'at least ';
  const count = (lines: readonly Import[], end: 'from' | 'to') =>
    `${least}${counted(new Set(lines.map((one) => one[end])).size, 'file')}`;
  const said = {
    dependents: `${codeSpan(name)} is imported by ${count(incoming, 'from')}.`,
    dependencies: `${codeSpan(name)} imports ${count(outgoing, 'to')} of this repository.`,
    parts: `${codeSpan(name)} is imported by ${count(incoming, 'from')}, and imports ${count(outgoing, 'to')}.`,
  }[wanted];
  const isScript = /\.(?:[mc]?[jt]sx?|py)$/.test(path);
  // Elsewhere, files of one package need no import.
  if (shown.length === 0)
    return isScript ? { statements: [{ markdown: said, reference }] } : undefined;
  const groupOf = groupsOf(shown, isOwn);
  const grouped = dependenciesBetween(shown, (one) => (isOwn(one) ? name : groupOf(one)));
  return {
    statements: [
      { markdown: said, reference },
      ...(grouped.length > MAX_NEIGHBOURS
        ? [
            {
              markdown: `The diagram shows the ${MAX_NEIGHBOURS} most important of ${grouped.length} arrows.`,
              reference,
            },
          ]
        : []),
    ],
    diagram: flowchart(grouped.slice(0, MAX_NEIGHBOURS)),
    ...(grouped.length > MAX_LISTED && {
      linksTitle: `The first ${MAX_LISTED} of ${grouped.length}:`,
    }),
    links: grouped
      .slice(0, MAX_LISTED)
      .map((one) => dependencyLine(one, { searched, short: (text) => text })),
    followups: [
      `How does ${path} work?`,
      ...(wanted === 'dependents'
        ? [`What does ${path} depend on?`]
        : [`What depends on ${path}?`]),
    ],
  };
}

/** Each other file itself, or its folder if there are too many. */
function groupsOf(
  shown: readonly Import[],
  isOwn: (path: string) => boolean,
): (path: string) => string {
  const others = new Set(shown.flatMap(({ from, to }) => [from, to]).filter((one) => !isOwn(one)));
  if (others.size < MAX_PARTS) return (path) => path;
  return (path) => (path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/` : path);
}

async function callPath(input: FormInput, from: string, to: string): Promise<Draft | undefined> {
  const start = await findSymbol(from, input);
  const end = await findSymbol(to, input);
  if (!start || !end) return undefined;
  const { steps, isComplete } = await findCallPath(start, end, input);
  input.context.stats({ tool_calls: 1 });
  const [first, last] = [codeSpan(start.passage.name), codeSpan(end.passage.name)];
  const byName = steps.every(({ call }) => call.isCertain) ? '' : 'By name only: ';
  if (steps.length === 0) {
    const unsure = isComplete ? '' : ' Not all callers were looked at.';
    const markdown = `No path of up to ${MAX_CALLS} calls from ${first} to ${last} was found.${unsure}`;
    return {
      statements: [
        {
          markdown,
          reference: definitionReference(start.passage),
        },
      ],
      links: [{ markdown: `${last} is defined here`, reference: definitionReference(end.passage) }],
      followups: [`Where is ${end.passage.name} used?`, `How does ${start.passage.name} work?`],
    };
  }
  return {
    statements: [
      {
        markdown: `${byName}${first} reaches ${last} in ${counted(steps.length, 'call')}.`,
        reference: definitionReference(start.passage),
      },
    ],
    steps: steps.map(({ caller, callee, call }) => ({
      markdown: `${codeSpan(caller)} calls ${codeSpan(callee)}: ${lineSpan(call.text, callee.split('.').at(-1))}`,
      reference: placeReference(call),
    })),
    diagram: flowchart(steps.map(({ caller, callee }) => ({ from: caller, to: callee }))),
    followups: [`Where is ${end.passage.name} used?`],
  };
}

function importReference({ from, line }: Import, { repo, commit }: SearchedRepository): Reference {
  return lineReference({ repo, commit, path: from }, line);
}

/** Without the folder that all of them are in. */
function shortNames(folder: string): (path: string) => string {
  return (path) => {
    if (path === '.') return './';
    return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  };
}
