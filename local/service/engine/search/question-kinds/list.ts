import { type ListQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isProject, isPronoun, isThing } from './subject.js';

const SORT =
  '(?:available |supported |existing |built[- ]in |different |possible |provided |included )*';
const OF = `(?: (?:of|in) ${SUBJECT})?`;
const EXIST =
  '(?:are there|exist|are available|are supported|are included|are provided|are built[- ]in|are defined|do we have|does it (?:have|support|come with|provide|offer|include))';

export const listRules: readonly Rule[] = [
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

function list(given = '', owner = ''): ListQuestion | undefined {
  const subject = cleanSubject(given);
  const fits =
    isThing(subject) &&
    !isPronoun(subject) &&
    subject.split(' ').length <= MAX_WORDS &&
    !/\b(?:of|for|in|with|by|from)\b/i.test(subject);
  if (!fits) return undefined;
  return { kind: 'list', subject, owner: isProject(owner) ? '' : cleanSubject(owner) };
}
