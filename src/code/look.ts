import type { Call, ToolServer } from '../mcp/client.js';
import { ToolRefused } from '../mcp/errors.js';
import { readLines } from '../mcp/numbered.js';
import type { Found } from '../mcp/reading.js';
import type { FileContent } from '../mcp/records.js';
import type { CodeCall, CodeVerb } from '../model/code.js';
import { isChange } from '../render/code/change.js';
import { fileSheet, listSheet, rangeOf } from '../render/code/file.js';
import { changesSheet, commitsSheet, comparisonSheet } from '../render/code/history.js';
import { contributorsSheet, reposSheet } from '../render/code/repositories.js';
import { navigationSheet, searchSheet } from '../render/code/searches.js';
import { type Sheet, textSheet } from '../render/code/sheet.js';
import { createLinks } from '../render/instance-link.js';

export type CodeTools = Omit<ToolServer, 'tools' | 'further' | 'close'>;

export interface LookOptions {
  readonly tools: CodeTools;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Calls a tool and makes of what it gives a sheet. `room`: for the code of a file, in characters. */
export function createLook({ tools, baseUrl }: LookOptions) {
  const links = createLinks(baseUrl);

  const looks: Looks = {
    search: (call, by) =>
      tools
        .keywordSearch(argsOf(call), by)
        .then(toSheet((found) => searchSheet(call, found, links))),
    nls: (call, by) =>
      tools.nlsSearch(argsOf(call), by).then(toSheet((found) => searchSheet(call, found, links))),
    read: async (call, by, room) => {
      const range = rangeOf(call);
      const found = await tools.readFile({ ...argsOf(call), ...range }, by);
      return toSheet<FileContent>(({ content }) =>
        fileSheet(call, readLines(content, range.startLine), { links, room }),
      )(found);
    },
    ls: (call, by) =>
      tools.listFiles(argsOf(call), by).then(toSheet((found) => listSheet(call, found, links))),
    repos: (call, by) =>
      tools.listRepos(argsOf(call), by).then(toSheet((found) => reposSheet(call, found, links))),
    def: (call, by) =>
      tools
        .goToDefinition(argsOf(call), by)
        .then(toSheet((found) => navigationSheet(call, found, links))),
    refs: (call, by) =>
      tools
        .findReferences(argsOf(call), by)
        .then(toSheet((found) => navigationSheet(call, found, links))),
    commits: (call, by) =>
      tools
        .commitSearch(argsOf(call), by)
        .then(toSheet((found) => commitsSheet(call, found, links))),
    diffs: (call, by) =>
      tools.diffSearch(argsOf(call), by).then(toSheet((found) => changesSheet(call, found, links))),
    compare: (call, by) =>
      compared(call, by).then(toSheet((found) => comparisonSheet(call, found, links))),
    contributors: (call, by) =>
      tools
        .getContributorRepos(argsOf(call), by)
        .then(toSheet((found) => contributorsSheet(call, found, links))),
  };

  /** Of the first commit of all, which has nothing before it, all that it holds. */
  async function compared(call: Of<'compare'>, by: Call) {
    try {
      return await tools.compareRevisions(argsOf(call), by);
    } catch (error) {
      if (!(error instanceof ToolRefused && isChange(call))) throw error;
      const whole = { ...argsOf(call), base: EMPTY_TREE };
      return tools.compareRevisions(whole, by).catch((again: unknown) => {
        throw again instanceof ToolRefused ? error : again;
      });
    }
  }

  return (call: CodeCall, by: Call, room: number): Promise<Sheet> => {
    const look = looks[call.do] as (call: CodeCall, by: Call, room: number) => Promise<Sheet>;
    return look(call, by, room);
  };
}

/** Git's own name of a tree that holds nothing: `git hash-object -t tree /dev/null`. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

type Looks = {
  readonly [Verb in CodeVerb]: (call: Of<Verb>, by: Call, room: number) => Promise<Sheet>;
};

type Of<Verb extends CodeVerb> = CodeCall & { readonly do: Verb };

function argsOf<C extends CodeCall>({ do: _do, ...args }: C): Omit<C, 'do'> {
  return args;
}

/** What comes in no form that we know is shown as it is. */
function toSheet<R>(sheet: (record: R) => Sheet): (found: Found<R>) => Sheet {
  return (found) => (found.kind === 'text' ? textSheet(found.text) : sheet(found.record));
}
