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

/** With more of them, nothing is told. */
const MAX_TAGS = 5_000;
const MAX_TIME_MS = 1_500;
const TAG = /^(.*?)v?(\d{1,6}(?:[._]\d{1,6}){1,3})([-._+]?(?!\d).*|-\d+)$/i;
const PREVIEW =
  /(?:^|[^a-z])(?:alpha|beta|a|b|c|rc|cr|m|pre|preview|dev|snapshot|nightly|canary|next|ea|eap|build|test)[-._]?\d*(?:$|[^a-z\d])/i;
/** Before the version of all that is in a repository. */
const OWN = new Set(['', 'release', 'releases', 'rel', 'version', 'ver', 'stable']);

/**
 * In the order of their versions, previews first. None where tags are of several packages: nobody knows which a commit
 * belongs to.
 */
export async function releasesOf(
  searched: SearchedRepository,
  limits: ToolContext,
): Promise<readonly Release[]> {
  const tags = await gitLines(searched, limits, [
    'for-each-ref',
    `--count=${MAX_TAGS}`,
    '--sort=creatordate',
    '--format=%(refname:lstrip=2)',
    'refs/tags',
  ]);
  if (tags.length === MAX_TAGS) return [];
  const own = searched.repo.split('/').at(-1)?.toLowerCase() ?? '';
  const found = new Map<string, Release[]>();
  for (const tag of tags) {
    const [, before = '', numbers, behind = ''] = TAG.exec(tag) ?? [];
    if (numbers === undefined) continue;
    const prefix = before.replace(/[-_/.@]+$/, '').toLowerCase();
    const owner = OWN.has(prefix) || prefix === own ? '' : prefix;
    const isPreview = PREVIEW.test(behind) || PREVIEW.test(prefix);
    const version = numbers.split(/[._]/).map(Number);
    found.set(owner, [...(found.get(owner) ?? []), { tag, version, isPreview }]);
  }
  const [only, another] = [...found.values()];
  const all = found.get('') ?? (another ? undefined : only) ?? [];
  return all.toSorted(
    (a, b) => compareVersions(a.version, b.version) || Number(b.isPreview) - Number(a.isPreview),
  );
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
  /** It came with `upTo`, rather than with one of those before. */
  readonly isIn?: true;
}

/** The numbers of `v1.2.0`, `1.2.0-rc.1` or `pkg-1.2`; nothing of `2` or `v2.x`. */
export function parseVersion(text: string): Version | undefined {
  return /\d{1,6}(?:\.\d{1,6}){1,3}/.exec(text)?.[0].split('.').map(Number);
}

/** Whether a version may be the one that brought a change. */
export function isInRange(version: Version, { after, upTo, isIn }: VersionRange): boolean {
  if (after && compareVersions(version, after) <= 0) return false;
  const difference = upTo ? compareVersions(version.slice(0, upTo.length), upTo) : 0;
  return isIn ? difference === 0 : difference <= 0;
}

/** The tags after and up to which something changed; `undefined` without such releases. */
export function tagsAround(
  { after, upTo, isIn }: VersionRange,
  releases: readonly Release[],
): { readonly after?: string; readonly upTo?: string } | undefined {
  const full = releases.filter(({ isPreview }) => !isPreview);
  const first = after && full.find((one) => isOf(after, one));
  const last =
    upTo &&
    (full.findLast((one) => isOf(upTo, one)) ?? releases.findLast((one) => isOf(upTo, one)));
  // Who goes to 2.x comes from 1.x.
  const before =
    upTo && last && !after && (isIn || upTo.length < last.version.length)
      ? full.findLast((one) => compareVersions(one.version, upTo) < 0 && !isOf(upTo, one))
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
  // Other than `for-each-ref`, `tag` walks the history once for all of them.
  const tags = await gitLines(searched, limits, [
    'tag',
    '--list',
    `--contains=${commit}`,
    '--format=%(refname:lstrip=2)',
  ]);
  const having = new Set(tags);
  const found = releases.filter(({ tag }) => having.has(tag));
  return (found.find(({ isPreview }) => !isPreview) ?? found[0])?.tag;
}

/** What git prints; nothing if it cannot, or takes too long. */
async function gitLines(
  { repository }: SearchedRepository,
  { signal, deadline = Number.POSITIVE_INFINITY }: ToolContext,
  args: readonly string[],
): Promise<readonly string[]> {
  const limits = { signal, deadline: Math.min(deadline, Date.now() + MAX_TIME_MS) };
  try {
    const { output, stopped } = await runGitWithLimits(repository.git, args, limits);
    return stopped ? [] : output.toString('utf8').split('\n').filter(Boolean);
  } catch (error) {
    if (error instanceof GitExitError) return [];
    throw error;
  }
}
