import type { AudienceVerdict, Mentions } from '../model/audience.js';
import type { Place } from '../model/place.js';
import type { SettingsStore } from '../store/settings.js';

/** Patterns of repositories; undefined: every one, none in the list: no one. */
export type AudiencePatterns = readonly string[] | undefined;

/**
 * Whether a channel with these patterns may be shown what says this of repositories. This is the one place that
 * decides: what nobody can tell is no. Pure.
 */
export function judgeAudience(
  patterns: AudiencePatterns,
  { names, unknown }: Mentions,
): AudienceVerdict {
  if (patterns === undefined) return ALLOWED;
  const outside = [...new Set(names)].filter((name) => !isInAudience(patterns, name));
  if (outside.length > 0) return { ok: false, why: 'outside', outside };
  return unknown ? { ok: false, why: 'unknown' } : ALLOWED;
}

const ALLOWED: AudienceVerdict = { ok: true };

/**
 * Whether a repository fits a pattern: `acme/shop`, `acme/*`, `github.com/acme/*`; `*` stands for anything within
 * one part of a name, `**` for any number of parts. Case makes no difference, nor do `https://`, `git@` and `.git`.
 * A pattern without a host means every host; one with a host means names that have it.
 */
export function isInAudience(patterns: AudiencePatterns, repository: string): boolean {
  if (patterns === undefined) return true;
  const name = partsOf(repository);
  if (name === undefined || name.some((part) => part.includes(ANY))) return false;
  return patterns.some((pattern) => {
    const wanted = partsOf(pattern);
    if (wanted === undefined) return false;
    return fits(wanted, hasHost(wanted) ? name : withoutHost(name), PARTS);
  });
}

const ANY = '*';

/** The parts of a name or pattern; undefined if it cannot be one, such as `acme/../shop`. */
function partsOf(text: string): readonly string[] | undefined {
  const parts = text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?|ssh|git):\/\/(?:[^@/]*@)?/, '')
    .replace(/^git@([^:/]+):/, '$1/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/');
  const isPart = (part: string) => /^[^\s\\?#%:]+$/.test(part) && part !== '.' && part !== '..';
  return parts.every(isPart) ? parts : undefined;
}

function hasHost(parts: readonly string[]): boolean {
  return parts.length > 1 && parts[0]?.includes('.') === true;
}

function withoutHost(name: readonly string[]): readonly string[] {
  return hasHost(name) ? name.slice(1) : name;
}

interface Comparison {
  readonly isAny: (element: string) => boolean;
  readonly isSame: (wanted: string, given: string) => boolean;
}

const CHARACTERS: Comparison = {
  isAny: (character) => character === ANY,
  isSame: (wanted, given) => wanted === given,
};

const PARTS: Comparison = {
  isAny: (part) => part === ANY + ANY,
  isSame: (wanted, given) => fits([...wanted], [...given], CHARACTERS),
};

/** Whether a sequence fits a pattern; takes at most the product of their lengths. */
function fits(
  pattern: readonly string[],
  given: readonly string[],
  { isAny, isSame }: Comparison,
): boolean {
  let next = 0;
  // The last element that stands for any number of others, and where these end so far.
  let [any, end] = [-1, 0];
  for (let i = 0; i < given.length; ) {
    const [wanted, element = ''] = [pattern[next], given[i]];
    if (wanted !== undefined && isAny(wanted)) {
      [any, end] = [next, i];
      next++;
    } else if (wanted !== undefined && isSame(wanted, element)) {
      next++;
      i++;
    } else if (any >= 0) {
      next = any + 1;
      end++;
      i = end;
    } else return false;
  }
  return pattern.slice(next).every(isAny);
}

/** What may be shown in a place now. */
export interface Audience {
  /** Everything may be shown there: it is one person's, or its channel may see every repository. */
  readonly isUnlimited: boolean;
  /** Whether what is in a repository may be shown. */
  readonly sees: (repository: string) => boolean;
  readonly judge: (mentions: Mentions) => AudienceVerdict;
}

export type AudienceOf = (
  place: Pick<Place, 'workspace' | 'channel' | 'direct'>,
) => Promise<Audience>;

/** For each request anew, since settings change. A direct message has one reader and no limit. */
export function createAudienceOf(settings: Pick<SettingsStore, 'load'>): AudienceOf {
  return async ({ workspace, channel, direct }) => {
    // Commands do not say that they were typed in a direct message.
    const isDirect = direct || /^[DUW]/.test(channel);
    const audience = isDirect ? undefined : (await settings.load(workspace, channel)).audience;
    return {
      isUnlimited: audience === undefined,
      sees: (repository) => isInAudience(audience, repository),
      judge: (mentions) => judgeAudience(audience, mentions),
    };
  };
}
