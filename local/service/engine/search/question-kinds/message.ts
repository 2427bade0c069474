import { plainQuestion } from './plain-question.js';
import type { HistoryQuestion, QuestionKind, UsageQuestion } from './rule.js';
import { cleanSubject, isName, isPronoun } from './subject.js';

/**
 * What a message asks for that says more than its question, such as why it is asked: who uses something that has a name,
 * or what was changed. "Who calls drain, is it only the worker?", "DateOnly was off in 2.1. Did it just come back?"
 */
export function kindOfMessage(
  message: string,
  kindOf: (sentence: string) => QuestionKind | undefined,
): UsageQuestion | HistoryQuestion | undefined {
  const sentences = message.replace(/\s+/g, ' ').trim().split(SENTENCE_END).map(plainQuestion);
  for (const [n, sentence] of sentences.entries()) {
    const before = sentences.slice(0, n);
    const kind = usagesIn(sentence, before) ?? changesIn(sentence, before);
    if (kind) return kind;
    const own = n > 0 ? kindOf(sentence) : undefined;
    if (own?.kind === 'history' && own.subject !== '' && !isPronoun(own.subject)) return own;
  }
  return undefined;
}

/** "I want to change drain, who calls it?" */
const SENTENCE_END =
  /(?<=[.?!;])(?<!\b(?:i\.e|e\.g|etc|vs)\.)\s+|,\s+(?:i\.e\.,? )?(?=(?:who|what(?: all| else)?|which|where) |(?:was|is) (?:that|this|it) |when did (?:that|this|it) )/i;
/** "In the keyed pool, who calls …" */
const LEAD = '(?:(?:in|on|for|inside|within|at|and|so|ok) [^,]{2,60}, ?)?';
const NAME =
  '[`\'"]?([\\p{L}_$@#][\\p{L}\\p{N}_$@.:#/-]*(?:\\(\\))?[?!]?)[`\'"]?(?![\\p{L}\\p{N}_])';
/** "The internal body::body()". */
const ARTICLE = '(?:the (?:[a-z]{3,20} )?|an? |our |to )?';
const ADVERB = '(?:actually |really |still |all |else |also |currently |ever |directly )*';
const USES =
  '(calls?|uses?|invokes?|triggers?|creates?|instantiates?|constructs?|builds?|emits?|throws?|raises?|fires?|imports?|references?|depends? on|relies on|(?:go(?:es)?|runs?|pass(?:es)?) through|ends? up (?:in|at|calling)|reaches|gets? to|returns?|hands? back|produces?)';
const USED = '(?:used|called|invoked|referenced|needed|imported|created|instantiated)';

const NAME_USED: readonly RegExp[] = [
  pattern(
    `(?:who|what|which of .{2,50}?|which(?: [\\w-]+){1,3}|what [\\w-]+) (?:.{3,40}(?:,|i\\.e\\.) )?(?:all |else )?${ADVERB}${USES} ${ADVERB}${ARTICLE}${NAME}`,
  ),
  pattern(
    `where(?: else| all)? (?:do|does|did) (?:we|you|they|it|i|[\\w.-]{2,40}) ${ADVERB}(use|call|invoke|import|create|instantiate) ${ARTICLE}${NAME}`,
  ),
  pattern(
    `(?:does|do|did) (?:any(?:thing|one|body)|something|any [\\w-]+)(?: .{2,30}?)? ${ADVERB}(use|call|invoke|import|create|instantiate|need) ${ARTICLE}${NAME}`,
  ),
  pattern(`(?:is|are) ${ARTICLE}()${NAME} (?:only |just )?${ADVERB}${USED}\\b`),
  pattern(`(?:where|how often)(?: else)? (?:is|are) ${ARTICLE}()${NAME} ${ADVERB}${USED}\\b`),
];
/** Of the name in the sentences before. */
const IT_USED = pattern(
  `(?:who|what|which(?: [\\w-]+){1,3}) (?:all |else )?${ADVERB}${USES} (?:it|this|that|them|these|those)\\b`,
);

function pattern(text: string): RegExp {
  return new RegExp(`^${LEAD}${text}`, 'iu');
}

function usagesIn(sentence: string, before: readonly string[]): UsageQuestion | undefined {
  for (const one of NAME_USED) {
    const [, verb = '', given = ''] = one.exec(sentence) ?? [];
    if (given !== '' && isName(given)) return usages(given, verb);
  }
  const [, verb] = IT_USED.exec(sentence) ?? [];
  const name = verb === undefined ? undefined : lastName(before.join(' '));
  return name === undefined ? undefined : usages(name, verb ?? '');
}

