/** The branches of a remote, and which one its HEAD is. */
export interface RemoteRefs {
  /** Names without `refs/heads/`, with their commits. */
  readonly branches: ReadonlyMap<string, string>;
  /** The branch that HEAD names, which may not exist. Some servers tell only HEAD's commit. */
  readonly headBranch?: string;
  readonly headCommit?: string;
}

/** What we ask `git ls-remote --symref` for. */
export const LISTED_REFS = ['HEAD', 'refs/heads/*'] as const;

const HEADS = 'refs/heads/';
/** As https://git-scm.com/docs/git-check-ref-format has it, and without what is not UTF-8. */
const BRANCH_NAME =
  /^(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^-.\p{Cc} ~^:?*[\\\ufffd][^\p{Cc} ~^:?*[\\\ufffd]*(?<![/.])$/u;

/** Parses the output of `git ls-remote --symref`; skips lines and names that are not valid. */
export function parseRemoteRefs(output: string): RemoteRefs {
  const branches = new Map<string, string>();
  let headBranch: string | undefined;
  let headCommit: string | undefined;
  for (const line of output.split('\n')) {
    const [value = '', name = ''] = line.split('\t');
    if (value.startsWith('ref: ')) {
      if (name === 'HEAD') headBranch = branchOf(value.slice('ref: '.length));
      continue;
    }
    if (!/^[0-9a-f]{40,64}$/.test(value)) continue;
    const branch = branchOf(name);
    if (name === 'HEAD') headCommit = value;
    else if (branch !== undefined) branches.set(branch, value);
  }
  return {
    branches,
    ...(headBranch !== undefined && { headBranch }),
    ...(headCommit !== undefined && { headCommit }),
  };
}

function branchOf(ref: string): string | undefined {
  const name = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : '';
  return name.length <= 250 && BRANCH_NAME.test(name) ? name : undefined;
}
