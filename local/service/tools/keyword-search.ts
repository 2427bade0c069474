import { z } from 'zod';
import { inTurn } from './in-turn.js';
import { blocksOf } from './keyword-blocks.js';
import { hitsIn, type Search } from './keyword-hits.js';
import { parseQuery } from './query/parse.js';
import { scopeOf } from './query/scope.js';
import { SearchRecord, withinSize } from './search-output.js';
import type { FilesOf } from './snapshot-files.js';
import { defineTool, type Tool } from './tool.js';
import type { ToolParts } from './tool-dependencies.js';

const MOST_FILES = 30;

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'Terms, all of which a file must have: words, "quoted text", /regular expressions/; AND, ' +
        'OR, NOT and parentheses; filters repo: file: rev:, each negated with a minus before it.',
    ),
});

export function keywordSearchTool(parts: ToolParts & { readonly filesOf: FilesOf }): Tool {
  return defineTool({
    name: 'keyword_search',
    title: 'Search by keywords',
    description:
      'Finds the files that have exactly these terms, letter case aside. Terms are ANDed unless ' +
      'there is an OR. Example: repo:shop file:\\.ts$ (retry OR backoff) NOT test',
    input,
    output: SearchRecord,
    run: async ({ query }, context) => {
      const parsed = parseQuery(query);
      const scope = await scopeOf(parts, parsed.filters);
      const search: Search = { parsed, scope, filesOf: parts.filesOf, context };
      const hits = (await inTurn(scope.places, 2, (place) => hitsIn(search, place))).flat();
      hits.sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1));
      const shown = hits.slice(0, MOST_FILES);
      const blocks = withinSize(await blocksOf(search, shown, parts.url()));
      const notice =
        `Showing ${blocks.length} of ${hits.length} files: ` +
        'narrow it with more terms, or with repo: and file: filters.';
      return { blocks, ...(blocks.length < hits.length && { notice }) };
    },
  });
}
