import { type ListQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isProject, isPronoun, isThing } from './subject.js';

const SORT =
  '(?:available |supported |existing |built[- ]in |different |possible |provided |included )*';
const OF = `(?: (?:of|in) ${SUBJECT})?`;
const EXIST =
  '(?:are there|exist|are available|are supported|are included|are provided|are built[- ]in|are defined|do we have|does it (?:have|support|come with|provide|offer|include))';

/** What an application is made of, so that a question for "the" ones is for all of them. */
const PARTS =
  '((?:all |all the |the |our |its )?(?:[\\w-]+ ){0,2}?(?:routes|endpoints|urls|models|entities|tables|jobs|tasks|cronjobs|workers|commands|controllers|services|rpcs|pages|views|integrations|providers|mailers|migrations|metrics))';
const OF_PART = `(?: (?:of|in|for|on|under) ${SUBJECT})?`;

export const listRules: readonly Rule[] = [
  // Which routes does the app have? What are the routes of the API? Which pages can I open?
  [
    whole(
      `(?:what|which) ${PARTS} (?:does|do) ${SUBJECT} (?:have|expose|define|declare|offer|provide|support|serve|register|run|export|emit|collect|report)`,
      TRAILING_WORDS,
    ),
    (given = '', owner = '') => list(given, owner),
  ],
  [
    whole(
      `(?:what|which) ${PARTS} (?:are there|exist|are available|are defined|are declared|are exposed|are exported|are collected|are registered|are supported|run(?: periodically| in the background)?|can (?:i|we|you|one) (?:call|run|use|open|hit))${OF_PART}`,
      TRAILING_WORDS,
    ),
    (given = '', owner = '') => list(given, owner),
  ],
  [
    whole(`(?:what are |show |give |list )(?:me )?${PARTS}${OF_PART}`, TRAILING_WORDS),
    (given = '', owner = '') => list(given, owner),
  ],
  [
    whole(`(?:all )?(?:the )?((?:[\\w-]+ ){0,2}?(?:routes|endpoints))${OF_PART}`, TRAILING_WORDS),
    (given = '', owner = '') => list(given, owner),
  ],
  // List all middlewares. Which backends are there?
  [
    whole(
      `(?:list|enumerate|(?:show|give|tell|name)(?: me)?)(?: of)? (?:all|every|all of|all the|all of the) ${SORT}${SUBJECT}${OF}`,
      TRAILING_WORDS,
    ),
    (subject = '', owner = '') => list(subject, owner),
  ],
  [
    whole(`list (?:the )?${SORT}${SUBJECT}${OF}`, TRAILING_WORDS),
    (subject = '', owner = '') => list(subject, owner),
  ],
  [
    whole(`(?:what|which) ${SORT}${SUBJECT} ${EXIST}${OF}`, TRAILING_WORDS),
    (subject = '', owner = '') => list(subject, owner),
  ],
  [
    whole(
      `what are (?:all )?(?:the )?(?:available|supported|existing|built[- ]in|different|possible) ${SORT}${SUBJECT}${OF}`,
      TRAILING_WORDS,
    ),
    (subject = '', owner = '') => list(subject, owner),
  ],
  [
    whole(
      `what are (?:all )?(?:the )?${SUBJECT} of (?:the|this) (?:language|grammar|syntax|protocol|format)`,
      TRAILING_WORDS,
    ),
    (subject = '') => list(subject),
  ],
  [
    whole(
      `(?:welche ${SUBJECT} (?:gibt es|hat es)|quel(?:le)?s sont (?:tous |toutes )?les ${SUBJECT}|(?:cuáles son (?:todos |todas )?(?:los |las )|qué )${SUBJECT}(?: hay)?)`,
    ),
    (...found) => list(found.find(Boolean)),
  ],
  // How many tests are there?
  [
    whole(`how many ${SORT}${SUBJECT} ${EXIST}${OF}`, TRAILING_WORDS),
    (subject = '', owner = '') => list(subject, owner),
  ],
  [
    whole(
      `how many ${SORT}${SUBJECT} (?:does|do|has) ${SUBJECT} (?:have|support|provide|come with)`,
    ),
    (subject = '', owner = '') => list(subject, owner),
  ],
  [
    whole(
      `(?:wie viele ${SUBJECT} (?:gibt es|hat es)|combien (?:de |d[’'])${SUBJECT} y a-t-il|cuánt[oa]s ${SUBJECT} hay)`,
    ),
    (...found) => list(found.find(Boolean)),
  ],
];

const MAX_WORDS = 3;

function list(asked = '', owner = ''): ListQuestion | undefined {
  const given = asked.replace(TWO_WORDS_FOR_ONE, '');
  const subject = HAS_OWN_PLACE.test(given) ? withoutArticle(given) : cleanSubject(given);
  const fits =
    isThing(subject) &&
    !isPronoun(subject) &&
    subject.split(' ').length <= MAX_WORDS &&
    !/\b(?:of|for|in|with|by|from)\b/i.test(subject);
  if (!fits) return undefined;
  return { kind: 'list', subject, owner: isProject(owner) ? '' : withoutArticle(owner) };
}

/** "Jobs/tasks", "endpoints / routes". */
const TWO_WORDS_FOR_ONE = /(?<=[a-z]s) ?\/ ?[a-z]{2,30}s$/i;

/** "Management commands" are commands, while "exception classes" are just exceptions. */
const HAS_OWN_PLACE = /\b(?:endpoints|commands|scripts|hooks|components)$/i;

function withoutArticle(text: string): string {
  return text.trim().replace(/^(?:the|all|all the|our|its) (?=\S)/i, '');
}
