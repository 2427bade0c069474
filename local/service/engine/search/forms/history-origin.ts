import { identifiersOf, wordParts } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft } from '../draft/draft.js';
import { type Change, type ChangeLog, changeLogOf } from '../facts/commit-log.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { commitsNaming } from '../facts/naming-commits.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';
import { isThing } from '../question-kinds/subject.js';
import type { FormInput } from './form.js';
import { changeStatement, wantsOrigin } from './history-statements.js';
import { codeNamesIn, ofSameText, readLog, type Subject } from './history-subject.js';
import { COMES_IN, IS_CLOSED, IS_SWITCHED_TO, isAboutIt } from './title-says.js';
import { bareName, isOfCode, namesFor, releaseOf, titledDraft } from './titled-commits.js';

/**
 * The commit that brought the name of a definition into its file, which its lines may not tell: before, others stood there.
 * A common word such as `add` may have been there for something else, but what is named by it is not older.
 */
export async function firstWithName(
  { target, word }: Subject,
  log: ChangeLog,
  input: FormInput,
): Promise<Change | undefined> {
  if (word === undefined) return undefined;
  const { searched, paths } = target;
  const { changes, isComplete } = await changeLogOf({ searched, paths, word }, toolContext(input));
  input.context.stats({ tool_calls: 1 });
  const first = changes.at(-1);
  if (!first || !isComplete) return undefined;
  const isCertain = wordParts(word).length > 1 || first.date > (log.changes.at(-1)?.date ?? '');
  return isCertain ? first : undefined;
}

/** "The Max_Age option": the commit that first had the name in the code, where no definition has it. */
async function originOfText(input: FormInput, subject: string): Promise<Draft | undefined> {
  const searched = bestRepository(input);
  const [name, another] = bareName(subject).split(' ');
  if (!searched || name === undefined || another !== undefined) return undefined;
  if (!codeNamesIn(name).includes(name)) return undefined;
  const target = { searched, paths: [], text: name, isCodeOnly: true } as const;
  const { changes, isComplete } = await changeLogOf(target, toolContext(input));
  input.context.stats({ tool_calls: 1 });
  const first = changes.at(-1);
  if (!first || !isComplete) return undefined;
  const { markdown, reference } = changeStatement(first, {
    release: await releaseOf(first, input),
  });
  const text = `The oldest commit that has ${codeSpan(name)} in the code is of ${markdown}`;
  return { statements: [{ markdown: text, reference }], followups: [] };
}

/** Of what has no name in the code, or only nearly so: what came before that may be meant. */
export async function introduction(
  input: FormInput,
  { subject, wanted, isSwitch }: HistoryQuestion,
  found: Subject | undefined,
): Promise<Draft | undefined> {
  const asksWhoBegan = wanted === 'authors' && !found && BEGAN.test(input.question);
  if (!wantsOrigin(wanted) && !asksWhoBegan) return undefined;
  if (!isThing(subject) || (found && isExact(subject, input))) return undefined;
  const ofText = found ? undefined : await originOfText(input, subject);
  if (ofText) return ofText;
  const before = found && (await readLog(ofSameText(found), input)).log.changes.at(-1);
  const [first, ...others] = await introductions(input, subject, isSwitch === true);
  if (first) {
    // Its own history says more of the same commit.
    const isKnown = before !== undefined && before.date <= first.date;
    return isKnown
      ? undefined
      : titledDraft([first, ...others], { input, wanted, which: 'The oldest commit that fits' });
  }
  if (found) return undefined;
  const [oldest, ...newer] = (await commitsNaming(subject, input)).filter(isOfCode).toReversed();
  return (
    oldest &&
    titledDraft([oldest, ...newer], {
      input,
      wanted,
      which: 'The oldest commit whose title names it',
    })
  );
}

const BEGAN =
  /\bwho(?: (?:first|originally))? (?:wrote|made|authored|built|implemented|designed|created)\b/i;

/** "When was `add` added?", "when was FamilyCart added?": a name that only code has. */
function isExact(subject: string, { question }: FormInput): boolean {
  if (/\s/.test(subject)) return false;
  return /[_.:#/]|\p{Ll}\p{Lu}/u.test(subject) || identifiersOf(question).includes(subject);
}

/** The commits whose titles say that it came in, oldest first; those that say so of it, if there are any. */
async function introductions(
  input: FormInput,
  subject: string,
  isSwitch: boolean,
): Promise<readonly Change[]> {
  const isProtection = IS_PROTECTION.test(subject);
  const act = isProtection ? IS_CLOSED : COMES_IN;
  for (const name of namesFor(isProtection ? bareName(subject) : subject)) {
    const naming = (await commitsNaming(name, input)).filter(isOfCode).toReversed();
    const own = naming.filter(
      ({ title }, n) =>
        act.saysOf(title, name) ||
        (isSwitch && IS_SWITCHED_TO.saysOf(title, name)) ||
        (n === 0 && isAboutIt(title, name)),
    );
    if (own.length > 0) return own;
    // What bypasses a protection names it, too; "support" is in titles about other things.
    const isWithKind = bareName(name) !== name;
    const others = isProtection || isWithKind ? [] : naming.filter(({ title }) => act.says(title));
    if (others.length > 0) return others;
  }
  return [];
}

const IS_PROTECTION = / (?:protections?|fix|guards?|mitigations?)$/i;
