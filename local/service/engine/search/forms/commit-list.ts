import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { type Change, changeLogOf } from '../facts/commit-log.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { findPath, type NamedPath, pathReference } from '../facts/named-path.js';
import type { CommitFilter, HistoryQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';
import { type Period, periodOf } from './history-period.js';
import { changeStatement } from './history-statements.js';

const MAX_REPOSITORIES = 10;
const MAX_COMMITS = 100;
const MAX_LISTED = 8;

/** The commits of an author, or with a text in their messages; `undefined` if a sentence only seems to ask for them. */
export async function commitList(
  input: FormInput,
  asked: HistoryQuestion & { readonly commits: CommitFilter },
): Promise<Draft | undefined> {
  const { commits } = asked;
  const period = await periodOf(asked);
  const place = await placeOf(commits, input);
  const limits = { input, period, place, time: timeOf(period, asked) };
  const found = await commitsOf(commits, limits);
  if (found.changes.length > 0) return listed(found, { ...limits, commits });
  // What the author did otherwise is better than nothing.
  const others =
    commits.author === undefined ? NOTHING : await commitsOf(ofAuthor(commits), { input });
  if (commits.author !== undefined && others.changes.length === 0) {
    const loose = await commitsOf(commits, { ...limits, isPartOfName: true });
    if (loose.changes.length > 0) return listed(loose, { ...limits, commits, isPartOfName: true });
  }
  if (!commits.isFilter) return undefined;
  return none(found, { ...limits, commits, others: others.changes });
}

function ofAuthor({ author }: CommitFilter): CommitFilter {
  return { ...(author !== undefined && { author }), words: [], phrases: [] };
}

function timeOf(period: Period | undefined, { during }: HistoryQuestion): string {
  if (!period) return '';
  return period.until === undefined ? ` since ${period.since}` : ` in ${during}`;
}

interface Limits {
  readonly input: FormInput;
  readonly period?: Period | undefined;
  readonly place?: NamedPath | undefined;
  /** Of the period, as a part of a sentence. */
  readonly time?: string;
  /** Whether the author may have a longer name: `Danni` for `ann`. */
  readonly isPartOfName?: boolean;
}

interface FoundCommits {
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly isComplete: boolean;
}

const NOTHING: FoundCommits = { changes: [], isComplete: true };

async function commitsOf(filter: CommitFilter, limits: Limits): Promise<FoundCommits> {
  const { input, period, place, isPartOfName = false } = limits;
  const searched = place ? [place.searched] : input.repositories.slice(0, MAX_REPOSITORIES);
  const range = {
    ...(period && { since: Date.parse(period.since) }),
    ...(period?.until !== undefined && { until: Date.parse(period.until) }),
  };
  const logs: FoundCommits[] = [];
  for (const one of searched) {
    const target = {
      searched: one,
      paths: place ? [place.path] : [],
      ...(filter.author !== undefined && { author: filter.author, isWholeName: !isPartOfName }),
      messages: [...filter.phrases, ...(place ? [] : filter.words)],
      ...(filter.patterns && { patterns: filter.patterns }),
    };
    input.context.stats({ tool_calls: 1 });
    logs.push(await changeLogOf(target, { ...toolContext(input), ...range, most: MAX_COMMITS }));
  }
  const changes = logs.flatMap((log) => log.changes);
  return {
    changes: changes.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)),
    isComplete:
      logs.every((log) => log.isComplete) &&
      (place !== undefined || searched.length === input.repositories.length),
  };
}

/** A file or a folder, if the words name one. */
async function placeOf({ words }: CommitFilter, input: FormInput): Promise<NamedPath | undefined> {
  const [only, another] = words;
  if (only === undefined || another !== undefined || !/[./]/.test(only)) return undefined;
  return findPath(only, input);
}

interface Listed extends Limits {
  readonly commits: CommitFilter;
}

function listed({ changes, isComplete }: FoundCommits, asked: Listed): Draft {
  const { place, input } = asked;
  const [newest, ...others] = changes.map((change) => changeStatement(change));
  const many = `${isComplete ? '' : 'at least '}${counted(changes.length, 'commit')}`;
  const rest = others.length - MAX_LISTED;
  const more: Statement = {
    markdown: `and ${isComplete ? '' : 'at least '}${rest} more`,
    reference: scopeReference(input, place),
  };
  const lead = newest ?? more;
  const which = changes.length === 1 ? 'It' : 'The newest';
  return {
    statements: [
      {
        markdown: `I found ${many}${described(asked)}. ${which} is of ${lead.markdown}`,
        reference: lead.reference,
      },
    ],
    links: [...others.slice(0, MAX_LISTED), ...(rest > 0 ? [more] : [])],
    followups: [],
  };
}

function none(
  { isComplete }: FoundCommits,
  { others, ...asked }: Listed & { readonly others: readonly Change[] },
): Draft {
  const links = others.slice(0, MAX_LISTED).map((change) => changeStatement(change));
  const rest = isComplete ? '' : ' Older commits were not read.';
  return {
    statements: [
      {
        markdown: `I found no commit${described(asked)}.${rest}`,
        reference: scopeReference(asked.input, asked.place),
      },
    ],
    ...(links.length > 0 && { links, linksTitle: 'Other commits of this author:' }),
    followups: [],
  };
}

function described({ commits, place, time = '', isPartOfName }: Listed): string {
  const { author, phrases, words, patterns = [] } = commits;
  const texts = [...phrases, ...(place ? [] : words), ...patterns.map((one) => `/${one}/`)];
  const said = texts.map(codeSpan).join(' and ');
  const by = isPartOfName ? " whose author's name or address contains " : ' by ';
  return [
    author === undefined ? '' : `${by}${codeSpan(author)}`,
    said === '' ? '' : ` with ${said} in the message`,
    place ? ` that changed ${codeSpan(place.path)}` : '',
    time,
  ].join('');
}

function scopeReference(input: FormInput, place: NamedPath | undefined) {
  const searched = bestRepository(input);
  if (place) return pathReference(place);
  if (!searched) throw new Error('no repository was searched');
  return pathReference({ searched, path: '', kind: 'folder' });
}
