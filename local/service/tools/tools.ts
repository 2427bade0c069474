import type { Repository } from '../git/repository.js';
import type { SearchIndex } from '../index/search-index.js';
import { createFindWord } from './candidates.js';
import { commitSearchTool } from './commit-search.js';
import { compareRevisionsTool } from './compare-revisions.js';
import { contributorReposTool } from './contributor-repos.js';
import { diffSearchTool } from './diff-search.js';
import { keywordSearchTool } from './keyword-search.js';
import { listFilesTool } from './list-files.js';
import { listReposTool } from './list-repos.js';
import { findReferencesTool, goToDefinitionTool } from './navigation.js';
import type { Navigator } from './navigator.js';
import { nlsSearchTool } from './nls-search.js';
import { readFileTool } from './read-file.js';
import { createSearchNavigator } from './search-navigator.js';
import { createFilesOf, type FilesOf } from './snapshot-files.js';
import type { Tool } from './tool.js';

export interface ToolOptions {
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
  /** The public URL of the pages, without a trailing slash. */
  readonly url: () => string;
  /** The prefix of tool names in messages. */
  readonly prefix: string;
  /** Default: one of its own. */
  readonly filesOf?: FilesOf;
  /** Default: by search. */
  readonly navigator?: Navigator;
}

/** All tools, in the order of the specification. */
export function createTools({
  prefix,
  filesOf = createFilesOf(),
  navigator = createSearchNavigator({ filesOf, findWord: createFindWord(undefined) }),
  ...options
}: ToolOptions): Tool[] {
  const dependencies = {
    ...options,
    filesOf,
    toolName: (name: string) => `${prefix}${name}`,
    navigator,
  };
  return [
    readFileTool(dependencies),
    listFilesTool(dependencies),
    listReposTool(dependencies),
    keywordSearchTool(dependencies),
    nlsSearchTool(dependencies),
    goToDefinitionTool(dependencies),
    findReferencesTool(dependencies),
    commitSearchTool(dependencies),
    diffSearchTool(dependencies),
    compareRevisionsTool(dependencies),
    contributorReposTool(dependencies),
  ];
}
