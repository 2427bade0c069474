import { LEAD, type UsageQuestion } from './rule.js';
import { cleanSubject, isName } from './subject.js';
import { wantedBy } from './usages.js';

/** What may be a name in code, alone or in quotes: the first group is the name. */
export const CODE_NAME =
  '[`\'"]?([\\p{L}_$@#][\\p{L}\\p{N}_$@.:#/-]*(?:\\(\\))?[?!]?)[`\'"]?(?![\\p{L}\\p{N}_])';
/** "The internal body::body()". */
const ARTICLE = '(?:the (?:[a-z]{3,20} )?|an? |our |to )?';
/** "Who in the repo calls it?" */
const WHERE = '(?: (?:in|within|inside|across) (?:the|our|this|all of the) [\\w-]+)?';
const ADVERB = '(?:actually |really |still |all |else |also |currently |ever |directly )*';
const USES =
  '(calls?|uses?|invokes?|triggers?|creates?|instantiates?|constructs?|builds?|emits?|throws?|raises?|fires?|imports?|references?|depends? on|rel(?:y|ies) on|(?:go(?:es)?|runs?|pass(?:es)?) through|ends? up (?:in|at|calling)|reaches|checks?|gets? to|reads?|hooks? into|plugs? into|consults?|returns?|hands? back|produces?)';
/** "Who's calling it?" */
const USING =
  '(calling|using|invoking|triggering|creating|importing|referencing|depending on|relying on|going through|reading)';
const USED = '(?:used|called|invoked|referenced|imported)';
/** "Is X created once per request?" asks for something else. */
const MADE =
  '(?:needed|created|instantiated)(?=$|[,?]| (?:in|by|from|outside|anywhere|somewhere|for anything|at all|any ?more)\\b)';

const NAME_USED: readonly RegExp[] = [
  pattern(
    `(?:who|what|which of .{2,50}?|which(?: [\\w-]+){1,3}|what [\\w-]+)${WHERE} (?:.{3,40}(?:,|i\\.e\\.) )?(?:all |else )?${ADVERB}${USES} ${ADVERB}${ARTICLE}${CODE_NAME}`,
  ),
  pattern(
    `(?:who|what|which of .{2,50}?|which(?: [\\w-]+){1,3})(?:['’]s| is| are| else is) ${ADVERB}${USING} ${ARTICLE}${CODE_NAME}`,
  ),
  pattern(
    `(?:i )?(?:need |want |list |find |show me |looking for |see )?(?:every|all|each|any)(?: of)?(?: the)?(?: other)? (?:places?|spots?|code|callers?|functions?|methods?|lines?|classes|tests?|code paths?) (?:that|which|where (?:we|it|something)) ${ADVERB}${USES} ${ARTICLE}${CODE_NAME}`,
  ),
  pattern(
    `where(?: else| all)? (?:do|does|did) (?:we|you|they|it|i|[\\w.-]{2,40}) ${ADVERB}(use|call|invoke|import|create|instantiate) ${ARTICLE}${CODE_NAME}`,
  ),
  pattern(
    `(?:does|do|did) (?:any(?:thing|one|body)|something|any [\\w-]+)(?: .{2,30}?)? ${ADVERB}(use|call|invoke|import|create|instantiate|need) ${ARTICLE}${CODE_NAME}`,
  ),
  pattern(`(?:is|are) ${ARTICLE}()${CODE_NAME} (?:only |just )?${ADVERB}(?:${USED}|${MADE})\\b`),
  pattern(
    `(?:where|how often)(?: else)? (?:is|are) ${ARTICLE}()${CODE_NAME} ${ADVERB}(?:${USED}|${MADE})\\b`,
  ),
];
/** "Who calls it", "who still uses the old name". */
const IT =
  '(?:it|this|that|them|these|those|there|(?:the|that) (?:old |new |current )?(?:name|one|alias|method|function|class|option|helper))\\b';
