import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import type { Change } from '../facts/commit-log.js';
import { rankPassages } from '../passages/rank-passages.js';
import { closestPlaces } from './best-places.js';
import type { FittingCommits } from './fitting-commit.js';
import { entryStatement } from './fitting-entries.js';
import type { FormInput } from './form.js';
import { changeStatement } from './history-statements.js';
import { readHits } from './matches.js';
import { changesOf, shownCode } from './origin-of-lines.js';

/** What changed long before the commits that fit is no news. */
const MAX_BEHIND_MS = 365 * 24 * 60 * 60 * 1_000;

interface KnownChanges {
  readonly input: FormInput;
  /** Those whose messages fit. */
  readonly changes: readonly Change[];
  readonly fitting: FittingCommits;
}

/** The last change of lines that fit, and the lines. */
export interface ChangeOfPlace extends Statement {
  readonly date: string;
  readonly code: ShownCode;
}

/** A message may say in other words what it did to the lines that a question is about. */
export async function changeOfBestLines(
  draft: Draft,
  { input, changes: known, fitting: { shareOf } }: KnownChanges,
): Promise<ChangeOfPlace | undefined> {
  const places = shownCode(draft).slice(0, MAX_PLACES);
  const found = await Promise.all(
    places.map(async (code, n) => {
      const changes = (await changesOf(code, input)).slice(0, MAX_CHANGES_OF_PLACE);
      return changes.map((change, at) => {
        // The best place, and the last change of it, unless a message says more.
        const bonus = (n === 0 ? BONUS : 0) + (at === 0 ? BONUS : 0);
        const fits = n === 0 ? 'The code that fits best' : 'Code that fits';
        const changed = at === 0 ? 'last changed' : 'changed';
        return { code, change, fits, changed, score: shareOf(change) + bonus };
      });
    }),
  );
  const [best] = found.flat().toSorted((a, b) => b.score - a.score);
  const [newest] = known.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  if (!best || known.some(({ commit }) => commit === best.change.commit)) return undefined;
  const { code, change, fits, changed } = best;
  if (newest && Date.parse(newest.date) - Date.parse(change.date) > MAX_BEHIND_MS) return undefined;
  const place = code.name === undefined ? escapeText(code.reference.text) : codeSpan(code.name);
  const { markdown, reference } = changeStatement(change);
  return {
    markdown: `${fits}, ${place}, ${changed} on ${markdown}`,
    reference,
    date: change.date,
    code,
  };
}

const MAX_PLACES = 3;
const MAX_CHANGES_OF_PLACE = 3;
/** Of a question's words, weighted by how rare they are. */
const BONUS = 0.02;

/** Of a story: a message that has less of it may be about anything. */
const WEAK_SHARE = 0.15;

/** Whether no message says much of a story: an old one has to say more of it. */
export function isWeakMatch({
  share,
  undatedShare,
}: Pick<FittingCommits, 'share' | 'undatedShare'>): boolean {
  return share < WEAK_SHARE && undatedShare < STRONG_SHARE;
}

/** Where no message says much: the code that fits best, and the commits that changed its lines. */
export async function changedCode(
  input: FormInput,
  { shareOf, bestFirst, entries }: FittingCommits,
): Promise<Draft | undefined> {
  const [main] = rankPassages(await readHits(input), input.query);
  const [found] = main ? (await closestPlaces(input, main.passage)).places : [];
  if (!found || found.place.code.isQuote) return undefined;
  const { statement, code } = found.place;
  const changes = await changesOf(code, input);
  // The commit that wrote the lines has all of their words, and is not the one that repaired them.
  const first = changes.at(-1);
  const worth = (one: Change) => (one === first ? -1 : shareOf(one));
  const ofLines = changes.toSorted((a, b) => worth(b) - worth(a)).slice(0, MAX_OF_LINES);
  if (ofLines.length === 0) return undefined;
  const closest = bestFirst
    .filter(({ commit }) => !ofLines.some((one) => one.commit === commit))
    .slice(0, MAX_CLOSEST);
  const commits = [...ofLines, ...closest].map((one) => changeStatement(one));
  const listed = [...commits, ...entries.slice(0, MAX_ENTRIES).map(entryStatement)];
  return {
    statements: [
      {
        markdown: `No commit message says much of this. The code that fits best is ${statement.markdown}`,
        reference: statement.reference,
      },
    ],
    code,
    linksTitle:
      listed.length === ofLines.length
        ? 'Commits that changed these lines:'
        : 'Commits that changed these lines, then other close matches:',
    links: listed,
  };
}

const MAX_OF_LINES = 3;
const MAX_CLOSEST = 1;
const MAX_ENTRIES = 1;

/** Whether a message has so much of a story that it needs no code or changelog beside it. */
export function isStrongMatch({ share }: Pick<FittingCommits, 'share'>): boolean {
  return share >= STRONG_SHARE;
}

const STRONG_SHARE = 0.3;

/** The code that fits a story, below commits that may be others than the one that is meant. */
export function currentCode(
  draft: Draft | undefined,
  fitting: Pick<FittingCommits, 'share'>,
): Draft['second'] {
  const { code, statements = [] } = draft ?? {};
  const [about] = statements;
  if (isStrongMatch(fitting) || !code || code.isQuote || !about) return undefined;
  return {
    question: 'The code that fits best, as it is now:',
    draft: { statements: [about], code, followups: [] },
  };
}
