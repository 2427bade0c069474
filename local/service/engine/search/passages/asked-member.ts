import { type Query, REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import { markBehind } from '../text/name-mark.js';
import { bodyKind } from './body.js';
import { firstLine, hasMarkedNames, isContainer, type Passage } from './passage.js';
import { ERROR_NAME, FUNCTIONS, ownerOf } from './passage-weight.js';
import type { RankedPassage } from './rank-passages.js';

/**
 * Of a class or type that fits best the method that answers, if it is about words of the question that the class is
 * not named after: "how does PubSub resubscribe?" Any other function has to be about all of them.
 */
export function preferMember(
  ranked: readonly RankedPassage[],
  query: Query,
): RankedPassage | undefined {
  const [best] = ranked;
  if (!best || !isContainer(best.passage)) return best;
  const terms = query.terms.filter(({ weight }) => weight !== REPOSITORY_NAME_WEIGHT);
  const asked = new Set(terms.map(({ term }) => term));
  const ofClass = new Set(termsOf(best.passage.name));
  const isAnswer = (one: RankedPassage) => {
    const { definition, docs, name } = one.passage;
    if (one === best || !definition || !FUNCTIONS.has(definition.kind)) return false;
    if (ERROR_NAME.test(definition.name)) return false;
    const said = new Set(termsOf(`${name} ${docs?.sentences[0].text ?? ''}`));
    const share = one.score / best.score;
    const inName = termsOf(definition.name).some((term) => asked.has(term) && !ofClass.has(term));
    if (inName && isMemberOf(one.passage, best.passage)) return share >= MIN_MEMBER_SHARE;
    const hasAll = asked.size > 1 && [...asked].every((term) => said.has(term));
    return (hasAll && share >= MIN_OTHER_SHARE) || (inName && share >= MIN_EQUAL_SHARE);
  };
  const member = ranked.find(isAnswer);
  // It may be a stub of what another class does.
  const name = member?.passage.definition?.name;
  const same = ranked.find(({ passage }) => passage.definition?.name === name);
  return member && same ? same : best;
}

/** Of `save` and `save!`, the one that the question names comes first. */
export function askedMarkFirst(
  ranked: readonly RankedPassage[],
  question: string,
): readonly RankedPassage[] {
  const name = ranked[0]?.passage.definition?.name;
  if (name === undefined || !hasMarkedNames(ranked[0]?.passage.file.path ?? '')) return ranked;
  const asked = name + markBehind(name, question);
  const meant = ranked.find(({ passage }) => passage.name.split('.').at(-1) === asked);
  return meant ? [meant, ...ranked.filter((one) => one !== meant)] : ranked;
}

/** Of a class that answers, the function that says most of what its name does not; none if that is all that is asked. */
export function askedMember(
  owner: Passage,
  ranked: readonly RankedPassage[],
  query: Query,
): Passage | undefined {
  const ofClass = new Set(termsOf(owner.name));
  const others = query.terms.filter(
    ({ term, weight }) => weight !== REPOSITORY_NAME_WEIGHT && !ofClass.has(term),
  );
  if (others.length === 0) return undefined;
  const found = ranked.find(
    ({ passage }) =>
      passage.definition !== undefined &&
      FUNCTIONS.has(passage.definition.kind) &&
      isMemberOf(passage, owner) &&
      !CONSTRUCTOR.test(passage.definition.name) &&
      passage.definition.name !== owner.definition?.name &&
      bodyKind(passage) === 'other' &&
      others.some(({ term }) => saysTerm(passage, term)),
  );
  return found?.passage;
}

/** Whether the question names a member with what it is in: `Cart::add`, `Shop.Cart#add`. */
export function isQualifiedIn(question: string, { name, definition }: Passage): boolean {
  if (!definition || !name.includes('.')) return false;
  return (question.match(QUALIFIED) ?? []).some((asked) =>
    `.${name}`.endsWith(`.${splitQualifiedName(asked).join('.')}`),
  );
}

const QUALIFIED =
  /[\p{L}_$][\p{L}\p{N}_$]{0,80}(?:(?:::|[.#])[\p{L}_$][\p{L}\p{N}_$]{0,80}){1,4}/gu;

const CONSTRUCTOR = /^(?:constructor|initialize|__init__|__construct|new|init)$/;

function saysTerm(passage: Passage, term: string): boolean {
  const { name, file, end } = passage;
  const lines = file.lines.slice(firstLine(passage) - 1, end);
  return termsOf(name).includes(term) || lines.some((line) => termsOf(line).includes(term));
}

/** Inside of a class, or written apart from it as in Go and Rust. */
function isMemberOf(passage: Passage, owner: Passage): boolean {
  if (passage.file === owner.file && passage.start > owner.start && passage.end <= owner.end)
    return true;
  return /\.(?:go|rs)$/.test(owner.file.path) && ownerOf(passage.name) === owner.definition?.name;
}

const MIN_EQUAL_SHARE = 0.8;
const MIN_OTHER_SHARE = 0.45;
const MIN_MEMBER_SHARE = 0.35;
