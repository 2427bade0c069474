import {
  type Rule,
  SUBJECT,
  type SubtypesQuestion,
  type SupertypesQuestion,
  TRAILING_WORDS,
  whole,
} from './rule.js';
import { cleanSubject, isName, isPronoun } from './subject.js';

/** Of types, rather than of what a program does: "which algorithm implements X" asks for something else. */
const TYPE =
  '(?:class(?:es)?|types?|structs?|objects|interfaces?|modules?|protocols?|traits?|records?|enums?|actors?)';
/** Things in the plural that are not types. */
const NO_TYPES =
  '(?:files|folders|packages|libraries|lines|places|parts|functions|methods|tests|algorithms|commits|changes|versions|releases)';
const ADJECTIVE = '(?:other |concrete |public |internal |abstract |custom |built-in )?';
const ADVERB = '(?:all |else |actually |currently |directly )*';
const RELATED =
  '(implements?|extends?|subclass(?:es)?|sub-class(?:es)?|inherits?(?: from)?|derives?(?: from)?|conforms? to|adopts?|mixes in|embeds?|specializes?)';
const RELATING =
  '(implementing|extending|subclassing|inheriting(?: from)?|derived from|conforming to|adopting|embedding)';
const SUBTYPES =
  '(subclasses|sub-classes|subtypes|descendants|derived (?:classes|types)|child classes|children classes|implementations|implementers|implementors|conformers|conforming types|extenders|inheritors)';
const FIND =
  '(?:(?:what|who|which) (?:are|is) |are there |find |show |list |give me |get |name |count |how many )?(?:me )?(?:all |any |all of )?(?:the |known |existing |concrete |direct |possible |different )*';

export const subtypeRules: readonly Rule[] = [
  // What implements X? Who extends X?
  [
    whole(`(?:what|who|what all|who all) ${ADVERB}${RELATED} `, SUBJECT, TRAILING_WORDS),
    (verb = '', subject = '') => subtypes(subject, verb),
  ],
  // Which classes extend X? How many types implement X?
  [
    whole(
      `(?:which|what|how many|(?:list|show|find|name|give me)(?: me)?(?: all)?(?: the)?) ${ADJECTIVE}${TYPE} (?:in here |here )?(?:that |which )?${ADVERB}${RELATED} `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => subtypes(subject, verb),
  ],
  // Which renderers implement Renderer?
  [
    whole(
      `(?:which|what) ${ADJECTIVE}(?!${NO_TYPES} )[a-z-]+s ${ADVERB}${RELATED} `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => (isName(subject) ? subtypes(subject, verb) : undefined),
  ],
  // All types conforming to X
  [
    whole(
      `(?:(?:which|what) |${FIND})${ADJECTIVE}(?:${TYPE}|everything|anything) (?:are |is |that are )?${RELATING} `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => subtypes(subject, verb),
  ],
  // Does anything implement X?
  [
    whole(
      `(?:do|does|did) (?:anything|anybody|anyone|something|any(?: other)? ${TYPE}) (?:else |actually |still |even |here )*${RELATED} `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (verb = '', subject = '') => (isName(subject) ? subtypes(subject, verb) : undefined),
  ],
  // (list) all implementations of X
  [
    whole(`${FIND}${SUBTYPES} (?:are there |exist )?(?:of|for|to) `, SUBJECT, TRAILING_WORDS),
    (what = '', subject = '') => subtypes(subject, what),
  ],
  // What implementations of X are there? Which subclasses does X have?
  [
    whole(
      `(?:what|which) ${SUBTYPES} of `,
      SUBJECT,
      ' (?:are there|exist|do we have|are available)',
      TRAILING_WORDS,
    ),
    (what = '', subject = '') => subtypes(subject, what),
  ],
  [
    whole(`(?:what|which|how many) ${SUBTYPES} (?:does|do) `, SUBJECT, ' have', TRAILING_WORDS),
    (what = '', subject = '') => subtypes(subject, what),
  ],
  // Renderer implementations
  [
    whole(`${FIND}`, SUBJECT, ` ${SUBTYPES}`, TRAILING_WORDS),
    (subject = '', what = '') => (isName(subject) ? subtypes(subject, what) : undefined),
  ],
];

/** The rest of what a type may be called. */
const KIND =
  /^(?:(?:abstract|base|parent|super) ?)?(?:class|interface|protocol|behaviou?r|trait|mixin|module|type|type ?class) (?=\S+$)|(?<=^\S+) (?:(?:abstract|base|parent|super) ?)?(?:class|interface|protocol|behaviou?r|trait|mixin|module|type|type ?class)$/i;

function subtypes(given: string, verb: string): SubtypesQuestion | undefined {
  const subject = cleanSubject(cleanSubject(given).replace(KIND, ''));
  // "What extends the timeout?" may mean that it becomes longer.
  if (/^the \S+$/i.test(given) && !isName(given)) return undefined;
  if (!/^[\p{L}_$][\p{L}\p{N}_$.:\\]*$/u.test(subject) || isPronoun(subject)) return undefined;
  return { kind: 'subtypes', subject, verb: verbOf(verb) };
}

function verbOf(said: string): SubtypesQuestion['verb'] {
  if (/^(?:conform|adopt)/i.test(said)) return 'conform to';
  if (/^(?:sub|derive|child|inherit|descend)/i.test(said)) return 'subclass';
  return /^(?:exten|special|mix|embed)/i.test(said) ? 'extend' : 'implement';
}

const SUPERTYPES =
  '(?:(?:base|parent|super)[ -]?(?:class(?:es)?|types?)|superclass(?:es)?|supertypes?|ancestors?|parents?)';

/** The other direction. */
export const supertypeRules: readonly Rule[] = [
  // What does X extend? Which interfaces does X implement?
  [
    whole(
      `(?:what|which) (?:other )?(?:${TYPE} |behaviou?rs? )?(?:does|do) `,
      SUBJECT,
      ' (?:actually )?(?:implement|extend|subclass|inherit(?: from)?|derive(?: from)?|conform to|adopt)',
      TRAILING_WORDS,
    ),
    (subject = '') => supertypes(subject),
  ],
  // What is the parent class of X? Superclasses of X
  [
    whole(
      `(?:(?:what|which) (?:is|are) |show |list )?(?:me )?(?:all )?(?:the )?${SUPERTYPES} of `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => supertypes(subject),
  ],
];

function supertypes(given: string): SupertypesQuestion | undefined {
  const asked = subtypes(given, 'implement');
  return asked && isName(asked.subject)
    ? { kind: 'supertypes', subject: asked.subject }
    : undefined;
}
