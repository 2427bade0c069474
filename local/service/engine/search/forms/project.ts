import { counted, listed } from '../../../markdown/counted.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import {
  DEPENDENCY_FILES,
  type DependencyList,
  dependencyLists,
} from '../facts/project-dependencies.js';
import {
  type LinePattern,
  linesThatSay,
  type ProjectLine,
  projectFiles,
} from '../facts/project-files.js';
import { OWN_VERSION, REQUIRED_VERSION, saidInReadme } from '../facts/project-versions.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import type { ProjectQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';
import { projectTask } from './project-task.js';

const MAX_LINKS = 5;
const MAX_NAMED = 20;
const MAX_REPOSITORIES = 5;

/** What files such as `package.json` say about a project as a whole. Of several repositories, one line each. */
export async function project(
  input: FormInput,
  asked: ProjectQuestion,
): Promise<Draft | undefined> {
  const drafts: Draft[] = [];
  for (const searched of input.repositories.slice(0, MAX_REPOSITORIES)) {
    const draft = await projectIn(searched, asked, input);
    if (draft) drafts.push(draft);
  }
  const [first, ...others] = drafts;
  if (!first || others.length === 0) return first;
  const {
    statements: [main],
  } = first;
  return { statements: [main], links: others.map(({ statements: [one] }) => one) };
}

async function projectIn(
  searched: SearchedRepository,
  asked: ProjectQuestion,
  input: FormInput,
): Promise<Draft | undefined> {
  switch (asked.wanted) {
    case 'version':
      return ownVersion(searched, input);
    case 'required version':
      return requiredVersion(asked.of ?? '', searched, input);
    case 'dependencies':
      return dependencies(searched, input);
    case 'license':
      return license(searched, input);
    default:
      return projectTask(asked.wanted, searched, input);
  }
}

async function ownVersion(searched: SearchedRepository, input: FormInput) {
  const paths = OWN_VERSION.map(({ path }) => path);
  const files = await projectFiles(searched, paths, input);
  const found = files.flatMap((file) => firstLines(file, OWN_VERSION)).slice(0, MAX_LINKS);
  return draftOf(found) ?? newestRelease(searched, input);
}

/** The first line that fits any of the patterns. */
function firstLines(file: SourceFile, patterns: readonly LinePattern[]): ProjectLine[] {
  return patterns.flatMap((pattern) => linesThatSay(file, pattern)).slice(0, 1);
}

function draftOf([first, ...others]: readonly ProjectLine[]): Draft | undefined {
  return first && { statements: [valueStatement(first)], links: others.map(valueStatement) };
}

function valueStatement({ file, start, value }: ProjectLine): Statement {
  const line = (file.lines[start - 1] ?? '').trim();
  const code = line === value ? '' : `: ${lineSpan(line, value)}`;
  return {
    markdown: `${codeSpan(value)} in ${codeSpan(file.path)}${code}`,
    reference: referenceTo(file, start, start),
  };
}

const CHANGELOG = /^(?:docs\/)?(?:change(?:s|log)|history|news|releases?)[\w.-]{0,20}$/i;

/** What has its version in no file may say it in its changelog. */
async function newestRelease(
  searched: SearchedRepository,
  input: FormInput,
): Promise<Draft | undefined> {
  for (const file of await projectFiles(searched, [CHANGELOG], input)) {
    const newest = file.outline.find(
      ({ kind, name }) => kind === 'section' && /^\W{0,3}v?\d+\.\d/.test(name),
    );
    if (!newest) continue;
    const markdown = `No manifest has a version number. The first release in ${codeSpan(file.path)} is **${escapeText(newest.name)}**`;
    return { statements: [{ markdown, reference: referenceTo(file, newest.line, newest.line) }] };
  }
  return undefined;
}

async function requiredVersion(of: string, searched: SearchedRepository, input: FormInput) {
  const patterns = [...REQUIRED_VERSION.filter((one) => one.of.test(of)), saidInReadme(of)];
  const files = await projectFiles(
    searched,
    patterns.map(({ path }) => path),
    input,
  );
  const lines = files.flatMap((file) =>
    patterns.flatMap((pattern) => linesThatSay(file, pattern).slice(0, 1)),
  );
  const [first, ...others] = lines;
  if (!first) return undefined;
  // Others of a monorepo say the same.
  const different = others.filter(({ value }) => value !== first.value).slice(0, MAX_LINKS);
  return draftOf([first, ...different]);
}

