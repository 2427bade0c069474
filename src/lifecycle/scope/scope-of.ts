import leven from 'leven';
import { isNamed, repositoriesIn } from '../../model/repository-scope.js';
import { MAX_SCOPE, type Scope, type ScopeOrigin } from '../../model/scope.js';
import { asksForAll } from './asks-for-all.js';
import type { Mention } from './mention.js';
import { mentionsInPaths } from './mentions-in-paths.js';
import { mentionsInProse } from './mentions-in-prose.js';
import type { RepositoryNames } from './repository-names.js';

/** What tells where a question is to be asked. */
export interface ScopeContext {
  /** The repositories that its asker can see; undefined if the instance does not list them. */
  readonly names: RepositoryNames | undefined;
  /** The message that it is about, with its files. */
  readonly message?: string;
  /** What people said in its thread before: only its links and stack traces count. */
  readonly earlier?: string;
  /** What the last answer of its thread cites. */
  readonly thread?: readonly string[];
  /** Of the channel's settings. */
  readonly channel?: readonly string[];
}

/** Only the beginning of a long text is read. */
const MAX_TEXT = 50_000;
/** Who names more repositories means none of them. */
const MAX_NAMED = 10;

/**
 * In which repositories a question is asked, by the strongest of what says so. It never fails, and never needs to
 * ask back: what is wrong with it can be seen with the answer, and is changed with a click. Pure.
 */
export function scopeOf(question: string, context: ScopeContext): Scope {
  const { names } = context;
  const asked = question.slice(0, MAX_TEXT);
  if (names === undefined) return unlistedScope(asked, context);
  if (names.all.length === 1) return NOTHING_TO_CHOOSE;
  const filters = repositoriesIn(asked);
  if (filters.length > 0) return filtered(filters, names, context);
  if (asksForAll(asked)) return { repositories: [], from: 'question' };
  const inQuestion = readMentions(asked, { ...context, names });
  const inMessage = readMentions(context.message?.slice(0, MAX_TEXT) ?? '', { ...context, names });
  const earlier = context.earlier?.slice(0, MAX_TEXT) ?? '';
  const inEarlier = toRead(mentionsInPaths(earlier, names), context);
  const known = (list: readonly string[] = []) =>
    listed(list, names).filter((name) => !inQuestion.negated.has(name));
  const channel = known(context.channel);
  return (
    scope(inQuestion.named, 'question') ??
    scope(inMessage.named, 'message') ??
    scope(inEarlier.named, 'message') ??
    scope(known(context.thread), 'thread') ??
    scope(meet([...inQuestion.vague, ...inQuestion.hints], channel), 'question') ??
    withMissing(scope(channel, 'channel'), names, context) ??
    scope(inQuestion.vague, 'question') ??
    withMissing(EVERYWHERE, names, context)
  );
}

/** What somebody chose with a click: no repositories are all of them. */
export function chosenScope(chosen: readonly string[], names: RepositoryNames | undefined): Scope {
  return { repositories: names === undefined ? chosen : listed(chosen, names), from: 'click' };
}

/** Where no repositories are listed, only what somebody wrote or set for this very purpose counts. */
function unlistedScope(question: string, { channel = [] }: ScopeContext): Scope {
  return (
    scope(repositoriesIn(question), 'filter') ??
    scope(asksForAll(question) ? [] : channel, 'channel') ??
    NOTHING_TO_CHOOSE
  );
}

const NOTHING_TO_CHOOSE: Scope = { repositories: [], from: 'default', only: true };

const EVERYWHERE: Scope = { repositories: [], from: 'default' };

/** What the channel's settings would have it look in, and its asker does not see listed. */
function withMissing<Found extends Scope | undefined>(
  found: Found,
  names: RepositoryNames,
  { channel = [] }: ScopeContext,
): Found {
  const missing = channel.filter((name) => listed([name], names).length === 0);
  return found === undefined || missing.length === 0
    ? found
    : { ...found, channelMissing: missing };
}

function scope(repositories: readonly string[], from: ScopeOrigin): Scope | undefined {
  if (repositories.length === 0 || repositories.length > MAX_SCOPE) return undefined;
  return { repositories, from };
}

/** A name that no repository has is taken for the one that is spelled most like it. */
function filtered(
  filters: readonly string[],
  names: RepositoryNames,
  context: ScopeContext,
): Scope {
  const found = filters.map((filter) => {
    const same = names.all.filter((name) => isNamed(name, filter));
    return {
      filter,
      same,
      meant: same.length > 0 ? preferred(same, context) : nearest(filter, names),
    };
  });
  const unknown = found.flatMap(({ filter, same }) => (same.length === 0 ? [filter] : []));
  return {
    repositories: unique(found.flatMap(({ meant }) => meant)).slice(0, MAX_SCOPE),
    from: 'filter',
    ...(unknown.length === 0 ? {} : { unknown }),
  };
}

function nearest(filter: string, names: RepositoryNames): readonly string[] {
  const typed = filter.toLowerCase();
  const parts = typed.split('/').length;
  const far = (name: string) =>
    leven(typed, name.toLowerCase().split('/').slice(-parts).join('/'), { maxDistance: 3 });
  const distances = names.all.map((name) => ({ name, distance: far(name) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  if (least > Math.min(2, typed.length / 4)) return [];
  const near = distances.filter(({ distance }) => distance === least);
  return near.length === 1 ? near.map(({ name }) => name) : [];
}

interface Read {
  readonly named: readonly string[];
  readonly vague: readonly string[];
  readonly hints: readonly string[];
  readonly negated: ReadonlySet<string>;
}

function readMentions(text: string, context: ScopeContext & { names: RepositoryNames }): Read {
  const { names } = context;
  return toRead([...mentionsInPaths(text, names), ...mentionsInProse(text, names)], context);
}

function toRead(mentions: readonly Mention[], context: ScopeContext): Read {
  const negated = new Set(of(mentions.filter(({ negated: not }) => not)));
  const meant = mentions
    .filter(({ negated: not }) => !not)
    .map((mention) => ({ ...mention, repositories: preferred(mention.repositories, context) }));
  const named = ofTrace(meant.filter(({ kind }) => kind === 'name')).filter(
    (name) => !negated.has(name),
  );
  return {
    named: named.length > MAX_NAMED ? [] : named,
    vague: of(meant.filter(({ kind }) => kind === 'vague')),
    hints: of(meant.filter(({ kind }) => kind === 'hint')),
    negated,
  };
}

/** Libraries count only if a stack trace has nothing else. */
function ofTrace(mentions: readonly Mention[]): readonly string[] {
  const libraries = new Set(of(mentions.filter(({ library }) => library)));
  const all = of(mentions);
  const own = all.filter((name) => !libraries.has(name));
  return own.length > 0 ? own : all;
}

/** Of several repositories with one name, those that the thread or the channel has. */
function preferred(
  same: readonly string[],
  { thread = [], channel = [] }: ScopeContext,
): readonly string[] {
  for (const near of [thread, channel]) {
    const both = meet(same, near);
    if (both.length > 0) return both;
  }
  return same;
}

/** Those that there are, with the spelling of the list. */
function listed(wanted: readonly string[], names: RepositoryNames): string[] {
  const all = new Map(names.all.map((name) => [name.toLowerCase(), name]));
  return unique(
    wanted.flatMap((name) => {
      const whole = all.get(name.toLowerCase());
      return whole === undefined ? names.byPath(name) : [whole];
    }),
  );
}

function meet(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((name) => b.includes(name));
}

function of(mentions: readonly Mention[]): string[] {
  return unique(mentions.flatMap(({ repositories }) => repositories));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
