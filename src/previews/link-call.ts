import { CodeCall } from '../model/code.js';
import type { CodeLink } from '../model/instance-link.js';
import { commitComparison } from '../render/code/history.js';

/**
 * The tool call that shows what a link leads to; for a commit its changes. Undefined if no tool
 * accepts what the link names.
 */
export function codeCallFor(link: CodeLink): CodeCall | undefined {
  const call = CodeCall.safeParse(asCall(link));
  return call.success ? call.data : undefined;
}

function asCall(link: CodeLink): unknown {
  switch (link.kind) {
    case 'file': {
      const { repo, path, revision, lines } = link;
      const at = revision === undefined ? {} : { revision };
      const range = lines === undefined ? {} : { startLine: lines.start, endLine: lines.end };
      return { tool: 'read', repo, path, ...at, ...range };
    }
    case 'commit':
      return commitComparison(link.repo, link.commit);
    case 'comparison':
      return { tool: 'compare', repo: link.repo, base: link.base, head: link.head };
  }
}
