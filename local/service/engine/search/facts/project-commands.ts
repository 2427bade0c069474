import type { SourceFile } from '../passages/source-file.js';
import { type LinePattern, linesThatSay, type ProjectLine } from './project-files.js';

/** What people do with a project as a whole. */
export type ProjectTask = 'tests' | 'build' | 'install' | 'run';

/** A command that a file has for a task. */
export interface ProjectCommand extends ProjectLine {
  /** What runs it, such as `npm run build`; absent if the line itself is what is run. */
  readonly runBy?: string;
}

const NAMES: Readonly<Record<ProjectTask, string>> = {
  tests: 'tests?|spec|unit(?:-?tests?)?',
  build: 'build|compile',
  install: 'install|setup|bootstrap',
  run: 'start|dev|serve|run',
};

/** What continuous integration runs. */
const TOOLS: Readonly<Record<ProjectTask, string>> = {
  tests:
    'cargo (?:\\S{1,20} )?(?:test|nextest)|go test|pytest|python -m (?:unittest|pytest)|tox\\b(?!\\.)|nox\\b|(?:\\./)?mvnw?\\b.{0,80}\\b(?:test|package|verify|install)\\b|(?:\\./)?gradlew?\\b.{0,80}\\b(?:test|check|build)\\b|(?:bundle exec )?(?:rake (?:test|spec)|rspec)|(?:vendor/bin/)?(?:phpunit|pest)\\b|composer (?:run )?test|mix test|dotnet test|swift test|ctest\\b|make (?:test|check)\\b|(?:npm|yarn|pnpm|bun)(?: run)? test\\b|deno test',
  build:
    'cargo build|go build|(?:\\./)?mvnw?\\b.{0,80}\\b(?:package|install|compile)\\b|(?:\\./)?gradlew?\\b.{0,80}\\b(?:build|assemble)\\b|mix compile|dotnet build|swift build|cmake --build|python -m build|make\\s*$|(?:npm|yarn|pnpm|bun)(?: run)? build\\b',
  install:
    'npm (?:ci|install)\\s*$|yarn install|pnpm install|bun install|pip install -(?:e|r)|poetry install|uv sync|bundle install|composer install|go mod download|mix deps\\.get|dotnet restore',
  run: 'npm start|(?:npm|yarn|pnpm|bun) run (?:dev|start|serve)',
};

const SCRIPT = /^\.github\/workflows\/[^/]+\.ya?ml$|^(?:ci|\.ci|scripts?)\/[^/]+\.sh$/;

/** The files that may have a command. */
export const COMMAND_FILES: readonly RegExp[] = [
  /^package\.json$/,
  /^(?:GNU)?[Mm]akefile$/,
  /^\.?[Jj]ustfile$/,
  /^composer\.json$/,
  /^Rakefile$/,
  /^tox\.ini$/,
  /^noxfile\.py$/,
  SCRIPT,
];

interface CommandPattern extends LinePattern {
  readonly runner: string;
  /** Whether the runner needs no name of a task behind it. */
  readonly isAlone?: true;
}

/** The commands that a file names for a task. */
export function commandsFor(task: ProjectTask, file: SourceFile): ProjectCommand[] {
  return taskPatterns(task).flatMap((pattern) =>
    linesThatSay(file, pattern).map((one) => ({
      ...one,
      runBy: pattern.isAlone ? pattern.runner : `${pattern.runner} ${one.value}`,
    })),
  );
}

/** The lines of scripts and of continuous integration that run a task. */
export function scriptLines(task: ProjectTask, file: SourceFile): ProjectCommand[] {
  return linesThatSay(file, {
    path: SCRIPT,
    line: new RegExp(`^\\s*(?:-\\s*)?(?:run:\\s*)?["']?((?:${TOOLS[task]})[^#]{0,120})`),
  });
}