/** Of the name in the sentences before. */
const IT_USED: readonly RegExp[] = [
  pattern(
    `(?:who|what|which(?: [\\w-]+){1,5})(?: else)?${WHERE} (?:all |else )?${ADVERB}${USES} ${IT}`,
  ),
  pattern(
    `(?:who|what|which of .{2,50}?|which(?: [\\w-]+){1,5})(?:['’]s| is| are| else is) ${ADVERB}${USING} ${IT}`,
  ),
  // Which handlers would be affected by that?
  pattern(
    `(?:who|what|which(?: [\\w-]+){1,5}) (?:all |else )?(?:would|will|could|might) ()(?:notice|break|(?:have|need) to change|be (?:affected|broken|touched|hit)|see (?:it|that|this))\\b`,
  ),
  // Which parsers would that affect?
  pattern(
    `(?:who|what|which(?: [\\w-]+){1,5}) (?:all |else )?(?:would|could|might) (?:that|this|it|such a change) ()(?:affect|break|hit)\\b`,
  ),
  pattern(
    `which(?: [\\w-]+){1,5} (?:would|will|could|might|does|do) (?:that|this|it|such a change) ()(?:affect|break|touch|concern|hit)\\b`,
  ),
  // Which callers would I have to touch?
  pattern(
    `(?:which|what) (?:other )?(?:callers?|places|code|files?|functions|methods|classes|tests)(?: in .{2,30}?)? (?:would|will|do|should|must) (?:i|we) (?:then )?()(?:have|need) to (?:touch|change|adapt|adjust|update|edit|fix)\\b`,
  ),
  // Does anything else still depend on it?
  pattern(
    `(?:does|do|did) (?:any(?:thing|one|body)|something|someone)(?: else)?${WHERE} ${ADVERB}(uses?|calls?|invokes?|imports?|creates?|needs?|reads?|depends? on|rel(?:y|ies) on) ${IT}`,
  ),
  // Which code reads or writes the environment through it?
  pattern(
    `(?:who|which(?: [\\w-]+){1,5}) (?:all |else )?(?:reads?|writes?|sets?|gets?|accesses|passes|goes)\\b(?: .{1,40}?)? (through|via) ${IT}`,
  ),
  // Which options are looked up through it?
  pattern(
    `(?:who|what|which(?: [\\w-]+){1,3}) (?:all |else )?(?:is|are|gets?) ${ADVERB}(?:looked up|resolved|passed|routed|sent|read|handled) (through|by|via|with) (?:it|this|that|them)\\b`,
  ),
];

function pattern(text: string): RegExp {
  return new RegExp(`^${LEAD}${text}`, 'iu');
}

