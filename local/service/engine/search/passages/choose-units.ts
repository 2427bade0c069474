import type { LineRange } from '../../../index/chunks.js';
import { termsOf } from '../../../index/terms.js';
import { type AskedShape, shapeScore } from '../text/asked-shape.js';
import type { ProseUnit } from './prose-units.js';

interface Asked {
  /** The terms of the question, by how much each says. */
  readonly weights: ReadonlyMap<string, number>;
  readonly shapes: ReadonlySet<AskedShape>;
  /** Lines that were found to say most. */
  readonly near?: LineRange;
  /** Whether the first one says what all of it is about. */
  readonly hasSummary?: boolean;
  /** Characters. */
  readonly maxLength: number;
}

/** Of what a term counts once a chosen sentence has it. */
const KNOWN_FACTOR = 0.4;
/** A line that looks like the answer, next to the most telling word of the question. */
const SHAPE_FACTOR = 0.8;
const NEAR_FACTOR = 2;
/** Of the best sentence: what says less is left out. */
const MIN_GAIN = 0.3;
/** Of the room. */
const MAX_SUMMARY = 0.3;
/** The steps of a list belong together: they may be longer than other quotes. */
const LIST_FACTOR = 1.5;
/** They say nothing without the sentence before. */
const REFERS_BACK =
  /^(?:it|its|this|that|these|those|they|their|them|however|otherwise|instead|but|also|then|so|if so|if not|in (?:this|that|these|those|such) cases?|by doing so|for example|for instance|as a result|note that this|such|both|here|similarly|therefore|thus|yet|note)\b/i;

/** They are about code above. */
const REFERS_TO_SAMPLE =
  /\b(?:(?:above|previous|preceding) (?:example|code|snippet|sample)|(?:example|code|snippet|sample) above)\b/i;
const MAX_UNITS_BACK = 3;
/** Characters of what a member is for. */
const MAX_SUBJECT = 160;

/** The units that say most about what is asked, in their order, with what they need to be understood. */
export function chooseUnits(units: readonly ProseUnit[], asked: Asked): ProseUnit[] {
  const judged = judge(units, asked);
  const chosen = new Set<ProseUnit>();
  const known = new Set<string>();
  let length = 0;
  let best = 0;
  let lead: ProseUnit | undefined;
  const add = (one: ProseUnit) => {
    if (chosen.has(one)) return;
    chosen.add(one);
    length += lengthOf(one);
    for (const term of judged.get(one)?.values.keys() ?? []) known.add(term);
  };
  const [summary] = units;
  if (asked.hasSummary && summary && summary.text.length <= MAX_SUMMARY * asked.maxLength) {
    add(summary);
  }
  for (;;) {
    const [next] = units
      .filter((one) => !chosen.has(one) && isAround(one, lead))
      .map((unit) => ({ unit, gain: gainOf(judged.get(unit), known) }))
      .toSorted((a, b) => b.gain - a.gain);
    if (!next || next.gain <= 0 || next.gain < MIN_GAIN * best) break;
    best = Math.max(best, next.gain);
    lead ??= next.unit;
    const needed = companions(next.unit, units, asked);
    const more = needed.filter((one) => !chosen.has(one));
    const size = more.reduce((sum, one) => sum + lengthOf(one), 0);
    const isLong = more.length > 2 || more.some(({ sample }) => sample !== undefined);
    if (chosen.size > 0 && length + size > asked.maxLength * (isLong ? LIST_FACTOR : 1)) {
      if (length + lengthOf(next.unit) > asked.maxLength) break;
      add(next.unit);
    } else for (const one of more) add(one);
    if (length >= asked.maxLength) break;
  }
  for (const one of neighbours(chosen, units, asked)) {
    if (chosen.has(one) || one.sample) continue;
    const more = isAnnouncing(one) ? companions(one, units, asked) : [one];
    const size = more.reduce((sum, each) => sum + lengthOf(each), 0);
    const isTold = more.length > 1 || !isAnnouncing(one);
    if (isTold && length + size <= asked.maxLength) for (const each of more) add(each);
  }
  return units.filter((one) => chosen.has(one));
}

/** Steps that take no room: one without the others would say that there are no others. */
const MAX_SHORT_LIST = 6;
const MAX_SHORT_ITEM = 60;

function isShortItem({ text, sample }: ProseUnit): boolean {
  return text.length <= MAX_SHORT_ITEM && sample === undefined;
}

/** With the code that it announces. */
function lengthOf({ text, sample }: ProseUnit): number {
  const code = sample?.lines ?? [];
  return text.length + CODE_LENGTH * code.length;
}

/** Of a line, which is read faster than a sentence as long. */
const CODE_LENGTH = 20;

/** It says nothing without what follows. */
function isAnnouncing({ text }: ProseUnit): boolean {
  return text.endsWith(':');
}

