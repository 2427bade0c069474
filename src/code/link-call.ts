import { CodeCall } from '../model/code.js';
import type { CodeLink } from '../model/instance-link.js';
import { changeOf } from '../render/code/change.js';

/**
 * The call of a code tool that shows what a link leads to: of a commit, what it changed. Undefined
 * where the link says what no tool takes.
 */
export function callFor(link: CodeLink): CodeCall | undefined {
  const call = CodeCall.safeParse(asCall(link));
  return call.success ? call.data : undefined;
}

function asCall(link: CodeLink): unknown {
  switch (link.kind) {
    case 'file': {
      const { repo, path, revision, lines } = link;
      const at = revision === undefined ? {} : { revision };
      const range = lines === undefined ? {} : { startLine: lines.start, endLine: lines.end };
      return { do: 'read', repo, path, ...at, ...range };
    }
    case 'commit':
      return changeOf(link.repo, link.commit);
    case 'comparison':
      return { do: 'compare', repo: link.repo, base: link.base, head: link.head };
  }
}