async function dependencies(
  searched: SearchedRepository,
  input: FormInput,
): Promise<Draft | undefined> {
  const files = await projectFiles(searched, DEPENDENCY_FILES, input);
  const lists = files.flatMap(dependencyLists);
  const [first, ...others] = lists;
  if (!first) return undefined;
  const isOnlyForDevelopment = first.isForDevelopment && lists.every((one) => one.isForDevelopment);
  const none = isOnlyForDevelopment
    ? 'No dependencies were found besides those for development: '
    : '';
  const main = listStatement(first);
  return {
    statements: [{ ...main, markdown: `${none}${main.markdown}` }],
    links: others.slice(0, MAX_LINKS).map(listStatement),
  };
}

function listStatement({ file, items, isForDevelopment }: DependencyList): Statement {
  const names = items.map(({ value }) => codeSpan(value));
  const what = `${counted(items.length, 'dependency', 'dependencies')}${isForDevelopment ? ' for development' : ''}`;
  const [first] = items;
  return {
    markdown: `${codeSpan(file.path)} lists ${what}: ${listed(names, MAX_NAMED)}`,
    reference: referenceTo(file, first.start, items.at(-1)?.end ?? first.end),
  };
}

const LICENSE_FILE =
  /^(?:[\w]{1,12}[-_.])?(?:licen[sc]e|copying|unlicense)(?:[-_.]\w{1,20}){0,2}$/i;
const MANIFEST_LICENSE: readonly LinePattern[] = [
  { path: /^(?:package|composer)\.json$/, line: /^\s{0,4}"license":\s*"([^"]{1,80})"/ },
  {
    path: /^(?:Cargo|pyproject)\.toml$/,
    line: /^license\s*=\s*(?:\{\s*\w+\s*=\s*)?["']([^"']{1,80})["']/,
  },
  { path: /^[^/]+\.gemspec$/, line: /\.licenses?\s*=\s*\[?["']([^"']{1,80})["']/ },
  { path: /^setup\.(?:py|cfg)$/, line: /^\s*license\s*=\s*["']?([^"',]{1,80})/ },
];
const LINES_OF_TITLE = 20;
const MAX_TITLE = 110;

async function license(searched: SearchedRepository, input: FormInput): Promise<Draft | undefined> {
  const files = await projectFiles(searched, [LICENSE_FILE], input);
  const own = files.filter(({ path }) => !path.includes('/')).map(licenseStatement);
  const manifests = await projectFiles(
    searched,
    MANIFEST_LICENSE.map(({ path }) => path),
    input,
  );
  const said = manifests.flatMap((file) => firstLines(file, MANIFEST_LICENSE)).map(valueStatement);
  const [first, ...others] = [...own, ...said];
  return first && { statements: [first], links: others.slice(0, MAX_LINKS) };
}

/** Its title, and whose rights they are. */
function licenseStatement(file: SourceFile): Statement {
  const top = file.lines.slice(0, LINES_OF_TITLE);
  const title = top.findIndex((line) => /\blicen[sc]e|public domain/i.test(line));
  const owner = top.findIndex((line) => /copyright\b.*\d{4}/i.test(line));
  const version = /^\s*version \d/i.test(top[title + 1] ?? '') ? title + 1 : -1;
  const lines = [title, version, owner].filter((n, at, all) => n >= 0 && all.indexOf(n) === at);
  const said = lines.map((n) => escapeText((top[n] ?? '').trim().slice(0, MAX_TITLE)));
  const [first = 0, last = first] = lines.toSorted((a, b) => a - b);
  return {
    markdown: [codeSpan(file.path), ...(said.length > 0 ? [said.join(' · ')] : [])].join(': '),
    reference: referenceTo(file, first + 1, last + 1),
  };
}

function referenceTo({ repo, commit, path }: SourceFile, start: number, end: number) {
  return placeReference({ repo, commit, path, start, end });
}