/** Sentences from further apart do not belong together, whatever words they share. */
const MAX_DISTANCE = 60;

function isAround({ start }: ProseUnit, lead: ProseUnit | undefined): boolean {
  return lead === undefined || Math.abs(start - lead.start) <= MAX_DISTANCE;
}

interface JudgedUnit {
  readonly values: ReadonlyMap<string, number>;
  readonly shape: number;
  readonly factor: number;
}

function judge(
  units: readonly ProseUnit[],
  { weights, shapes, near }: Asked,
): Map<ProseUnit, JudgedUnit> {
  const counts = new Map<string, number>();
  const terms = units.map(({ text, about = '', columns = '' }) => {
    const own = new Set(termsOf(`${about} ${text} ${columns}`).filter((one) => weights.has(one)));
    for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
    return own;
  });
  const most = Math.max(0, ...weights.values());
  return new Map(
    units.map((unit, n) => {
      // What every sentence of a section has tells none of them from the others.
      const value = (term: string) => (weights.get(term) ?? 0) / Math.sqrt(counts.get(term) ?? 1);
      const values = new Map([...(terms[n] ?? [])].map((term) => [term, value(term)]));
      const isNear = near && unit.start <= near.end && near.start <= unit.end;
      const shape = SHAPE_FACTOR * most * shapeScore(asLine(unit), shapes);
      return [unit, { values, shape, factor: isNear ? NEAR_FACTOR : 1 }];
    }),
  );
}

/** As it is written in its file, where a list is told by its marks. */
function asLine({ marker, text }: ProseUnit): string {
  return marker === undefined ? text : `${marker} ${text}`;
}

function gainOf(unit: JudgedUnit | undefined, known: ReadonlySet<string>): number {
  if (!unit || unit.values.size + unit.shape === 0) return 0;
  let sum = 0;
  for (const [term, value] of unit.values) sum += known.has(term) ? KNOWN_FACTOR * value : value;
  // A number that is about nothing in the question is no answer to it.
  return (sum + (unit.values.size > 0 ? unit.shape : 0)) * unit.factor;
}

/** What is around the chosen ones: the rest of their paragraphs, and of the lines that were found to say most. */
function neighbours(
  chosen: ReadonlySet<ProseUnit>,
  units: readonly ProseUnit[],
  { near }: Asked,
): ProseUnit[] {
  // The other rows of a table, and the other members of a type, are about something else.
  const best = [...chosen].filter(({ columns }) => columns === undefined);
  const blocks = new Set(best.map(({ block }) => block));
  const behind = best.flatMap((one) => units[units.indexOf(one) + 1] ?? []);
  const inBlocks = units.filter(({ block }) => blocks.has(block));
  // The other items of a list are about something else.
  const isNear = ({ start, end, marker }: ProseUnit) =>
    near && start <= near.end && near.start <= end && marker === undefined;
  return [
    ...behind.filter(({ block }) => blocks.has(block)),
    ...inBlocks,
    ...behind.filter(({ about }) => about === undefined),
    ...units.filter(isNear),
  ];
}

/** A unit with the sentence that it refers to, what announces its list, and the other steps of an order. */
function companions(unit: ProseUnit, units: readonly ProseUnit[], asked: Asked): ProseUnit[] {
  const at = units.indexOf(unit);
  const before = units[at - 1];
  const found = [unit];
  if (before?.block === unit.block && REFERS_BACK.test(unit.text)) found.unshift(before);
  const first = units.find(({ block }) => block === unit.block);
  // "Default: 0" is said of what the member is for.
  const isMember = unit.about !== undefined && unit.marker !== undefined;
  if (isMember && first && first.text.length <= MAX_SUBJECT && !found.includes(first)) {
    found.unshift(first);
  }
  if (REFERS_TO_SAMPLE.test(unit.text)) {
    const told = units.slice(Math.max(0, at - MAX_UNITS_BACK), at).findLast(({ sample }) => sample);
    if (told && !found.includes(told)) found.unshift(told);
  }
  if (unit.list !== undefined && unit.list > 0) {
    const first = units.findIndex((one) => one.list === unit.list);
    const announcing = units[first - 1];
    const others = units.filter((one) => one.list === unit.list && one !== unit);
    const isShort = others.length < MAX_SHORT_LIST && others.every(isShortItem);
    const isStep = /\d/.test(unit.marker ?? '') && (isShort || asked.shapes.has('order'));
    if (isStep) found.push(...others);
    if (announcing?.text.endsWith(':')) found.unshift(announcing);
  }
  const following = units[at + 1];
  if (unit.text.endsWith(':') && following?.list !== undefined) {
    found.push(...units.filter((one) => one.list === following.list));
  }
  return found;
}
