import type { SourceFile } from '../passages/source-file.js';
import { type LinePattern, linesThatSay, type ProjectLine } from './project-files.js';

/** How a manifest lists what the project depends on. */
interface DependencyPattern extends LinePattern {
  /** Whether only its developers need them. */
  readonly isForDevelopment?: true;
}

/** The dependencies that one list of a manifest has. */
export interface DependencyList {
  readonly file: SourceFile;
  readonly isForDevelopment: boolean;
  readonly items: readonly [ProjectLine, ...ProjectLine[]];
}

const JSON_ITEM = /^\s*"([^"]{1,100})":\s*"/;
const JSON_END = /^\s*\}/;
const TOML_ITEM = /^"?([A-Za-z][\w-]{0,80})"?(?:\.[\w.]{1,40})?\s*=/;
const TOML_END = /^\[/;
const PYTHON_ITEM = /["']([A-Za-z][\w.-]{0,80})/g;
const GEM = '[\\s(]+["\']([^"\']{1,80})["\']';

const PATTERNS: readonly DependencyPattern[] = [
  ...(['dependencies', 'devDependencies'] as const).map(
    (name): DependencyPattern => ({
      path: /(?:^|\/)package\.json$/,
      line: JSON_ITEM,
      within: { open: new RegExp(`^\\s*"${name}":\\s*\\{`), close: JSON_END },
      ...(name === 'devDependencies' && { isForDevelopment: true }),
    }),
  ),
  {
    path: /(?:^|\/)Cargo\.toml$/,
    line: TOML_ITEM,
    within: { open: /^\[(?:workspace\.)?dependencies\]/, close: TOML_END },
  },
  {
    path: /(?:^|\/)Cargo\.toml$/,
    line: TOML_ITEM,
    within: { open: /^\[dev-dependencies\]/, close: TOML_END },
    isForDevelopment: true,
  },
  {
    path: /(?:^|\/)go\.mod$/,
    line: /^(?:require)?\s+([^\s()/]\S{1,120})\s+v\S{1,60}\s*$/,
    within: { open: /^require\b/, close: /^\)|^\s*$|^(?!require|\s|\))/ },
  },
  {
    path: /(?:^|\/)pyproject\.toml$/,
    line: PYTHON_ITEM,
    within: { open: /^dependencies\s*=\s*\[/, close: /^\s*\]/ },
  },
  {
    path: /(?:^|\/)pyproject\.toml$/,
    line: /^(?!python\b)([A-Za-z][\w-]{0,80})\s*=/,
    within: { open: /^\[tool\.poetry\.dependencies\]/, close: TOML_END },
  },
  {
    path: /(?:^|\/)setup\.cfg$/,
    line: /^\s+([A-Za-z][\w.-]{0,80})/,
    within: { open: /^install_requires\s*=/, close: /^\S/ },
  },
  {
    path: /(?:^|\/)setup\.py$/,
    line: PYTHON_ITEM,
    within: { open: /^\s*install_requires\s*=\s*\[/, close: /\]/ },
  },
  {
    path: /(?:^|\/)requirements(?:\/(?:default|base|prod|main))?\.txt$/,
    line: /^([A-Za-z][\w.-]{0,80})/,
  },
  { path: /\.gemspec$/, line: new RegExp(`\\.add(?:_runtime)?_dependency${GEM}`) },
  {
    path: /\.gemspec$/,
    line: new RegExp(`\\.add_development_dependency${GEM}`),
    isForDevelopment: true,
  },
  {
    path: /(?:^|\/)composer\.json$/,
    line: /^\s*"((?!php")[^"]{1,100})":\s*"/,
    within: { open: /^\s*"require":\s*\{/, close: JSON_END },
  },
  {
    path: /(?:^|\/)composer\.json$/,
    line: JSON_ITEM,
    within: { open: /^\s*"require-dev":\s*\{/, close: JSON_END },
    isForDevelopment: true,
  },
  {
    path: /(?:^|\/)pom\.xml$/,
    line: /^\s*<artifactId>([^<]{1,100})</,
    within: { open: /<dependency>/, close: /<\/dependency>|<exclusions>/ },
  },
  {
    path: /(?:^|\/)build\.gradle(?:\.kts)?$/,
    line: /^\s*(?:api|implementation|compileOnly|runtimeOnly|compile)[\s(]+(?:["']([^"']{1,100})["']|(libs\.[\w.]{1,80}))/,
  },
  {
    path: /(?:^|\/)mix\.exs$/,
    line: /\{:(\w{1,60}),/,
    within: { open: /^\s*defp? deps\b/, close: /^\s*end\b/ },
  },
  {
    path: /\.csproj$|(?:^|\/)Directory\.Packages\.props$/,
    line: /<Package(?:Reference|Version)\s+Include="([^"]{1,100})"/,
  },
  {
    path: /(?:^|\/)pubspec\.yaml$/,
    line: /^ {2}(\w{1,60}):/,
    within: { open: /^dependencies:/, close: /^\S/ },
  },
  {
    path: /(?:^|\/)Package\.swift$/,
    line: /\.package\((?:name:[^,]{1,60},\s*)?url:\s*"([^"]{1,160})"/,
  },
];

/** The files that may list dependencies. */
export const DEPENDENCY_FILES: readonly RegExp[] = [...new Set(PATTERNS.map(({ path }) => path))];

/** Each list of a manifest that has any, those that everybody needs first. */
export function dependencyLists(file: SourceFile): DependencyList[] {
  return PATTERNS.flatMap((pattern): DependencyList[] => {
    const [first, ...others] = linesThatSay(file, pattern).filter(
      (one, n, all) => all.findIndex(({ value }) => value === one.value) === n && !isForTests(one),
    );
    if (!first) return [];
    return [
      { file, isForDevelopment: pattern.isForDevelopment ?? false, items: [first, ...others] },
    ];
  }).toSorted((a, b) => Number(a.isForDevelopment) - Number(b.isForDevelopment));
}

/** In Maven, the scope stands below the name. */
function isForTests({ file, start }: ProjectLine): boolean {
  if (!file.path.endsWith('pom.xml')) return false;
  const below = file.lines.slice(start, start + MAX_LINES_OF_ONE);
  const end = below.findIndex((line) => line.includes('</dependency>'));
  return below.slice(0, Math.max(0, end)).some((line) => /<scope>(?:test|provided)</.test(line));
}

const MAX_LINES_OF_ONE = 20;
