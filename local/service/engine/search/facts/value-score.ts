import { termsOf, wordParts } from '../../../index/terms.js';
import type { AskedValue } from '../text/asked-value.js';
import { settingRead } from './setting-lines.js';
import { entryText } from './value-in-line.js';
import type { ValueLine } from './value-line.js';

/** How well a line fits what is asked for. */
export interface ValueFit {
  /** 1 if its name and place say all that is asked for, and nothing else. */
  readonly score: number;
  /** Whether its name has a word for a thing that is asked for, and its place has words for all others, or of many for all but one. */
  readonly isAboutMost: boolean;
}

const IN_SECTION = 0.85;
const IN_DEFINITION = 0.8;
const IN_FILE_NAME = 0.55;
const IN_COMMENT = 0.6;
const IN_DOCUMENT = 0.85;
const IN_FOLDER = 0.3;
const MEASURE_WEIGHT = 0.5;
const OTHER_WORD = 0.15;
const MAX_OTHER_WORDS = 3;
const MAX_TEXT = 240;
const DEFAULT_BONUS = 0.05;
const LOCAL = 0.15;
const IN_A_CASE = 0.1;
const TOOL = 0.35;
const SAMPLE = 0.15;
const READ = 0.05;
const UNRESOLVED = 0.2;
const OPPOSITE = 0.4;
const CODE = 0.4;

/** They make no name another one. */
const NEUTRAL = new Set(
  termsOf(
    'default value setting config conf option app http https server service web main the in of for is num number count seconds second secs sec ms minutes minute mins hours hour days day per max maximum limit',
  ),
);
/** Of what builds, tests or ships a program, rather than of the program. */
const TOOL_FILE =
  /(?:^|\/)(?:vite|vitest|webpack|rollup|jest|playwright|eslint|babel|tailwind|karma|cypress|gruntfile|gulpfile|gradlew?|mvnw|dockerfile|docker-compose|compose|makefile)[^/]*$|(?:^|\/)(?:docker|deploy|k8s|charts?|scripts?|extras?|contrib|tools?|bin|hack|ci|\.\w[\w-]*)\/|(?:^|\/)\.(?!env)\w+[^/]*$/i;

/** Of a line alone, so that few files have to be read. */
export function nameScore(name: string, path: string, asked: AskedValue): number {
  const own = termsIn(name);
  const around = new Set(termsOf(path));
  const inName = [...asked.things, ...asked.measures].filter((one) => hasAny(own, one)).length;
  const inPath = asked.things.filter((one) => hasAny(around, one)).length;
  return inName === 0 ? 0 : inName + inPath / 2;
}

/** Nothing if it sets no such value, or something else. */
export function fitOf(one: ValueLine, asked: AskedValue): ValueFit | undefined {
  const text = one.file.lines[one.line - 1] ?? '';
  const own = termsIn(one.isArgument ? `${one.name} ${text.slice(0, MAX_TEXT)}` : one.name);
  if (!isWanted(one, asked)) return undefined;
  const things = thingWeights(one, own, asked);
  const isNamed = asked.things.some((thing) => hasAny(own, thing));
  const measures = measureWeights(one, things, { own, asked });
  if (!(isNamed || sum(measures) > 0) || sum(things) === 0) return undefined;
  const said = sum(things) + MEASURE_WEIGHT * sum(measures);
  const all = things.length + MEASURE_WEIGHT * measures.length;
  return {
    score: said / all + bonusOf(one) - costOf(one, asked) - extremeCosts(termsIn(one.name), asked),
    isAboutMost:
      isNamed && things.filter((weight) => weight === 0).length <= (things.length > 2 ? 1 : 0),
  };
}

