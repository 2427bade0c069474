import type { AskedTerms } from './asked-terms.js';
import { perObject } from './read-once.js';

/** A line, and what it has of a question. */
export interface JudgedLine {
  /** Counted from 1. */
  readonly line: number;
  /** Of the question. */
  readonly terms: ReadonlySet<string>;
  /** Terms of the question for which it has a related word. */
  readonly related: ReadonlySet<string>;
  /** How much it looks like the answer, from 0 to 1. */
  readonly shape: number;
  /** For each hint, whether it has one of its words. */
  readonly hints: readonly boolean[];
  readonly isImport: boolean;
}

/** The terms of the question in what is said around the lines. */
export interface Around {
  /** In the name of the definition, or the heading of the section, that they are in. */
  readonly name: ReadonlySet<string>;
  /** In the name and the short comment above them, which the answer says. */
  readonly told: ReadonlySet<string>;
  /** In the name, the whole comment and the path. */
  readonly all: ReadonlySet<string>;
  /** Around each call of it. */
  readonly calls: readonly ReadonlySet<string>[];
}

/** What lines have of a question. Shares are from 0 to 1, and weighted by how much each word says. */
export interface Measures {
  /** The share that they have with what is told around them. */
  readonly coverage: number;
  /** The share that they have themselves; a related word counts half. */
  readonly lineCoverage: number;
  /** The share of words for which they have only related ones. */
  readonly relatedCoverage: number;
  /** The share that they have with all that is around them. */
  readonly wholeCoverage: number;
  /** The share that the name of what they are in has. */
  readonly nameCoverage: number;
  /** The share that one line has; a related word counts half. */
  readonly closeness: number;
  /** Of the number of the words, whatever each says. */
  readonly wordShare: number;
  /** As a share, but a word counts by the logarithm of how many lines have it. */
  readonly frequency: number;
  readonly shape: number;
  /** The sum, over the hints, of the logarithm of how many lines have one, so that the first counts most. */
  readonly hints: number;
  /** The most that is said around a call, but neither by them nor around them; the less, the more calls there are. */
  readonly callCoverage: number;
}

const TOLD_FACTOR = 0.6;
const IMPORT_FACTOR = 0.3;
const RELATED_FACTOR = 0.5;
/** In lines: how close a line that looks like the answer has to be to a word of the question. */
const SHAPE_REACH = 2;
/** What such a line counts at least, next to 1 where half of the question is near. */
const MIN_NEARNESS = 0.5;

/** Measures lines by what is asked; what each line has by itself is measured once. */
export function measureBy({ weights, hints }: AskedTerms) {
  const total = Math.max(sum(weights.values()), Number.EPSILON);
  const weightOf = (term: string) => weights.get(term) ?? 0;
  const share = (terms: Iterable<string>) => sumOf(terms, weightOf) / total;
  /** What it has, but for what the others have. */
  const shareBeside = (terms: Iterable<string>, others: { has(term: string): boolean }) =>
    sumOf(terms, (term) => (others.has(term) ? 0 : weightOf(term))) / total;
  const closenessOf = perObject(
    ({ terms, related }: JudgedLine) => share(terms) + RELATED_FACTOR * shareBeside(related, terms),
  );
  const shapeAt = (lines: readonly JudgedLine[], at: number) => {
    const shape = lines[at]?.shape ?? 0;
    if (shape === 0) return 0;
    const near = lines.slice(Math.max(0, at - SHAPE_REACH), at + SHAPE_REACH + 1);
    const nearest = share(new Set(near.flatMap(({ terms }) => [...terms])));
    return nearest > 0 ? shape * Math.min(1, MIN_NEARNESS + nearest) : 0;
  };
  return (lines: readonly JudgedLine[], { name, told, all, calls }: Around): Measures => {
    const counts = new Map<string, number>();
    const covered = new Map<string, number>();
    for (const term of told) covered.set(term, TOLD_FACTOR);
    const related = new Set<string>();
    for (const { terms, related: own, isImport } of lines) {
      for (const term of terms) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
        covered.set(term, Math.max(covered.get(term) ?? 0, isImport ? IMPORT_FACTOR : 1));
      }
      for (const term of own) related.add(term);
    }
    const relatedCoverage = shareBeside(related, counts);
    const whole = new Set(counts.keys());
    for (const term of all) whole.add(term);
    const called = calls.reduce((most, terms) => Math.max(most, shareBeside(terms, whole)), 0);
    return {
      coverage: sumOf(covered.keys(), (term) => (covered.get(term) ?? 0) * weightOf(term)) / total,
      lineCoverage: share(counts.keys()) + RELATED_FACTOR * relatedCoverage,
      relatedCoverage,
      nameCoverage: share(name),
      wholeCoverage: share(whole),
      closeness: Math.max(...lines.map(closenessOf)),
      wordShare: counts.size / Math.max(1, weights.size),
      frequency: frequencyOf(counts, weightOf) / total,
      shape: Math.max(...lines.map((_, at) => shapeAt(lines, at))),
      hints: sum(hints.map((_, n) => Math.log1p(lines.filter((one) => one.hints[n]).length))),
      callCoverage: called / Math.log2(2 + calls.length),
    };
  };
}

function frequencyOf(counts: ReadonlyMap<string, number>, weightOf: (term: string) => number) {
  let total = 0;
  for (const [term, count] of counts) total += Math.log1p(count) * weightOf(term);
  return total;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function sumOf(terms: Iterable<string>, value: (term: string) => number): number {
  let total = 0;
  for (const term of terms) total += value(term);
  return total;
}
