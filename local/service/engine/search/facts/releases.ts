import { GitExitError, runGitWithLimits } from '../../../tools/run-git-with-limits.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { SearchedRepository } from '../passages/find.js';

/** A tag that is named by a version, such as `v1.4.0` or `parser-2.0.0-rc.1`. */
export interface Release {
  readonly tag: string;
  readonly version: Version;
  /** Such as `rc.1`. */
  readonly isPreview: boolean;
}

/** Its numbers, the greatest first; those that are left out are any, as in `3.3.x`. */
export type Version = readonly number[];

const MAX_TAGS = 5_000;
const TAG =
  /^(.*?)v?(\d{1,6}(?:[._]\d{1,6}){1,3})(?:[-._+]?(?!release\b|final\b|ga\b)([a-z].*))?$/i;

/** The releases of what has most of them in the repository, in the order of their versions. */
export async function releasesOf(
  searched: SearchedRepository,
  limits: ToolContext,
): Promise<readonly Release[]> {
  const tags = await gitLines(searched, limits, [
    'for-each-ref',
    `--count=${MAX_TAGS}`,
    '--sort=-creatordate',
    '--format=%(refname:lstrip=2)',
    'refs/tags',
  ]);
  const found = new Map<string, Release[]>();
  for (const tag of tags) {
    const [, owner, numbers, preview] = TAG.exec(tag) ?? [];
    if (owner === undefined || numbers === undefined) continue;
    const version = numbers.split(/[._]/).map(Number);
    const release = { tag, version, isPreview: preview !== undefined };
    found.set(owner, [...(found.get(owner) ?? []), release]);
  }
  const [most = []] = [...found.values()].toSorted((a, b) => b.length - a.length);
  return most.toSorted((a, b) => compareVersions(a.version, b.version));
}

export function compareVersions(a: Version, b: Version): number {
  const length = Math.max(a.length, b.length);
  const at = Array.from({ length }, (_, n) => n).find((n) => (a[n] ?? 0) !== (b[n] ?? 0));
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Whether it is of the version, or of one that begins with it. */
function isOf(version: Version, { version: of }: Release): boolean {
  return version.every((number, n) => number === (of[n] ?? 0));
}

/** Between which versions something changed; without a bound, from the beginning or until today. */
export interface VersionRange {
  readonly after?: Version;
  readonly upTo?: Version;
}

/** The tags after and up to which something changed; `undefined` without such releases. */
export function tagsAround(
  { after, upTo }: VersionRange,
  releases: readonly Release[],
): { readonly after?: string; readonly upTo?: string } | undefined {
  const first = after && releases.find((one) => !one.isPreview && isOf(after, one));
  const last = upTo && releases.findLast((one) => isOf(upTo, one));
  // Who goes to 2.x comes from 1.x.
  const before =
    upTo && last && !after && upTo.length < last.version.length
      ? releases.findLast(
          (one) => compareVersions(one.version, upTo) < 0 && !isOf(upTo, one) && !one.isPreview,
        )
      : first;
  if (!before && !last) return undefined;
  return { ...(before && { after: before.tag }), ...(last && { upTo: last.tag }) };
}

const MAX_COMMITS = 20_000;

/** The ids of the commits between two tags. */
export async function commitsBetween(
  { after, upTo }: { readonly after?: string; readonly upTo?: string },
  searched: SearchedRepository,
  limits: ToolContext,
): Promise<ReadonlySet<string>> {
  const commits = await gitLines(searched, limits, [
    'rev-list',
    '--no-merges',
    `--max-count=${MAX_COMMITS}`,
    '--end-of-options',
    upTo === undefined ? searched.commit : `refs/tags/${upTo}`,
    ...(after === undefined ? [] : [`^refs/tags/${after}`]),
    '--',
  ]);
  return new Set(commits);
}

/** The tag of the first release that has a commit: one that is no preview, if there is any. */
export async function firstReleaseWith(
  commit: string,
  searched: SearchedRepository,
  limits: ToolContext,
): Promise<string | undefined> {
  const releases = await releasesOf(searched, limits);
  if (releases.length === 0) return undefined;
  const tags = await gitLines(searched, limits, [
    'for-each-ref',
    `--contains=${commit}`,
    '--format=%(refname:lstrip=2)',
    'refs/tags',
  ]);
  const having = new Set(tags);
  const found = releases.filter(({ tag }) => having.has(tag));
  return (found.find(({ isPreview }) => !isPreview) ?? found[0])?.tag;
}

/** What git prints; nothing if it cannot, or takes too long. */
async function gitLines(
  { repository }: SearchedRepository,
  limits: ToolContext,
  args: readonly string[],
): Promise<readonly string[]> {
  try {
    const { output, stopped } = await runGitWithLimits(repository.git, args, limits);
    return stopped ? [] : output.toString('utf8').split('\n').filter(Boolean);
  } catch (error) {
    if (error instanceof GitExitError) return [];
    throw error;
  }
}
