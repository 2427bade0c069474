import { type Tool, ToolError } from '../../tools/tool.js';

/** Where the results of a tool say which repository they are of. */
const RESULTS = ['blocks', 'fileBlocks', 'repositories'];
const SEARCHES = new Set(['keyword_search', 'nls_search']);

/** The tools as if there were only these repositories. */
export function limitTools(tools: readonly Tool[], repositories: readonly string[]): Tool[] {
  const names = new Set(repositories);
  return tools.map((tool) => ({
    ...tool,
    call: async (args, context) => {
      const given = toRecord(args);
      rejectOthers(given, names);
      const limited = SEARCHES.has(tool.name) ? limitQuery(given, repositories) : given;
      return withoutOthers(await tool.call(limited, context), names);
    },
  }));
}

function toRecord(args: unknown): Record<string, unknown> {
  return typeof args === 'object' && args !== null ? { ...args } : {};
}

function rejectOthers(args: Record<string, unknown>, names: ReadonlySet<string>): void {
  const asked = [args['repo'], args['repos']].flat().filter((name) => typeof name === 'string');
  const other = asked.find((name) => !names.has(name));
  if (other === undefined) return;
  const allowed = [...names].join(', ');
  throw new ToolError(`The question is limited to other repositories. Look only in: ${allowed}.`);
}

/** So that what is found elsewhere takes no room. */
function limitQuery(
  args: Record<string, unknown>,
  repositories: readonly string[],
): Record<string, unknown> {
  const { query } = args;
  // A quote in a name would end the filter.
  const any = repositories.map((name) => name.replace(/[^\w/-]/g, '\\$&')).join('|');
  const filter = `repo:"^(?:${any})$"`;
  if (typeof query !== 'string' || filter.length > MAX_FILTER) return args;
  return { ...args, query: `${filter} ${query}` };
}

/** A longer pattern is refused, and the filter counts as part of the query. */
const MAX_FILTER = 900;

function withoutOthers(
  result: Record<string, unknown>,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  const kept = RESULTS.flatMap((key) => {
    const list: unknown = result[key];
    if (!Array.isArray(list)) return [];
    return [[key, list.filter((one) => names.has(repositoryOf(one)))]];
  });
  return { ...result, ...Object.fromEntries(kept) };
}

function repositoryOf(one: unknown): string {
  const { repo, repoName, name } = toRecord(one);
  return String(repo ?? repoName ?? name);
}
