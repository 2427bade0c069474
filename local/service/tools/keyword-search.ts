import { z } from 'zod';
import { createBlocks } from './keyword-blocks.js';
import { findKeywordHits, type KeywordSearch } from './keyword-hits.js';
import { parseQuery } from './query-parser.js';
import { resolveScope } from './query-scope.js';
import { noticeOf, searchEach } from './search-each.js';
import { limitTotalSize, SearchOutput } from './search-output.js';
import type { FilesOf } from './snapshot-files.js';
import { defineTool, type Tool } from './tool.js';
import type { ToolDependencies } from './tool-dependencies.js';

const MAX_FILES = 30;

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'Terms, all of which a file must contain: words, "quoted text", /regular expressions/; AND, ' +
        'OR, NOT and parentheses; filters repo: file: lang: rev:, each negated with a minus before it.',
    ),
});

export function keywordSearchTool(
  dependencies: ToolDependencies & { readonly filesOf: FilesOf },
): Tool {
  return defineTool({
    name: 'keyword_search',
    title: 'Search by keywords',
    description:
      'Finds files that contain exactly these terms, ignoring case. Terms are ANDed unless ' +
      'there is an OR. Example: repo:shop file:\\.ts$ (retry OR backoff) NOT test',
    input,
    output: SearchOutput,
    run: async ({ query }, context) => {
      const parsed = parseQuery(query);
      const scope = await resolveScope(dependencies, parsed.filters);
      const search: KeywordSearch = { parsed, scope, filesOf: dependencies.filesOf, context };
      const { found, problems } = await searchEach(scope.snapshots, (snapshot) =>
        findKeywordHits(search, snapshot),
      );
      const hits = found.flat();
      hits.sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1));
      const shown = hits.slice(0, MAX_FILES);
      const blocks = limitTotalSize(await createBlocks(search, shown, dependencies.url()));
      const more =
        `Showing ${blocks.length} of ${hits.length} files: ` +
        'narrow it with more terms, or with repo: and file: filters.';
      const notice = noticeOf(blocks.length < hits.length && more, ...scope.problems, ...problems);
      return { blocks, ...notice };
    },
  });
}
