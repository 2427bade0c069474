import { isChosen } from './branch-patterns.js';
import type { FetchProblem } from './fetch-problem.js';
import type { RemoteRefs } from './remote-refs.js';

/** What a clone holds. */
export interface LocalRefs {
  readonly branches: readonly string[];
  /** The branch that HEAD names; absent if it names a commit. */
  readonly headBranch?: string;
  /** The commit that is answered from; absent while there is none. */
  readonly headCommit?: string;
}

export interface WantedBranches {
  readonly patterns: readonly string[];
  /** The branch to answer from; absent: the remote's HEAD. */
  readonly branch?: string;
}

/** How to bring a clone up to date, in the order of the fields. At each step it can be answered from. */
export type UpdatePlan =
  | {
      readonly kind: 'update';
      /** First fixes HEAD to this commit, since its branch is among those to delete. */
      readonly detachAt?: string;
      readonly delete: readonly string[];
      readonly fetch: readonly string[];
      /** The branch that HEAD names in the end. */
      readonly head: string;
    }
  /** The remote is empty, and always was. */
  | { readonly kind: 'nothing' }
  /** The clone stays as it is. */
  | { readonly kind: 'problem'; readonly problem: FetchProblem };

const MAX_BRANCHES = 2_000;
/** Tried in this order where the remote's HEAD names no branch. */
const USUAL_NAMES = ['main', 'master', 'trunk'];

export function planUpdate(
  remote: RemoteRefs,
  local: LocalRefs,
  { patterns, branch: wanted }: WantedBranches,
): UpdatePlan {
  if (remote.branches.size === 0) return emptyRemote(local);
  const head = wanted ?? defaultBranch(remote);
  if (head === undefined)
    return failed('no-head', "its remote's HEAD names no branch: set branch for it");
  if (!remote.branches.has(head)) return failed('no-branch', `its remote has no branch ${head}`);
  const fetch = [...remote.branches.keys()].filter(
    (branch) => branch === head || isChosen(branch, patterns),
  );
  if (fetch.length > MAX_BRANCHES) {
    return failed(
      'too-many-branches',
      `${fetch.length} of its branches are chosen, more than ${MAX_BRANCHES}: list fewer in branches`,
    );
  }
  const kept = new Set(fetch);
  const gone = local.branches.filter((branch) => !kept.has(branch));
  const isHeadGone = local.headBranch !== undefined && gone.includes(local.headBranch);
  return {
    kind: 'update',
    ...(isHeadGone && local.headCommit !== undefined && { detachAt: local.headCommit }),
    delete: gone,
    fetch,
    head,
  };
}

function emptyRemote({ headCommit }: LocalRefs): UpdatePlan {
  if (headCommit === undefined) return { kind: 'nothing' };
  return failed('no-branch', 'its remote has no branches any more');
}

/** As `git clone` guesses it from the commit where the server does not tell the branch. */
function defaultBranch({ branches, headBranch, headCommit }: RemoteRefs): string | undefined {
  if (headBranch !== undefined && branches.has(headBranch)) return headBranch;
  const names = [...USUAL_NAMES.filter((name) => branches.has(name)), ...branches.keys()];
  const [usual] = branches.size === 1 ? names : names.filter((name) => USUAL_NAMES.includes(name));
  return names.find((name) => branches.get(name) === headCommit) ?? usual;
}

function failed(kind: FetchProblem['kind'], sentence: string): UpdatePlan {
  return { kind: 'problem', problem: { kind, sentence } };
}
