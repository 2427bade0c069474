import { timeOf } from './asked-time.js';
import type { HistoryQuestion } from './rule.js';
import { cleanSubject, isEverything, isThing } from './subject.js';

export interface Asked {
  readonly wanted: HistoryQuestion['wanted'];
  readonly isGone?: true;
  readonly mayHappen?: true;
  readonly isSwitch?: true;
  readonly since?: string;
  /** Of the subject. */
  readonly mostWords?: number;
}

/** What commits may be about, whether or not it has a name in the code. */
export function topic(subject: string, since: string): HistoryQuestion | undefined {
  return historyQuestion(subject, { wanted: 'changes', since, mostWords: MAX_TOPIC_WORDS });
}

/** The name may be of no author after all. */
export function commitsBy(
  author: string,
  { about, since }: { readonly about: string; readonly since: string },
): HistoryQuestion | undefined {
  if (!isThing(author, MAX_NAME_WORDS)) return undefined;
  const words = about.split(' ').filter(Boolean);
  return {
    ...{ kind: 'history', subject: author, wanted: 'changes' },
    ...timeOf(since),
    commits: { author, phrases: [], words },
  };
}

const MAX_NAME_WORDS = 3;

/** "Suppressing static initializers via the agent". */
const MAX_TOPIC_WORDS = 9;

/** `fits`: whether the words could as well be about something in the code. */
export function historyQuestion(
  given: string,
  { wanted, isGone, mayHappen, isSwitch, since = '', mostWords }: Asked,
  fits = true,
): HistoryQuestion | undefined {
  // "The websocket support (ws.go)" is that of the file.
  const [, path] = /^[^()]{1,80} \((?!v?\d+\.)([\w./-]{1,80}\.[a-z]\w{0,5})\)$/i.exec(given) ?? [];
  const subject = cleanSubject(
    path ??
      given
        .replace(EXAMPLE, '')
        .replace(IN_BRACKETS, '')
        .replace(IN_VERSION, '')
        .replace(IN_FOLDER, '$2/$1'),
  );
  if (!fits || !isThing(subject, mostWords)) return undefined;
  return {
    kind: 'history',
    subject: isEverything(subject) ? '' : subject,
    wanted,
    ...(isGone && { isGone }),
    ...(mayHappen && { mayHappen }),
    ...(isSwitch && { isSwitch }),
    ...timeOf(since),
  };
}

/** "Stale files, e.g. via a cache". */
const EXAMPLE = /[ ,]+(?:e\.g\.|i\.e\.|for example|for instance|such as)(?= ).*$/i;
/** "TestResult (the test helper)". */
const IN_BRACKETS = / \((?:the|a|an|our) [^()]{1,80}\)$/i;
/** "What changed in 2.1 around retries?" */
const IN_VERSION = /^v?\d+\.[\w.]+ (?:around|with|about|regarding|concerning|for) /i;
/** "numeric.go in pgtype". */
const IN_FOLDER = /^(?:the )?([\w-]{1,80}\.[a-z]\w{0,5}) in (?:the )?([\w./-]{1,80})$/i;

/** To all of the code. */
export function allChanges(since: string): HistoryQuestion {
  return {
    kind: 'history',
    subject: '',
    wanted: 'changes',
    ...timeOf(since),
  };
}
