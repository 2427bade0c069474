/** The tools of the API document. Instances put a prefix before these names. */
export const TOOLS = [
  'read_file',
  'list_files',
  'list_repos',
  'keyword_search',
  'nls_search',
  'go_to_definition',
  'find_references',
  'commit_search',
  'diff_search',
  'compare_revisions',
  'get_contributor_repos',
] as const;

export type ToolName = (typeof TOOLS)[number];

/** Which tools of the API document an instance has, and which others. */
export interface AvailableTools {
  readonly offered: readonly ToolName[];
  readonly missing: readonly ToolName[];
  /** Full names. */
  readonly others: readonly string[];
}

/** Tool of the API document → its full name on this instance. */
export type ToolNames = ReadonlyMap<ToolName, string>;

/** If several names end in a tool's name, the shortest counts: it has only the instance's prefix. */
export function resolveNames(listed: readonly string[]): ToolNames {
  const names = TOOLS.flatMap((tool) => {
    const [name] = listed
      .filter((one) => one === tool || new RegExp(`[^a-z0-9]${tool}$`, 'i').test(one))
      .sort((a, b) => a.length - b.length);
    return name === undefined ? [] : [[tool, name] as const];
  });
  return new Map(names);
}

export function availableTools(listed: readonly string[]): AvailableTools {
  const names = resolveNames(listed);
  const known = new Set(names.values());
  return {
    offered: [...names.keys()],
    missing: TOOLS.filter((tool) => !names.has(tool)),
    others: listed.filter((name) => !known.has(name)),
  };
}