/** Whether some lines run a task by a usual tool. */
export function isRunIn(task: ProjectTask, lines: readonly string[]): boolean {
  const tool = new RegExp(
    `(?:^|[\\s\`$])(?:${TOOLS[task]}|(?:make|rake|just|bin/)\\s?(?:${NAMES[task]})\\b)`,
  );
  return lines.some((line) => tool.test(line.slice(0, MAX_LINE_LENGTH)));
}

const MAX_LINE_LENGTH = 400;

function taskPatterns(task: ProjectTask): CommandPattern[] {
  const name = `(${NAMES[task]})`;
  const inScripts = { open: /^\s*"scripts":\s*\{/, close: /^\s*\}/ };
  const scripts = new RegExp(`^\\s*"${name}":`);
  return [
    { runner: 'npm run', path: /package\.json$/, line: scripts, within: inScripts },
    { runner: 'composer run', path: /composer\.json$/, line: scripts, within: inScripts },
    {
      runner: 'make',
      path: /[Mm]akefile$/,
      line: new RegExp(`^(${NAMES[task]}${task === 'tests' ? '|check' : ''})\\s*:(?!=)`),
    },
    { runner: 'just', path: /[Jj]ustfile$/, line: new RegExp(`^@?${name}\\b[^=]{0,80}:(?!=)`) },
    {
      runner: 'rake',
      path: /Rakefile$/,
      line: new RegExp(
        `^\\s*(?:task|Rake::TestTask\\.new|RSpec::Core::RakeTask\\.new)[\\s(]+:?["']?${name}\\b`,
      ),
    },
    { runner: 'nox -s', path: /noxfile\.py$/, line: new RegExp(`^def ${name}\\(`) },
    ...(task === 'tests'
      ? [{ runner: 'tox', path: /tox\.ini$/, line: /^\[(testenv)\]/, isAlone: true as const }]
      : []),
  ];
}

const HEADINGS: Readonly<Record<ProjectTask, readonly RegExp[]>> = {
  tests: [
    /\b(?:run|running|execute|executing)\b.{0,40}\b(?:tests?|specs|test ?suite)\b/i,
    /^(?:how to test|(?:unit |local )?testing|(?:unit )?tests?|test ?suite)(?: .{0,20})?$/i,
  ],
  build: [
    /\b(?:build|building|compile|compiling|compilation)\b.{0,40}\bsources?\b/i,
    /^(?:how to )?(?:build|building|compile|compiling|compilation)(?: .{0,20})?$/i,
  ],
  install: [
    /^(?:how to )?(?:install|installing|installation)\b/i,
    /\b(?:install|installing|installation)\b|^(?:quick ?start|getting started)$/i,
  ],
  run: [
    /^(?:running|run|start|starting|launch)\b(?!.*\btests?\b)/i,
    /^(?:quick ?start|getting started|usage|local development|development)$/i,
  ],
};

/** How well a heading says that its section tells how to do it; the lower the better, nothing if it does not. */
export function headingRank(task: ProjectTask, heading: string): number | undefined {
  if (/\b(?:docs?|documentation|website)\b/i.test(heading)) return undefined;
  const plain = heading
    .replace(/[^\p{L}\p{N}' -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const rank = HEADINGS[task].findIndex((pattern) => pattern.test(plain));
  return rank < 0 ? undefined : rank;
}

const FIRST_README = /^readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
const FOR_CONTRIBUTORS = /(?:^|\/)(?:contribut|develop|hacking|testing|building)[\w.-]*$/i;

/** The documents that may tell it; those for contributors first where they are the ones that do it. */
export function documentsFor(task: ProjectTask): readonly RegExp[] {
  const installing = /(?:^|\/)(?:install|getting[-_]started|quick[-_]?start)[\w.-]*$/i;
  return task === 'tests' || task === 'build'
    ? [FOR_CONTRIBUTORS, FIRST_README, installing]
    : [FIRST_README, installing, FOR_CONTRIBUTORS];
}
