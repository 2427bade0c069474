import { ToolRefused } from '../mcp/errors.js';
import type { FileContent } from '../mcp/records.js';
import type { ToolOutput } from '../mcp/results.js';
import { readLines } from '../mcp/results.js';
import type { ToolCallOptions } from '../mcp/tool-server.js';
import { OutsideAudience } from '../model/audience.js';
import type { CodeCall, CodeTool } from '../model/code.js';
import type { Audience } from '../policy/audience.js';
import { fileResult, folderResult, rangeOf } from '../render/code/file.js';
import {
  commitsResult,
  comparisonResult,
  diffsResult,
  isCommitComparison,
} from '../render/code/history.js';
import { contributorsResult, reposResult } from '../render/code/repositories.js';
import { navigationResult, searchResult } from '../render/code/searches.js';
import { type ToolResultView, unstructuredResult } from '../render/code/tool-result-view.js';
import { createLinks, type Links } from '../render/markdown/instance-link.js';
import { type CodeTools, toolsWithin } from './within-audience.js';

export interface RunToolOptions {
  readonly tools: CodeTools;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Whose call it is, and what may be shown where its result goes. */
export type ToolCaller = ToolCallOptions & {
  readonly audience: Pick<Audience, 'isUnlimited' | 'sees'>;
};

/**
 * Calls a code tool and renders its result. `codeSize`: the most characters of a file's lines. Throws as the tools
 * do, and `OutsideAudience`.
 */
export type RunTool = (call: CodeCall, by: ToolCaller, codeSize: number) => Promise<ToolResultView>;

type CallOf<Tool extends CodeTool> = CodeCall & { readonly tool: Tool };

type Runners = {
  readonly [Tool in CodeTool]: (
    call: CallOf<Tool>,
    by: ToolCallOptions,
    codeSize: number,
  ) => Promise<ToolResultView>;
};

export function createRunTool({ tools, baseUrl }: RunToolOptions): RunTool {
  const links = createLinks(baseUrl);
  const everywhere = createRunners(tools, links);
  return async (call, { audience, ...by }, codeSize) => {
    if (audience.isUnlimited) return everywhere(call, by, codeSize);
    const within = createRunners(toolsWithin(tools, audience.sees), links);
    return within(call, by, codeSize).catch((error: unknown) => {
      // Its text may name any repository.
      throw error instanceof ToolRefused ? new OutsideAudience() : error;
    });
  };
}

type Run = (call: CodeCall, by: ToolCallOptions, codeSize: number) => Promise<ToolResultView>;

function createRunners(tools: CodeTools, links: Links): Run {
  const runners: Runners = {
    search: async (call, by) =>
      toView(await tools.keywordSearch(argsOf(call), by), (found) =>
        searchResult(call, found, links),
      ),
    nls: async (call, by) =>
      toView(await tools.nlsSearch(argsOf(call), by), (found) => searchResult(call, found, links)),
    read: async (call, by, codeSize) => {
      const range = rangeOf(call);
      const { around: _around, ...args } = argsOf(call);
      const found = await tools.readFile({ ...args, ...range }, by);
      return toView<FileContent>(found, ({ content }) =>
        fileResult(call, readLines(content, range.startLine), { links, codeSize }),
      );
    },
    ls: async (call, by) =>
      toView(await tools.listFiles(argsOf(call), by), (found) => folderResult(call, found, links)),
    repos: async (call, by) =>
      toView(await tools.listRepos(argsOf(call), by), (found) => reposResult(call, found, links)),
    def: async (call, by) =>
      toView(await tools.goToDefinition(argsOf(call), by), (found) =>
        navigationResult(call, found, links),
      ),
    refs: async (call, by) =>
      toView(await tools.findReferences(argsOf(call), by), (found) =>
        navigationResult(call, found, links),
      ),
    commits: async (call, by) =>
      toView(await tools.commitSearch(argsOf(call), by), (found) =>
        commitsResult(call, found, links),
      ),
    diffs: async (call, by) =>
      toView(await tools.diffSearch(argsOf(call), by), (found) => diffsResult(call, found, links)),
    compare: async (call, by) =>
      toView(await compareRevisions(tools, call, by), (found) =>
        comparisonResult(call, found, links),
      ),
    contributors: async (call, by) =>
      toView(await tools.getContributorRepos(argsOf(call), by), (found) =>
        contributorsResult(call, found, links),
      ),
  };
  return (call, by, codeSize) => {
    const run = runners[call.tool] as Runners[CodeTool] as Run;
    return run(call, by, codeSize);
  };
}

/** Git's name of the empty tree: `git hash-object -t tree /dev/null`. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A repository's first commit has no parent, so it is compared with the empty tree instead. */
async function compareRevisions(
  tools: Pick<CodeTools, 'compareRevisions'>,
  call: CallOf<'compare'>,
  by: ToolCallOptions,
) {
  try {
    return await tools.compareRevisions(argsOf(call), by);
  } catch (error) {
    if (!(error instanceof ToolRefused && isCommitComparison(call))) throw error;
    const whole = { ...argsOf(call), base: EMPTY_TREE };
    return tools.compareRevisions(whole, by).catch((second: unknown) => {
      throw second instanceof ToolRefused ? error : second;
    });
  }
}

function argsOf<C extends CodeCall>({ tool: _tool, ...args }: C): Omit<C, 'tool'> {
  return args;
}

/** A result in an unknown form is shown as its text. */
function toView<R>(found: ToolOutput<R>, render: (record: R) => ToolResultView): ToolResultView {
  return found.kind === 'text' ? unstructuredResult(found.text) : render(found.record);
}
