import { wordParts } from '../../../index/terms.js';
import { type Rule, SUBJECT, TRAILING_WORDS, type UsageQuestion, whole } from './rule.js';
import { cleanSubject, isName, isThing, withoutItsFile } from './subject.js';

const USED =
  '(used|in use|called|invoked|imported|included|required|referenced|referred to|instantiated|constructed|consumed|mentioned)';
const USES =
  '(uses?|calls?|invokes?|triggers?|enqueues?|dispatches|schedules?|imports?|includes?|requires?|references?|refers? to|instantiates?|consumes?|using|calling|importing)';
const USERS =
  '(usages?|uses|use sites?|callers?|call ?sites?|calls|references|refs|importers?|imports|users|consumers|invocations|occurrences|usage examples)';
/** Said in the question: the form leaves tests out then. */
const OUTSIDE_TESTS =
  '(?:,? (?:outside(?: of)?|besides|apart from|other than|except(?: for| in)?|excluding|ignoring|not counting) (?:the |its |unit )*(?:tests?|specs?)|,? (?:in|by) (?:production|non-test|real) code)?';
const CODE =
  '(?:code|files?|functions?|methods?|class|classes|modules?|places?|components?|tests?|packages?|services?|parts?|folders?|callers?|commands?)';

export const usageRules: readonly Rule[] = [
  // Where is X used? Where do we use X? (tell me) where X is called
  [
    whole(
      `(?:where|how often|how many times|in (?:which|what) ${CODE}|(?:which|what) ${CODE} (?=is|are)) ?(?:is |are |gets? |else is )?`,
      SUBJECT,
      ` (?:is |are |gets? )?(?:being |still |ever |mostly |only )?${USED}(?: by| in| from)?`,
      OUTSIDE_TESTS,
      TRAILING_WORDS,
    ),
    (subject = '', verb = '') => usages(subject, verb),
  ],
  [
    whole(
      `where (?:do|does|did) (?:we|you|they|i|the code|anyone|anything|it) ${USES} `,
      SUBJECT,
      OUTSIDE_TESTS,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => usages(subject, verb),
  ],
  // Who calls X? What imports X? Which files use X?
  [
    whole(
      `(?:who|what|what else|who else|(?:which|what) (?:other )?${CODE}) (actually |really |still |all )?${USES} `,
      SUBJECT,
      OUTSIDE_TESTS,
      TRAILING_WORDS,
    ),
    (adverb = '', verb = '', subject = '') =>
      isName(subject) || (adverb === '' && !/^(?:trigger|enqueue|dispatch|schedule)/i.test(verb))
        ? usages(subject, verb)
        : undefined,
  ],
  // Which extractors actually use X?
  [
    whole(
      '(?:which|what) (?:other )?[a-z-]+(?: [a-z-]+)? (?:actually |really |still |all )?(uses?|calls?|invokes?|imports?|instantiates?|references?|emits?|throws?|raises?|fires?|dispatch(?:es)?|publish(?:es)?) ',
      SUBJECT,
      OUTSIDE_TESTS,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => (isName(subject) ? usages(subject, verb) : undefined),
  ],
  // Which actions ask for the password again through checkPassword?
  [
    whole(
      '(?:which|what|from which|in which) .{3,100}? (?:(?<!go )(?<!goes )through|via|using|by calling|by means of) ',
      SUBJECT,
      OUTSIDE_TESTS,
      TRAILING_WORDS,
    ),
    (subject = '') => (isCompoundName(subject) ? usages(subject, 'used') : undefined),
  ],
  // What reads or writes the saved tickets in TicketStore?
  [
    whole(
      '(?:who|what|(?:which|what) [a-z-]+) (?:reads?|writes?|touch(?:es)?|modif(?:y|ies)|fills?|clears?)(?:(?:,| or| and| and/or) (?:[a-z]{4,10})){0,2} (?:(?:the )?(?:saved|stored|kept|cached|remembered) .{2,60} (?:in|of|from|to|into) )?',
      SUBJECT,
      OUTSIDE_TESTS,
      TRAILING_WORDS,
    ),
    (subject = '') => (isCompoundName(subject) ? usages(subject, 'used') : undefined),
  ],
  // Where is lookupLoop started? "Where is the server started?" asks for something else.
  [
    whole(
      '(?:where|in (?:which|what) (?:file|function|method)) (?:is|are|does|gets?) ',
      SUBJECT,
      ' (?:get )?(?:being )?(?:started|spawned|launched|kicked off|scheduled)',
      TRAILING_WORDS,
    ),
    (subject = '') => (isFunctionName(subject) ? usages(subject, 'used') : undefined),
  ],
  // Is X still used anywhere?
  [
    whole(
      '(?:is|are) ',
      SUBJECT,
      ` (?:still |ever |even |actually |really |being )*${USED}(?: (?:anywhere|somewhere|at all|any more|anymore|by anything|by anyone))?`,
      TRAILING_WORDS,
    ),
    (subject = '', verb = '') => (isName(subject) ? usages(subject, verb) : undefined),
  ],
  // How is X used?
  [
    whole('how (?:is|are) ', SUBJECT, ` ${USED}`, TRAILING_WORDS),
    (subject = '', verb = '') => (isName(subject) ? usages(subject, verb) : undefined),
  ],
  // (find) all callers of X
  [
    whole(
      `(?:what are |who are |where are |find |show |list |give me |get |count |how many )(?:me )?(?:all )?(?:the |of the )?${USERS} (?:are there )?(?:of|to|for) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => usages(subject, verb),
  ],
  [
    whole(`(?:all )?(?:the )?${USERS} (?:of|to) `, SUBJECT, TRAILING_WORDS),
    (verb = '', subject = '') => (isName(subject) ? usages(subject, verb) : undefined),
  ],
  // Cart.add callers
  [
    whole(SUBJECT, ` ${USERS}`),
    (subject = '', verb = '') => (isName(subject) ? usages(subject, verb) : undefined),
  ],
  // What breaks if I change X?
  [
    whole(
      'what (?:else )?(?:breaks|would break|will break|is affected|would be affected|do i break) (?:if|when) (?:i|we|you|somebody) (?:change|changed|remove|removed|delete|deleted|rename|renamed|touch|touched|edit|edited) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => usages(subject, 'used'),
  ],
];

/** As functions are written in most languages: `checkPassword`, `BestForTags`, `Router.match`. */
function isCompoundName(given: string): boolean {
  const [, name = ''] = /^[`'"]?([\w$.:#]{2,100})(?:\(\))?[`'"]?$/.exec(given) ?? [];
  return wordParts(name).length > 1;
}

function isFunctionName(given: string): boolean {
  return isName(given) && FUNCTION_NAME.test(given);
}

const FUNCTION_NAME =
  /^[`'"]?(?:[\w$]{1,80}(?:\.|::|#))?(?:_*[a-z][a-z0-9]*(?:_[a-z0-9_]+|[A-Z]\w*)(?:\(\))?|\w{1,80}\(\))[`'"]?$/;

function usages(given: string, verb: string): UsageQuestion | undefined {
  const whole = cleanSubject(withoutItsFile(given.replace(OUTSIDE, '')));
  // "_drainQueue in the client": the name says enough.
  const [, name] = NAME_IN.exec(whole) ?? [];
  const subject = name !== undefined && isName(name) ? cleanSubject(name) : whole;
  if (!isThing(subject)) return undefined;
  return { kind: 'usages', subject, wanted: wantedBy(verb) };
}

/** The form leaves it out. */
const OUTSIDE = /(?<=^\S+),? (?:outside|besides|apart from|other than|except|excluding) .*$/i;
const NAME_IN = /^(\S+) (?:in|on|of|inside|within|from|for) (?:the|our|this|that|an?|any|its) /i;

/** Judged by the verb of the question. */
export function wantedBy(verb: string): UsageQuestion['wanted'] {
  if (CALLS.test(verb)) return 'calls';
  return /^(?:import|includ|requir)/i.test(verb) ? 'imports' : 'any';
}

const CALLS =
  /^(?:call|invo|trigger|(?:go(?:es)?|runs?|pass(?:es)?) through|through|end|reach|get)/i;