/** How sure each thing is that is asked for, by where it is said. */
function thingWeights(
  {
    name,
    section = '',
    around,
    openers,
    comment,
    isArgument,
    isDocumented,
    file: { path, lines },
    line,
  }: ValueLine,
  own: ReadonlySet<string>,
  { things }: AskedValue,
): number[] {
  const behind = /["'`#/;](.*)$/.exec((lines[line - 1] ?? '').replace(name, ''))?.[1] ?? '';
  // What a rule says to who breaks it, or the field that an annotation is for.
  const saidBelow = lines[line] ?? '';
  const inComment = isDocumented ? IN_DOCUMENT : IN_COMMENT;
  const places: readonly (readonly [ReadonlySet<string>, number])[] = [
    [own, 1],
    [new Set(termsOf(section)), IN_SECTION],
    [new Set(termsOf(around.map((one) => one.name).join(' '))), IN_DEFINITION],
    [new Set(openers.slice(0, 2).flatMap(keyTerms)), IN_DEFINITION],
    [new Set(termsOf(path.slice(path.lastIndexOf('/') + 1))), IN_FILE_NAME],
    [
      new Set(termsOf(`${comment?.text ?? ''} ${behind} ${isArgument ? saidBelow : ''}`)),
      inComment,
    ],
    [new Set(termsOf(path)), IN_FOLDER],
  ];
  return things.map((thing) =>
    Math.max(0, ...places.map(([terms, weight]) => (hasAny(terms, thing) ? weight : 0))),
  );
}

function measureWeights(
  { value, rest, constant }: ValueLine,
  things: readonly number[],
  { own, asked }: { readonly own: ReadonlySet<string>; readonly asked: AskedValue },
): number[] {
  const isName = asked.wanted === 'name';
  const inValue = new Set(isName ? [] : termsOf(constant?.value ?? value ?? rest));
  // `database=h2` needs no other word.
  const isWhole = isName && own.size === 1 && things.every((weight) => weight === 1);
  const isTime = DURATION.test(constant?.value ?? value ?? rest);
  const isSaid = (one: ReadonlySet<string>) =>
    isWhole || hasAny(own, one) || hasAny(inValue, one) || (isTime && hasAny(OF_TIME, one));
  return asked.measures.map((one) => Number(isSaid(one)));
}

/** `Duration::minutes(10)`, `24 * time.Hour`, `1.day` */
const OF_TIME_UNITS =
  /\d.*(?:[sS]econd|[mM]inute|[hH]our|[dD]ay|[wW]eek)|(?:[sS]econd|[mM]inute|[hH]our|[dD]ay|[wW]eek)s?\W{1,3}\d/;
const OF_TIME = new Set(termsOf('duration'));
/** `40s`, `2h30m`, `14 days` */
const DURATION =
  /^["'`]?\d[\d.]*\s?(?:ms|[smhdw]|sec\w*|min\w*|hours?|days?|weeks?)(?:\d+[smh]){0,2}["'`]?$/i;

function bonusOf({
  name,
  around,
  openers: [opener = ''],
  isDocumented,
  file,
  line,
}: ValueLine): number {
  const text = entryText(file.lines, line);
  const isDefault = /default/i.test(`${name} ${around.at(-1)?.name} ${opener.slice(0, 80)}`);
  const isRead = settingRead(text) !== undefined || CALLED.test(text);
  return (isDefault || isDocumented ? DEFAULT_BONUS : 0) + (isRead ? READ : 0);
}

/** For what makes it the value of something else. */
function costOf(one: ValueLine, asked: AskedValue): number {
  const { name, value, file, isSample, openers } = one;
  const inPath = new Set(termsOf(file.path));
  const isTool =
    !one.isDocumented &&
    TOOL_FILE.test(file.path) &&
    !asked.things.some((thing) => hasAny(inPath, thing));
  const isVariant = VARIANT.test(file.path) || openers.some((opener) => CONDITION.test(opener));
  const known = [...asked.things, ...asked.measures];
  const others = [...lastPartTerms(one), ...groupTerms(one)].filter(
    (term) => !NEUTRAL.has(term) && !known.some((terms) => terms.has(term)),
  );
  return (
    OTHER_WORD * Math.min(MAX_OTHER_WORDS, others.length) +
    (isLocal(one) ? LOCAL : 0) +
    (isTool ? TOOL : 0) +
    (isCode(name) && !asked.things.some((thing) => hasAny(CODE_TERMS, thing)) ? CODE : 0) +
    (isVariant ? IN_A_CASE : 0) +
    (isSample ? SAMPLE : 0) +
    (value === undefined ? UNRESOLVED : 0)
  );
}

/** `ErrVoteMax = 15`: a number that only tells errors and states apart. */
function isCode(name: string): boolean {
  return /^(?:[Ee]rr|ERR|[Cc]ode|CODE|[Ss]tatus|STATUS)(?=[A-Z_])|(?:^|_|[a-z])(?:Err|Error|Code|Status|ERR|ERROR|CODE|STATUS)$/.test(
    name,
  );
}

const CODE_TERMS = new Set(termsOf('error err code status'));

/** Of one environment: `application-mysql.properties`, `appsettings.Production.json`. */
const VARIANT =
  /(?:application|appsettings|settings|config)[-.]\w{2,30}\.(?:json|properties|ya?ml|ini|toml)$/i;
const CONDITION = /^\s*(?:if|else|elif|case|when|unless|switch)\b/;

/** `SetDefault("port", 8081)` */
const CALLED =
  /[\w>]\(\s*["'`][A-Za-z][\w.:-]{1,60}["'`],\s*["'\d]|\b(?:[kK]ey|[nN]ame)["']?\s?[:=].{1,80}\b(?:[vV]alue|[dD]efault\w{0,5})["']?\s?[:=]/;

/** A variable of a function, or what is set again; but how long something takes is often said only there. */
function isLocal({ name, value, around, isSetting, isArgument, file, line }: ValueLine): boolean {
  const text = entryText(file.lines, line);
  if (value !== undefined && OF_TIME_UNITS.test(value)) return false;
  if (isSetting || isArgument || CALLED.test(text) || /^[A-Z][A-Z0-9_]+$/.test(name)) return false;
  const isInFunction = /function|method/.test(around.at(-1)?.kind ?? '');
  return isInFunction || /^\s*(?:this|self|\w+)\.\w+\.\w+\s*=/.test(text);
}

function termsIn(name: string): ReadonlySet<string> {
  return new Set(wordParts(name).flatMap(termsOf).concat(termsOf(name)));
}

/** `spring.web.cache.max-age` is about a cache; all settings of a program may begin with its name. */
function lastPartTerms({ name, isDocumented }: ValueLine): string[] {
  const parts = (name.split('.').at(-1) ?? name).split(/[-_]/);
  const own = isDocumented && parts.length > 2 ? parts.slice(1) : parts;
  return [...new Set(own.flatMap(wordParts).flatMap((part) => termsOf(part).slice(0, 1)))];
}

/** `PORT` in a struct `SSLGroup` is another port. */
function groupTerms({ around, isDocumented }: ValueLine): string[] {
  const group = isDocumented ? (around.at(-1)?.name ?? '') : '';
  return wordParts(group.replace(GROUP, '')).flatMap((part) => termsOf(part).slice(0, 1));
}

const GROUP = /(?:Group|Config|Configuration|Options|Opts|Settings|Params|Args|Flags|Command|Cmd)$/;

/** Of `tries: {`, of `Shop::Config.tries 3,` and of `body("tries")`. */
function keyTerms(opener: string): string[] {
  return termsOf(/^(?:::|[^=:({]){0,80}(?:\(\s?["'`][\w. -]{1,40}["'`])?/.exec(opener)?.[0] ?? '');
}

function hasAny(own: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  for (const term of terms) if (own.has(term)) return true;
  return false;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The least is another value than the most, and either is another one than that which is used. */
function extremeCosts(own: ReadonlySet<string>, { extreme, measures }: AskedValue): number {
  const isMax = own.has('max') || own.has('maximum');
  const isMin = own.has('minimum') || (own.has('min') && !isMax && !own.has('limit'));
  if ((isMax && extreme === 'min') || (isMin && extreme === 'max')) return OPPOSITE;
  return isMax && extreme === undefined && measures.some((one) => one.has('byte')) ? OTHER_WORD : 0;
}

function isWanted({ value, rest, constant }: ValueLine, { wanted }: AskedValue): boolean {
  const kept = constant?.value ?? value ?? rest;
  const isAmount = /\d/.test(kept) || (!NO_AMOUNT.test(kept) && CONSTANT_NAME.test(kept));
  if (wanted === 'amount') return isAmount;
  const isText =
    value !== undefined && /^["'`]?[\w.@/:-]{1,60}["'`]?$/.test(value) && !NO_NAME.test(value);
  return isText || (wanted === 'any' && isAmount);
}

/** What names a variable, and a text. */
const NO_AMOUNT = /\benv\b|^["'`]/i;
const CONSTANT_NAME = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/;
const NO_NAME = /^["'`]?(?:\d[\d.]*|true|false|null|nil|none|)["'`]?$/i;
