/** What a question asks for; each kind has a form of answer. `subject` is what it asks about, as written. */
export type QuestionKind =
  /** How something works, what it is, or anything else. */
  | { readonly kind: 'explanation' }
  | { readonly kind: 'definition'; readonly subject: string }
  | UsageQuestion
  | HistoryQuestion
  | ConfigurationQuestion
  | OptionQuestion
  | FailureQuestion
  | StructureQuestion
  | ProjectQuestion
  | ComparisonQuestion
  | ExistenceQuestion
  | ListQuestion
  | DefaultsQuestion;

export interface UsageQuestion {
  readonly kind: 'usages';
  readonly subject: string;
  /** `any` of them, or only calls, or only imports. */
  readonly wanted: 'any' | 'calls' | 'imports';
}

export interface HistoryQuestion {
  readonly kind: 'history';
  /** Empty: the whole repository. */
  readonly subject: string;
  /** What was changed, by whom, when it came in, or why it is so. */
  readonly wanted: 'changes' | 'authors' | 'origin' | 'reason';
  /** Since when, in English words such as `last week`. */
  readonly since?: string;
}

export interface ConfigurationQuestion {
  readonly kind: 'configuration';
  /** `any` setting, or only variables of the environment, or only flags of a command. */
  readonly wanted: 'any' | 'environment' | 'flag';
  /** What a setting does, rather than what reads it. */
  readonly isEffect?: true;
  /** Empty: the whole repository. */
  readonly subject: string;
}

export interface OptionQuestion {
  readonly kind: 'option';
  /** As it is written anywhere, such as `max age` for `maxAge` and `--max-age`. */
  readonly subject: string;
  /** What it does, what it is if nobody sets it, or how to set it. */
  readonly wanted: 'effect' | 'default' | 'setting';
  /** A function of that name may be meant. */
  readonly mayBeFunction: boolean;
}

export interface FailureQuestion {
  readonly kind: 'failure';
  readonly subject: string;
  /** Whether it may be one definition: "a view function" is any of them. */
  readonly mayBeName: boolean;
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

/**
 * The kind of the questions that fit a pattern, from the pattern's groups; `undefined` if it is another one
 * after all. Patterns are tried on at most a few hundred characters.
 */
export type Rule = readonly [
  pattern: RegExp,
  kindOf: (...groups: readonly string[]) => QuestionKind | undefined,
];

/**
 * A pattern for a whole question in lower case: patterns that ignore case take three times as long to compile, half a second
 * for all of them. A blank in it is one blank.
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
