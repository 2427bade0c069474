import type { ToolName } from '../../mcp/names.js';
import type { CodeTool } from '../../model/code.js';

/** The tools as people type them after `/deepsearch code`. */
const COMMANDS: Readonly<Record<ToolName, CodeTool>> = {
  keyword_search: 'search',
  nls_search: 'nls',
  read_file: 'read',
  list_files: 'ls',
  list_repos: 'repos',
  go_to_definition: 'def',
  find_references: 'refs',
  commit_search: 'commits',
  diff_search: 'diffs',
  compare_revisions: 'compare',
  get_contributor_repos: 'contributors',
};

/** A tool's name with whatever prefix an instance puts before it, such as `svc_read_file`. */
const WIRE_NAME = new RegExp(
  `\`?\\b(?:[\\w.-]*[_.-])?(${Object.keys(COMMANDS).join('|')})\\b\`?`,
  'g',
);

/**
 * The text of a tool in people's words: tools advise MCP clients to call other tools by their names
 * there, which say nothing in Slack. Names that the user has typed themselves stay.
 */
export function inPeoplesWords(said: string, typed: string): string {
  return said.replace(WIRE_NAME, (name, tool: ToolName) =>
    typed.includes(name.replaceAll('`', '')) ? name : `\`/deepsearch code ${COMMANDS[tool]}\``,
  );
}
