/** What a question asks for; each kind has a form of answer. `subject` is what it asks about, as written. */
export type QuestionKind =
  /** How something works, what it is, or anything else. */
  | { readonly kind: 'explanation' }
  | { readonly kind: 'definition'; readonly subject: string }
  | UsageQuestion
  | SubtypesQuestion
  | SupertypesQuestion
  | HistoryQuestion
  | ConfigurationQuestion
  | OptionQuestion
  | FailureQuestion
  | StructureQuestion
  | ProjectQuestion
  | ComparisonQuestion
  | ExistenceQuestion
  | ListQuestion
  | DefaultsQuestion
  | ValueQuestion;

export interface UsageQuestion {
  readonly kind: 'usages';
  readonly subject: string;
  /** `any` of them, or only calls, or only imports. */
  readonly wanted: 'any' | 'calls' | 'imports';
  /** The second name of "who calls drain_all or drain_one?" */
  readonly other?: string;
}

/** What implements or extends a type. */
export interface SubtypesQuestion {
  readonly kind: 'subtypes';
  readonly subject: string;
  /** As the question says it. */
  readonly verb: 'implement' | 'extend' | 'subclass' | 'conform to';
}

/** What a type implements or extends. */
export interface SupertypesQuestion {
  readonly kind: 'supertypes';
  readonly subject: string;
}

export interface HistoryQuestion {
  readonly kind: 'history';
  /** Empty: the whole repository. */
  readonly subject: string;
  /** What was changed, by whom, when it came in, or why it was changed or came in. */
  readonly wanted: 'changes' | 'authors' | 'origin' | 'reason' | 'reason of origin';
  /** It is asked when, by whom or why it was removed. */
  readonly isGone?: true;
  /** The program may have done so, rather than a commit: "why was the row removed?" */
  readonly mayHappen?: true;
  /** It came instead of something else. */
  readonly isSwitch?: true;
  /** One commit is meant, however old it is, which the words of the question describe. */
  readonly isOnce?: true;
  /** Since when, in English words such as `last week`. */
  readonly since?: string;
  /** In which year or month: `2026`, `March 2026`. */
  readonly during?: string;
  /** Only these commits, whatever else the question says. */
  readonly commits?: CommitFilter;
}

/** Which commits are asked for. */
export interface CommitFilter {
  /** The author's name or address, or words of it. */
  readonly author?: string;
  /** Texts that the message has to contain. */
  readonly phrases: readonly string[];
  /** Regular expressions that lines of the message have to match. */
  readonly patterns?: readonly string[];
  /** The name of a file, or words of the message. */
  readonly words: readonly string[];
  /** Written as in a code search, so that nothing else can be meant. */
  readonly isFilter?: true;
}

export interface ConfigurationQuestion {
  readonly kind: 'configuration';
  /** `any` setting, or only variables of the environment, or only flags of a command. */
  readonly wanted: 'any' | 'environment' | 'flag';
  /** What a setting does, rather than what reads it. */
  readonly isEffect?: true;
  /** The default of one setting, whose name has all that is asked for. */
  readonly isOne?: true;
  /** Empty: the whole repository. */
  readonly subject: string;
}

export interface OptionQuestion {
  readonly kind: 'option';
  /** As it is written anywhere, such as `max age` for `maxAge` and `--max-age`. */
  readonly subject: string;
  /** What it does, what it is if nobody sets it, or how to set it. */
  readonly wanted: 'effect' | 'default' | 'setting';
  /** What has it, where the question says so: "the port of the redis transport". */
  readonly owner?: string;
  /** A function of that name may be meant. */
  readonly mayBeFunction: boolean;
}

export interface FailureQuestion {
  readonly kind: 'failure';
  readonly subject: string;
  /** Whether it may be one definition: "a view function" is any of them. */
  readonly mayBeName: boolean;
  /** Which errors come out of it: what it catches is no answer to that. */
  readonly asksForErrors?: true;
}

export type StructureQuestion =
  | {
      readonly kind: 'structure';
      /** Empty: the whole repository. */
      readonly subject: string;
      /** How its parts depend on each other, what depends on it, or what it depends on. */
      readonly wanted: 'parts' | 'dependents' | 'dependencies';
    }
  | {
      readonly kind: 'structure';
      /** Where the calls begin, or one of the two. */
      readonly subject: string;
      /** The calls from it to the target, or how the two refer to each other. */
      readonly wanted: 'call path' | 'relation';
      readonly target: string;
    };

export interface ProjectQuestion {
  readonly kind: 'project';
  /** Empty: the repository itself. Anything else is a part of it, and then the question is another one. */
  readonly subject: string;
  readonly wanted:
    | 'tests'
    | 'build'
    | 'install'
    | 'run'
    | 'version'
    | 'required version'
    | 'dependencies'
    | 'license';
  /** The language or the program whose version is asked for, such as `node`. */
  readonly of?: string;
}

export interface ComparisonQuestion {
  readonly kind: 'comparison';
  readonly subject: string;
  /** What it is compared with. */
  readonly other: string;
}

export interface ExistenceQuestion {
  readonly kind: 'existence';
  readonly subject: string;
  /** What has or supports it; empty: the repository. */
  readonly owner: string;
  /** What its lines have to say as well: `login`, asked whether there is a rate limit on login. */
  readonly says?: string;
}

export interface ListQuestion {
  readonly kind: 'list';
  /** As it is asked for, mostly in the plural. */
  readonly subject: string;
  /** What they are in; empty: the repository. */
  readonly owner: string;
}

export interface DefaultsQuestion {
  readonly kind: 'defaults';
  /** What has the options. */
  readonly subject: string;
}

/** What something is set to, by words that need not be its name. */
export interface ValueQuestion {
  readonly kind: 'value';
  readonly subject: string;
  /** A number or a duration; the name of what is used, such as a database; or either. */
  readonly wanted: 'amount' | 'name' | 'any';
}

/**
 * The kind of the questions that fit a pattern, from the pattern's groups; `undefined` if it is another one
 * after all. Patterns are tried on at most a few hundred characters.
 */
export type Rule = readonly [
  pattern: RegExp,
  kindOf: (...groups: readonly string[]) => QuestionKind | undefined,
];

/**
 * A pattern for a whole question in lower case: patterns that ignore case take three times as long to compile. A blank in
 * it is one blank.
 */
export function whole(...parts: readonly string[]): RegExp {
  return new RegExp(`^(?:${parts.join('')})$`, 'du');
}

/** The groups of a pattern for a whole question, as they are written; `undefined` if it does not fit. */
export function groupsOf(pattern: RegExp, question: string): string[] | undefined {
  const ranges = pattern.exec(lowerCase(question))?.indices?.slice(1);
  return ranges?.map((range?: [number, number]) => (range ? question.slice(...range) : ''));
}

/** Of the same length: a few letters have more than one in lower case. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

/** What a question asks about: as short as the rest of the pattern allows. */
export const SUBJECT = '(.{1,120}?)';

/** What may follow without changing the question. */
export const TRAILING_WORDS =
  '(?: (?:in|across|throughout|within|inside) (?:the |this |our |all |any |your )?(?:whole |entire )?' +
  '(?:code|code ?base|repo|repos|repository|repositories|project|sources?|source code|code here)' +
  '| (?:in|within|inside) [\\w./-]{1,60} itself' +
  '| (?:here|now|today|anywhere|somewhere|elsewhere|exactly|currently|actually|at all|right now|again|from))*';

/** What may stand before a question in its sentence: "In the keyed pool, who calls …". */
export const LEAD = '(?:(?:in|on|for|inside|within|at|and|so|ok) [^,]{2,60}, ?)?';
