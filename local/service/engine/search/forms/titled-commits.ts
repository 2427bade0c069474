import type { Draft } from '../draft/draft.js';
import type { Change } from '../facts/commit-log.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { firstReleaseWith } from '../facts/releases.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';
import { titleFactor } from './fitting-commit.js';
import type { FormInput } from './form.js';
import { changeStatement, wantsReason } from './history-statements.js';

const MAX_OTHERS = 4;

interface Titled {
  readonly input: FormInput;
  readonly wanted: HistoryQuestion['wanted'];
  /** Why they were chosen, as a part of a sentence. */
  readonly which: string;
}

/** The first of some commits as the answer, with its reason if that is asked for, and the others below. */
export async function titledDraft(
  [first, ...others]: readonly [Change, ...Change[]],
  { input, wanted, which }: Titled,
): Promise<Draft> {
  const release = await releaseOf(first, input);
  const asksWhy = wantsReason(wanted) || /\bwhy\b|\breasons?\b/i.test(input.question);
  const { markdown, reference } = changeStatement(first, { release, asksWhy });
  return {
    statements: [{ markdown: `${which} is of ${markdown}`, reference }],
    links: others.slice(0, MAX_OTHERS).map((change) => changeStatement(change)),
    followups: [],
  };
}

/** The first release that has it. */
export async function releaseOf({ commit }: Change, input: FormInput): Promise<string | undefined> {
  const searched = bestRepository(input);
  return searched && firstReleaseWith(commit, searched, toolContext(input));
}

/** Rather than of tests, documents or versions. */
export function isOfCode({ title }: Change): boolean {
  if (OF_OTHERS.test(title)) return false;
  return titleFactor({ title: title.replace(/^chore(?:\([^)]{0,60}\))?!?: /, '') }, true) >= 1;
}

const OF_OTHERS =
  /\b(?:readme|change ?log|release notes|typos?)\b|\badd(?:s|ed|ing)? (?:\w+ ){0,2}(?:tests?|specs?|docs|documentation|notes?)\b|\btests? for\b/i;

/** What commits may call a thing: its whole name, or without what kind of thing it is, which titles leave out. */
export function namesFor(subject: string): readonly string[] {
  const bare = bareName(subject);
  return [...new Set([subject, bare, bare.replace(WEAK_KIND, '')])];
}

/** "The Max_Age option" is `Max_Age`. */
export function bareName(subject: string): string {
  return subject.replace(KIND, '');
}

const KIND =
  / (?:rule|option|setting|flag|variable|parameter|argument|key|field|feature|support|mode|module|package|plugin|middleware|command|api|protection|fix|guard|mitigation|dependency|library|functionality)s?$/i;
/** These may be a part of the name. */
const WEAK_KIND =
  / (?:integration|translation|bot|client|server|page|notification|authentication|auth|login|endpoint|connector|service|system|tool|code|framework|database|spec|specification|docs|documentation|image|form|dialog|view|button|handler|provider|driver|backend|format|check|limiter|limits?)s?$/i;