function usages(given: string, verb: string): UsageQuestion {
  const isCall =
    /^(?:call|invo|trigger|(?:go(?:es)?|runs?|pass(?:es)?) through|end|reach|get)/i.test(verb);
  const isImport = /^import/i.test(verb);
  const subject = cleanSubject(given.replace(/[.:/-]+$/, ''));
  return { kind: 'usages', subject, wanted: isCall ? 'calls' : isImport ? 'imports' : 'any' };
}

/** What looks like a name of the code, functions first: "I override `fetchOne` in our Stack subclass, what calls it?" */
function lastName(text: string): string | undefined {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/[.:?!]+$/g, ''));
  const names = words.filter((word) => isName(word) && !/^['"]?\p{Lu}\p{Ll}*$/u.test(word));
  const isFunction = (word: string) => /^`|\(\)/.test(word) || /^\p{Ll}[\w]*$|_/u.test(word);
  const name = names.findLast(isFunction) ?? names.at(-1);
  return name?.replace(/^[`'"(]+|[`'")(]+$/g, '');
}

const LATELY =
  '(?:lately|recently|of late|just|these days|in the (?:last|past|latest)\\b.{0,30}|since .{2,30}|this (?:week|month|year|spring|summer|autumn|fall|winter)|on (?:master|main)|between v?\\d[\\w.]* (?:and|to) v?\\d[\\w.]*|(?:in|with|after|from) v?\\d+\\.[\\w.]+)';
const CHANGED =
  '(?:touched|changed?|reworked|rewritten|refactored|renamed|removed|modified|updated|come back|came back|go away|gone away|fixed|deprecated|dropped|replaced|reverted|turned (?:on|off)|re-?enabled|disabled)';

interface ChangePattern {
  /** The subject is the first group. */
  readonly asks: RegExp;
  /** What also has to be said: "was it removed?" and "did anything happen?" may be about what the program does. */
  readonly needs?: RegExp;
}

const IS_LATE = new RegExp(`\\b(?:${LATELY})`, 'iu');
const IS_LATE_OR_CHANGED = new RegExp(`\\bchange|${IS_LATE.source}`, 'iu');

const CHANGE: readonly ChangePattern[] = [
  // Something changed this spring in X.
  {
    asks: new RegExp(
      `^${LEAD}(?:something|things?|a lot|quite a bit) (?:has |have )?(?:been )?changed?(?: (?:${LATELY}))? (?:in|with|about|to|around) (.{2,120}?)(?:,? (?:${LATELY}))*$`,
      'iu',
    ),
    needs: IS_LATE,
  },
  {
    asks: new RegExp(
      `^${LEAD}(?:did|has|have) (?:any|some)(?:thing|one|body) (?:been )?(?:recently |lately )?(?:changed?|happen(?:ed)?)(?: recently| lately)? (?:with|in|to|about|around|for) (.{2,120}?)(?:,? (?:${LATELY}))*$`,
      'iu',
    ),
    needs: IS_LATE_OR_CHANGED,
  },
  {
    asks: new RegExp(
      `^${LEAD}(?:did|has|have|was|were) (.{2,80}?) (?:get |got |been |just |recently |lately |ever )*${CHANGED}\\b(?=.{0,60}$)`,
      'iu',
    ),
    needs: IS_LATE,
  },
  {
    // What size caps were added lately for packets?
    asks: new RegExp(
      `^${LEAD}(?:what|which) ((?!is |was |are |were |has |have |else )[\\p{L}\\p{N}][^?]{2,80}?) (?:was|were|got|has been|have been) (?:${CHANGED}|added|introduced)\\b(?=.{0,80}$)`,
      'iu',
    ),
    needs: IS_LATE,
  },
  {
    // What's been going on with X, what was actually broken with X?
    asks: new RegExp(
      `^${LEAD}what(?:['’]s| has) been (?:going on|happening) (?:with|in|around|to) (.{2,120}?)(?:,? (?:and|&) why)?$`,
      'iu',
    ),
  },
  {
    asks: new RegExp(
      `^${LEAD}what (?:was|were) (?:actually |really |exactly )?(?:broken|wrong|the (?:bug|problem|issue)) (?:with|in|about|around) (.{2,120}?)(?:,? (?:and|&) .{2,80})?$`,
      'iu',
    ),
  },
  {
    asks: new RegExp(
      `^${LEAD}what (?:ever )?happened (?:to|with) (?!.* (?:when|if) )(.{2,100}?)(?:,? (?:${LATELY}))?(?:,? (?:and|&) .{2,80})?$`,
      'iu',
    ),
  },
  {
    // What changed in 2.1 around X, and why?
    asks: /^what(?: has| have|['’]s)? (?:been )?changed (?:in|with|since|between) v?\d[\w.]*(?: (?:and|to) v?\d[\w.]*)?,? (?:around|with|in|about|for|to|regarding|concerning) (.{2,140}?)(?:,? (?:and|&) .{2,40})?$/iu,
  },
  {
    // What got changed in X around the 2.1 release, and why?
    asks: /^(?=.*(?:\bv?\d+\.\d|\b(?:and|&) why|\brecently\b|\blately\b))what(?: has| have| got| was| were|['’]s)? (?:been )?changed (?:in|with|to|about|around|for) (.{2,120}?)(?: (?:around|in|since|with|before|after) (?:the )?v?\d[\w.]*(?: release)?)?(?:,? (?:and|&) .{2,60})?$/iu,
  },
  {
    // When did we get X?
    asks: /^when did (?:we|you|they|it) (?:get|add|gain|start|stop|introduce|drop|remove) (.{2,140})$/iu,
  },
  {
    // Why did X stop doing Y?
    asks: /^why (?:did|does|do|has|have) (.{2,140}? (?:stop|stopped|no longer|switch|switched|start|started|drop|dropped|lose|lost)\b.*)$/iu,
  },
  {
    // Did anybody fix X?
    asks: /^(?:did|has|have) (?:any|some)(?:one|body) (?:ever |already |recently )?(?:fix(?:ed)?|chang(?:e|ed)|touch(?:ed)?|rewr(?:ite|itten|ote)|refactor(?:ed)?|remov(?:e|ed)|renam(?:e|ed)) (.{2,140})$/iu,
  },
];

/** About what was told before. */
const CHANGED_THERE =
  /^(?:so |and |but )?(?:what(?:['’]s| has| have| else| exactly)? (?:been )?changed(?:,| (?:there|here|in it|and|between|lately|recently|since)\b|$)|what(?:['’]s| is| was) the (?:story|reason|motivation|reasoning|thinking|background)\b.{0,40}$|(?:any idea )?(?:why|when) (?:that|this|it|they) (?:was |were |got )?(?:changed|removed|dropped|added|reverted|happened|broke)\b.{0,30}$|why (?:was|were|did) (?:that|this|it|they)\b.{0,40}$|what happened(?: there| here)?(?:,? and .{2,40})?$|what (?:did|have) (?:they|you|we|people|somebody|someone) (?:changed?|do|done|fix|fixed)\b.{0,30}\b(?:that|this|it|there)\b|what(?:['’]s| is| was) (?:that|this|it) (?:all )?about$|(?:was|is) (?:that|this|it) (?:change )?(?:done )?(?:on purpose|intentional|intended|deliberate|by design|a regression)\b)/i;
const FIXED =
  /\b(?:was|were|is|are|has|have|did|got) (?:something|anything|that|this|it|they|those) (?:been |get |got |ever |since |finally |now |already )*(?:fixed|resolved|solved|addressed|patched|corrected)\b/i;
const CHANGED_WHEN =
  /^(?:so |and |but )?(?:when|(?:in |since )?(?:which|what) (?:version|release|commit)) (?:did|was|were|has|is) (?:that|this|it|they|those)\b.{0,30}(?:com(?:e|ing) in|added|introduced|land|start|happen|there|changed?|removed|go away|dropped)/i;

/** "Where do I see, in the output, what changed?" */
const IS_QUESTION =
  /^(?:who|why|where|when|how|what|which|is|are|can|could|do|does|should|will|would)\b/i;

function changesIn(sentence: string, before: readonly string[]): HistoryQuestion | undefined {
  const told = before.join(' ');
  if (!IS_QUESTION.test(told)) {
    if (CHANGED_THERE.test(sentence) || CHANGED_WHEN.test(sentence)) return changes(told);
    if (FIXED.test(sentence)) return changes(`${told} ${sentence}`);
  }
  for (const { asks, needs } of CHANGE) {
    const [, subject = ''] = asks.exec(sentence) ?? [];
    if (subject === '' || needs?.test(sentence) === false) continue;
    const own = cleanSubject(subject);
    const isAbout = !/^(?:it|this|that|they|you|we|i|there|anything|something)$/i.test(own);
    return changes(isAbout ? own : told);
  }
  return undefined;
}

function changes(about: string): HistoryQuestion | undefined {
  const subject = about.trim().slice(0, MAX_TOPIC_LENGTH);
  if (!/[\p{L}_]{3}/u.test(subject)) return undefined;
  return { kind: 'history', subject, wanted: 'changes' };
}

const MAX_TOPIC_LENGTH = 200;
