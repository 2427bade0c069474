import { normalizedName, termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { ShownPlace, Statement } from '../draft/draft.js';
import { overlap, placeReference } from '../draft/reference.js';
import type { DescribedOption } from '../facts/described-option.js';
import { describedOptions } from '../facts/described-options.js';
import { isVague } from '../passages/asked-terms.js';
import type { Excerpt } from '../passages/excerpts.js';
import { plainText, proseMarkdown, splitSentences } from '../passages/prose.js';
import type { FoundFile } from '../passages/rank-passages.js';
import { hintsOf } from '../text/asked-shape.js';
import { codeAskedBy, mayBeOption } from '../text/code-asked.js';
import { relatedTo } from '../text/related-words.js';
import type { FormInput } from './form.js';

/** An option that a question may mean. */
export interface FittingOption extends DescribedOption {
  /** How much its name and description have of the question: 1 if all, and more with words that such answers often have. */
  readonly score: number;
}

/** By how much a word of the question counts in the name, next to the description; related words count less. */
const NAME_FACTOR = 1.3;
const RELATED_NAME_FACTOR = 0.7;
const RELATED_FACTOR = 0.3;
/** For each thing that is asked for, such as a time, whose words it has. */
const NAME_HINT = 0.2;
const HINT = 0.1;
const VAGUE_FACTOR = 0.5;
/** Said of any option. */
const SAYS_NOTHING = new Set(
  ['default', 'option', 'setting', 'set', 'change', 'value'].flatMap(termsOf),
);

/** Asked for a setting, or how to do something: the options that may be meant, best first. `found`: the files about the question. */
export async function fittingOptions(
  input: FormInput,
  found: readonly FoundFile[],
): Promise<FittingOption[]> {
  const asked = codeAskedBy(input.question);
  if (!mayBeOption(asked)) return [];
  const isSetting = asked === 'setting' || SETS.test(input.question);
  const { most, minScore } = isSetting ? OF_SETTING : OF_HOW_TO;
  const ranked = rankOptions(
    await describedOptions(
      input,
      found.map(({ file }) => file),
    ),
    input,
  );
  const least = Math.max(minScore, MIN_SHARE * (ranked[0]?.score ?? 0));
  return ranked.filter(({ score }) => score >= least).slice(0, most);
}

/** A question how to do something may ask for a setting. */
const SETS =
  /\b(?:set|change|configure|customi[sz]e|turn|switch|raise|lower|increase|decrease|reduce|limit|enable|disable|allow|forbid|longer|shorter)\b/i;
const OF_SETTING = { most: 4, minScore: 0.15 };
/** Few of these questions are answered by an option. */
const OF_HOW_TO = { most: 2, minScore: 0.35 };
/** Of the best one. */
const MIN_SHARE = 0.45;

/** Those whose names and descriptions have most of a question first, each name once; a word says the more, the fewer of the options have it. */
export function rankOptions(
  options: readonly DescribedOption[],
  { query, question }: Pick<FormInput, 'query' | 'question'>,
): FittingOption[] {
  const read = options.map((option) => ({
    option,
    name: new Set(termsOf(option.name)),
    text: new Set(termsOf(option.text)),
  }));
  const rarity = (term: string) => {
    const count = read.filter(({ name, text }) => name.has(term) || text.has(term)).length;
    return Math.log(1 + read.length / (1 + count));
  };
  const weights = new Map(
    query.terms.map(({ term, weight }) => [
      term,
      weight * rarity(term) * (SAYS_NOTHING.has(term) ? 0 : isVague(term) ? VAGUE_FACTOR : 1),
    ]),
  );
  const all = [...weights.values()].reduce((sum, one) => sum + one, Number.EPSILON);
  const related = relatedTo(weights.keys());
  const hints = hintsOf(question).filter((words) => !words.has('default'));
  const factorsOf = (name: ReadonlySet<string>, text: ReadonlySet<string>) => {
    const factors = new Map<string, number>();
    const count = (term: string, factor: number) =>
      factors.set(term, Math.max(factors.get(term) ?? 0, factor));
    for (const term of text) {
      if (weights.has(term)) count(term, 1);
      for (const asked of related.get(term) ?? []) count(asked, RELATED_FACTOR);
    }
    for (const term of name) {
      if (weights.has(term)) count(term, NAME_FACTOR);
      for (const asked of related.get(term) ?? []) count(asked, RELATED_NAME_FACTOR);
    }
    return factors;
  };
  const scored = read.map(({ option, name, text }) => {
    const factors = factorsOf(name, text);
    const said = [...factors].reduce((sum, [term, one]) => sum + one * (weights.get(term) ?? 0), 0);
    const hinted = (words: ReadonlySet<string>) =>
      hints.filter((hint) => [...hint].some((term) => words.has(term))).length;
    // "Option" and "limit" alone would fit any of them.
    const hint = said > 0 ? NAME_HINT * hinted(name) + HINT * hinted(text) : 0;
    const score = said / all + hint;
    return { ...option, score };
  });
  return withEachNameOnce(scored.toSorted((a, b) => b.score - a.score));
}

/** `setMaxAge` sets `max_age`. */
function withEachNameOnce(options: readonly FittingOption[]): FittingOption[] {
  const seen = new Set<string>();
  return options.filter(({ name }) => {
    const bare = name.replace(/^.*\./, '').replace(/^(?:[Ss]et|[Gg]et|[Ww]ith)_?(?=[A-Z_])/, '');
    const key = normalizedName(bare.replaceAll('-', '_'));
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether lines are among those that declare or describe an option. */
export function hasLinesOf({ passage, start, end }: Excerpt, option: FittingOption): boolean {
  const { repo, path } = passage.file;
  const isSameFile = option.file.repo === repo && option.file.path === path;
  return isSameFile && option.start <= end && start <= option.end;
}

/** Those that are not shown already, in one line each: the name, its value, and the first sentence that is said of it. */
export function optionLinks(
  options: readonly FittingOption[],
  shown: readonly ShownPlace[],
): Statement[] {
  return options
    .map(optionLink)
    .filter(({ reference }) => !shown.some(({ code }) => overlap(code.reference, reference)));
}

const MAX_LENGTH = 140;
/** A directive or a table of reStructuredText. */
const NO_PROSE = /(?:^|\s)\.\. \w|={4,}/;

function optionLink(option: DescribedOption): Statement {
  const { file, name, text, start, end } = option;
  const { repo, commit, path } = file;
  const [prose = ''] = text.split(NO_PROSE, 1);
  const [said = ''] = splitSentences(plainText(prose));
  const description = said === '' ? '' : `: ${proseMarkdown(said, MAX_LENGTH)}`;
  return {
    markdown: `${codeSpan(name)}${saidValue(option)}${description}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

function saidValue({ standard, value }: DescribedOption): string {
  if (standard !== undefined) return `, default ${codeSpan(standard)}`;
  return value === undefined ? '' : `, set to ${codeSpan(value)}`;
}