/** Unlike "Redis" or "HTTP", which may begin the name of something else: "HTTP connections". */
export function isCodeName(given: string): boolean {
  return /[`_.:#$]|\p{Ll}\p{Lu}|\(\)/u.test(given);
}

const ENDS_NAME =
  /^(?:$|[,;:(–]| (?:[-–]|objects?|instances?|anywhere|any ?more|itself|here|directly|in|on|from|by|outside|inside|within|besides|apart|other|except|and|or)(?![\w-]))/i;

/** "What checks that it is a number?" asks for something else. */
const CHECKS = /^checks?$/i;

/** Who uses what has a name: it is in the sentence, or in one before. */
export function usagesIn(sentence: string, before: readonly string[]): UsageQuestion | undefined {
  for (const one of NAME_USED) {
    const [asked = '', verb = '', given = ''] = one.exec(sentence) ?? [];
    if (!isName(given) || (CHECKS.test(verb) && !isCodeName(given))) continue;
    const rest = sentence.slice(asked.length);
    const isWhole = verb === '' || ENDS_NAME.test(rest);
    if (isWhole || isCodeName(given)) return { ...usagesOf(given, verb), ...otherIn(rest) };
  }
  for (const one of IT_USED) {
    const [, verb] = one.exec(sentence) ?? [];
    const name = verb === undefined || CHECKS.test(verb) ? undefined : nameBefore(before.join(' '));
    if (name !== undefined) return usagesOf(name, verb ?? '');
  }
  return undefined;
}

/** Only what must be a name: a new question may begin there. */
function otherIn(rest: string): { other?: string } {
  const [, other = ''] = OTHER.exec(rest) ?? [];
  return isName(other) && isCodeName(other) ? { other: usagesOf(other, '').subject } : {};
}

const OTHER = new RegExp(`^,? (?:or|and) ${ARTICLE}${CODE_NAME}(?=$|[,;:?.]|\\s)`, 'iu');

export function usagesOf(given: string, verb: string): UsageQuestion {
  const subject = cleanSubject(given.replace(/[.:/-]+$/, ''));
  return { kind: 'usages', subject, wanted: wantedBy(verb) };
}

/** "I'd like to touch get_id in utils, the one that reads __id__", "thinking of dropping it"; but not "we dropped Node.js 14". */
const CHANGED_NAME = new RegExp(
  `\\b(?:to|of|about|should|could|might|will|please|let['’]s) (?:also |just |maybe |finally )?(?:touch|tweak|relax|loosen|chang|renam|remov|delet|drop|refactor|rework|modify|extend|deprecat|edit|mov|fix|split|inlin|replac|overrid|swap|get(?:ting)? rid of)(?:e|ing|ping|ting)? ${ARTICLE}${CODE_NAME}(?! v?\\d)`,
  'giu',
);
export const ABBREVIATION_OR_FILE =
  /^(?:e\.g|i\.e|etc)$|\.(?:py|[cm]?[jt]sx?|rb|go|rs|java|cs|php|json|ya?ml|md|toml|cc?|cpp|h)$/i;

/** `.lock` and `run.log`: files that a program writes. */
const OF_FILES = /^\.\w+$|\.(?:out|log|lock|tmp|txt|csv)$/i;

/** A word at the start of a sentence, "I'm", and paths. */
const NO_NAME = /^['"]?\p{Lu}\p{Ll}*$|\w['’]\w|\//u;

/** "The passthrough helper", "what typedkey returns": a name that is a word. */
const PLAIN_NAME =
  /\b(?:the|our) (?!old\b|new\b|same\b|whole\b)([a-z]\w{2,40}) (?:helper|function|method|macro|decorator|hook|trait|alias)\b|\b(?:what|how) (?!it\b|this\b|that\b|they\b|we\b|the\b|our\b)([a-z]\w{2,40}) (?:returns|raises|throws|handles|treats|accepts|produces)\b/i;

/** A message or a line in backticks. */
const QUOTED_WORDS = /`[^`\n]*\s[^`\n]*`/g;

/** `URLs`. */
const ACRONYM = /^\p{Lu}+s?$/u;

/** What looks like a name of the code, functions first: "I override `fetchOne` in our Stack subclass, what calls it?" */
export function nameBefore(told: string): string | undefined {
  const text = told.replace(QUOTED_WORDS, ' ');
  const changed = [...text.matchAll(CHANGED_NAME)].findLast(
    ([said, name = '']) =>
      !NO_NAME.test(name) &&
      !ABBREVIATION_OR_FILE.test(name) &&
      (said.includes('`') || (isName(name) && isCodeName(name))),
  );
  if (changed && !/\(\)/.test(text.slice(changed.index + changed[0].length))) return changed[1];
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/[.:?!]+$/g, ''));
  const names = words.filter((word) => isName(word) && !NO_NAME.test(word) && !OF_FILES.test(word));
  const isFunction = (word: string) => /^`|\(\)/.test(word) || /^[\p{Ll}_]\w*$/u.test(word);
  if (names.length === 0) return PLAIN_NAME.exec(text)?.slice(1).find(Boolean);
  const name =
    names.findLast(isFunction) ?? names.findLast((word) => !ACRONYM.test(word)) ?? names.at(-1);
  return name?.replace(/^[`'"(]+|[`'")(]+$/g, '');
}
