/** The tools of the API document, by what their names end in: an instance puts a prefix before them. */
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

/** What an instance has of the document, and what it has besides. */
export interface AvailableTools {
  readonly offered: readonly ToolName[];
  readonly missing: readonly ToolName[];
  /** By their full names. */
  readonly others: readonly string[];
}

/** The document's tools, each with the name that this instance gives it. */
export type ToolNames = ReadonlyMap<ToolName, string>;

/** Of several names with one ending the shortest is meant: its prefix is the instance's. */
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
