import type { ToolOutput } from '../mcp/results.js';
import type { ToolServer } from '../mcp/tool-server.js';
import { OutsideAudience } from '../model/audience.js';
import type { Audience } from '../policy/audience.js';
import * as codeTexts from '../render/texts/code.js';

/** The tools that people call. */
export type CodeTools = Omit<ToolServer, 'tools' | 'callOther' | 'close'>;

/**
 * The same tools, which tell of nothing but what a channel may see: calls about other repositories throw
 * `OutsideAudience`, as do results in an unknown form, and other repositories are left out of lists. What the tools
 * add in words of their own is left out too, since it may name any repository.
 */
export function toolsWithin(tools: CodeTools, sees: Audience['sees']): CodeTools {
  const inside = (...repos: readonly string[]): void => {
    if (!repos.every(sees)) throw new OutsideAudience();
  };
  return {
    readFile: async (args, by) => {
      inside(args.repo);
      return known(await tools.readFile(args, by));
    },
    listFiles: async (args, by) => {
      inside(args.repo);
      return known(await tools.listFiles(args, by), ({ notice: _, ...record }) => record);
    },
    compareRevisions: async (args, by) => {
      inside(args.repo);
      return known(await tools.compareRevisions(args, by), ({ notice: _, ...record }) => record);
    },
    listRepos: async (args, by) =>
      known(await tools.listRepos(args, by), ({ repositories, pagination }) => ({
        repositories: repositories.filter(({ name }) => sees(name)),
        pagination: { ...pagination, totalCount: undefined },
        notice: codeTexts.othersLeftOut,
      })),
    keywordSearch: async (args, by) =>
      known(await tools.keywordSearch(args, by), blocksWithin(sees)),
    nlsSearch: async (args, by) => known(await tools.nlsSearch(args, by), blocksWithin(sees)),
    goToDefinition: async (args, by) => {
      inside(args.repo);
      return known(await tools.goToDefinition(args, by), fileBlocksWithin(sees));
    },
    findReferences: async (args, by) => {
      inside(args.repo);
      return known(await tools.findReferences(args, by), fileBlocksWithin(sees));
    },
    commitSearch: async (args, by) => {
      inside(...args.repos);
      return known(await tools.commitSearch(args, by), (record) => ({
        ...record,
        commits: record.commits.filter(isInside(args.repos, sees)),
        notice: codeTexts.othersLeftOut,
      }));
    },
    diffSearch: async (args, by) => {
      inside(...args.repos);
      return known(await tools.diffSearch(args, by), (record) => ({
        ...record,
        results: record.results.filter(isInside(args.repos, sees)),
        notice: codeTexts.othersLeftOut,
      }));
    },
    getContributorRepos: async (args, by) =>
      known(await tools.getContributorRepos(args, by), ({ repositories }) => ({
        repositories: repositories.filter(({ repoName }) => sees(repoName)),
        notice: codeTexts.othersLeftOut,
      })),
  };
}

/** Nobody can tell what a result in an unknown form is about. */
function known<R>(
  output: ToolOutput<R>,
  within: (record: R) => R = (record) => record,
): ToolOutput<R> {
  if (output.kind === 'text') throw new OutsideAudience();
  return { kind: 'record', record: within(output.record) };
}

function blocksWithin(sees: Audience['sees']) {
  return <B extends { readonly repo: string }>({ blocks }: { readonly blocks: B[] }) => ({
    blocks: blocks.filter(({ repo }) => sees(repo)),
    notice: codeTexts.othersLeftOut,
  });
}

function fileBlocksWithin(sees: Audience['sees']) {
  return <B extends { readonly repo: string }>({ fileBlocks }: { readonly fileBlocks: B[] }) => ({
    fileBlocks: fileBlocks.filter(({ repo }) => sees(repo)),
    notice: codeTexts.othersLeftOut,
  });
}

/** What does not say where it is from is from the only repository that was asked for. */
function isInside([asked = '', ...others]: readonly string[], sees: Audience['sees']) {
  const only = others.length === 0 ? asked : '';
  return ({ repository }: { readonly repository: string }) => sees(repository || only);
}
