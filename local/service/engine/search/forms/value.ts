import { normalizedName } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { bestRepository } from '../facts/look-up.js';
import type { ValueLine } from '../facts/value-line.js';
import { type FoundValue, valueLines, withConstant } from '../facts/value-lines.js';
import { proseMarkdown } from '../passages/prose.js';
import type { ConfigurationQuestion } from '../question-kinds/rule.js';
import { hasValue } from '../text/asked-shape.js';
import { askedValue, questionsForEach } from '../text/asked-value.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { codeOfOption } from './option-code.js';
import { valueInGuide } from './value-in-guide.js';

const SURE = 0.7;
/** As good as the best. */
const CLOSE = 0.08;
const CLOSEST = 0.4;
const SETTING = 0.6;
const MAX_LINKS = 3;
const MAX_MEANT = 4;
const MAX_COMMENT = 160;

export interface AskedByWords {
  readonly subject: string;
  readonly wanted: 'amount' | 'name' | 'any';
}

/** What lines of configuration and constants set the thing to that a question describes; nothing if none is surely meant. */
export async function value(input: FormInput, asked: AskedByWords): Promise<Draft | undefined> {
  const ofEach = await valueOfEach(input, asked);
  if (ofEach) return ofEach;
  const found = await linesFor(input, asked);
  const [best] = found;
  if (!best || best.score < SURE || best.value === undefined) return undefined;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Found ${best.name} in ${best.file.path}`);
  const meant = found.filter(
    (one) =>
      best.score - one.score < CLOSE &&
      isOther(one, best) &&
      // What documents call the default counts more than what a line of code sets.
      (one.isDocumented || !best.isDocumented),
  );
  if (meant.length === 0) return draftOf(best, found, input);
  const shown = [best, ...meant].slice(0, MAX_MEANT);
  return {
    statements: [
      { ...brief(best), markdown: `Several lines may be meant: ${brief(best).markdown}` },
    ],
    links: shown.slice(1).map(brief),
    followups: followupsOf(shown, input),
  };
}

/** "How long are access tokens and refresh tokens valid?": nothing unless both are surely known. */
async function valueOfEach(input: FormInput, asked: AskedByWords): Promise<Draft | undefined> {
  const found: FoundValue[] = [];
  for (const question of questionsForEach(input.question) ?? []) {
    const [best] = await linesFor({ ...input, question }, asked);
    if (!best || best.score < SURE || best.value === undefined) return undefined;
    found.push(best);
  }
  const [first, second] = found;
  if (!first || !second || !isOther(second, first)) return undefined;
  input.context.stats({ tool_calls: 2 });
  input.context.report(`Found ${first.name} and ${second.name}`);
  return {
    statements: [statementOf(first), ...constantOf(first)],
    links: [statementOf(second), ...constantOf(second)],
    followups: followupsOf(found, input),
  };
}

/** The setting whose name and documentation have the words: "how often feeds are polled". */
export async function documentedSetting(
  input: FormInput,
  subject: string,
  wanted: ConfigurationQuestion['wanted'] = 'any',
): Promise<Draft | undefined> {
  const found = await linesFor({ ...input, question: subject }, { subject, wanted: 'any' });
  const isWanted = ({ name }: FoundValue) =>
    wanted !== 'environment' || /^[A-Z][A-Z0-9_]*$/.test(name);
  const documented = found.filter(
    (one) => one.isDocumented && one.score >= SETTING && isWanted(one),
  );
  const [best] = documented;
  return best && draftOf(best, documented, input);
}

/** The lines that come nearest, instead of a guess. */
export async function closestValues(
  input: FormInput,
  asked: AskedByWords,
  guess: Draft | undefined,
): Promise<Draft | undefined> {
  const subject = askedValue(input.question, asked.wanted);
  const told = subject && (await valueInGuide(input, subject));
  if (told) return told;
  const found = (await linesFor(input, asked)).filter(
    ({ score, isAboutMost }) => isAboutMost && score >= CLOSEST,
  );
  const [best, ...others] = found;
  if (!best) return guess && withoutCode(guess);
  return {
    statements: [asClosest(brief(best))],
    links: [
      ...others
        .filter((one) => isOther(one, best))
        .slice(0, MAX_LINKS - 1)
        .map(brief),
      ...(guess?.statements.slice(0, 1) ?? []),
    ],
    followups: followupsOf(found, input),
  };
}

function asClosest({ markdown, reference }: Statement): Statement {
  return { markdown: `No line says this for certain. The closest: ${markdown}`, reference };
}

/** A guess whose lines have no value is a place to look, and no answer. */
function withoutCode({ code, places = [], ...guess }: Draft): Draft | undefined {
  if (!code || hasValue(code.lines)) return undefined;
  const [first, ...more] = guess.statements;
  const { isDoubtful: _, ...rest } = guess;
  return {
    ...rest,
    statements: [asClosest(first), ...more],
    links: [...places.map(({ statement }) => statement), ...(guess.links ?? [])],
  };
}

async function linesFor(
  input: FormInput,
  { wanted }: AskedByWords,
): Promise<readonly FoundValue[]> {
  const searched = bestRepository(input);
  const asked = askedValue(input.question, wanted);
  if (!searched || !asked) return [];
  const [best, ...others] = await valueLines(asked, searched, input);
  return best ? [await withConstant(best, searched, input), ...others] : [];
}

function draftOf(best: FoundValue, found: readonly FoundValue[], input: FormInput): Draft {
  const others = found.filter((one) => isOther(one, best) && best.score - one.score < 4 * CLOSE);
  return {
    statements: [statementOf(best), ...constantOf(best)],
    // What a document says of it is said already.
    ...(!best.isDocumented && { code: codeOfOption(best) }),
    links: others.slice(0, MAX_LINKS).map(brief),
    followups: followupsOf([best], input),
  };
}

function statementOf(best: ValueLine): Statement {
  const { file, line, comment, isSample, constant, isSetting, isDocumented } = best;
  const { repo, commit, path } = file;
  const said = comment && !constant ? `: ${proseMarkdown(comment.text, MAX_COMMENT)}` : '';
  const text = file.lines[line - 1] ?? '';
  const isMore = /\w/.test(text.replace(best.name, '').replace(best.value ?? '', ''));
  const whole = !isSetting && isMore ? ` in ${lineSpan(text, best.name)}` : '';
  const sample = isSample ? ' in an example, which need not be its default' : '';
  return {
    markdown: `${nameOf(best)}${isDocumented ? ', default' : ' is set to'} ${codeSpan(best.value ?? '')}${whole}${sample}${said}`,
    reference: placeReference({
      repo,
      commit,
      path,
      start: said === '' ? line : (comment?.start ?? line),
      end: line,
    }),
  };
}

function constantOf({ constant }: ValueLine): Statement[] {
  return constant
    ? [
        {
          markdown: `${codeSpan(constant.name)} is set to ${codeSpan(constant.value)}`,
          reference: lineReference(constant.file, constant.line),
        },
      ]
    : [];
}

function nameOf({ name, section }: ValueLine): string {
  const inside = section === undefined ? '' : ` in ${codeSpan(section)}`;
  return `${codeSpan(name)}${inside}`;
}

function brief(one: ValueLine): Statement {
  const { file, line, value, name } = one;
  const markdown =
    value === undefined
      ? lineSpan(file.lines[line - 1] ?? '', name)
      : `${nameOf(one)} = ${codeSpan(value)}`;
  return { markdown, reference: lineReference(file, line) };
}

/** The same value of the same name says nothing else. */
function isOther(one: ValueLine, best: ValueLine): boolean {
  const bare = ({ name }: ValueLine) => normalizedName(name.split('.').at(-1) ?? name);
  const plain = ({ value = '' }: ValueLine) => value.replace(/^["'`]|["'`]$/g, '');
  const isSame = bare(one) === bare(best) && plain(one) === plain(best);
  // `size = DEFAULT_SIZE` and `DEFAULT_SIZE = 12` say the same.
  const isItsConstant = one.constant?.name === best.name || best.constant?.name === one.name;
  return one !== best && !isSame && !isItsConstant;
}

function followupsOf([first]: readonly ValueLine[], { question }: FormInput): string[] {
  const name = first?.name ?? '';
  return distinctFollowups(
    name === '' ? [] : [`Where is ${name} used?`, `When was ${name} added?`],
    question,
  );
}
