import { withoutAskedFolders } from '../../../index/file-role.js';
import { bodyKind } from '../passages/body.js';
import { isContainer, isSection, membersOf, type Passage } from '../passages/passage.js';
import { FUNCTIONS, isValue } from '../passages/passage-weight.js';
import { plainQuestion } from '../question-kinds/plain-question.js';
import { codeAskedBy } from '../text/code-asked.js';
import type { FormInput } from './form.js';

/** Places that have the words of a question, but rarely answer it. */
interface Unlikely {
  /** They count as tests do that nobody asked for. */
  readonly isMinor: boolean;
  /** By how much others of the same score are likelier, from 0 to 1. */
  readonly factor: number;
}

/** Asked how the code does something, what documents say of it: most is said for those who only use it. */
const TOLD = 0.5;
/** And of lines that are in no function: lists of texts, of routes, of settings. */
const OUTSIDE = 0.4;
/** What is shown to users rarely says how something is done. */
const PAGE = 0.2;

export function unlikelyFor(input: FormInput): (passage: Passage) => Unlikely {
  const asksHow = asksHowItWorks(input.question);
  const asksForCode = asksHow || codeAskedBy(input.question) === 'failure';
  const asksForPage = ASKS_FOR_PAGE.test(input.question);
  return (passage) => {
    const { path } = passage.file;
    const isMinor =
      isOfTools(path, input) || handsOn(passage, input) || (asksForCode && isData(passage));
    const page = !asksForPage && IS_PAGE.test(path) ? PAGE : 1;
    return { isMinor, factor: page * factorOf(passage, { asksHow, asksForCode }) };
  };
}

/** Of what builds, checks or ships the program, or changes its tables, where the question does not name the folder. */
function isOfTools(path: string, { query }: FormInput): boolean {
  return TOOLS.test(path) && TOOLS.test(withoutAskedFolders(path, query));
}

const TOOLS =
  /(?:^|\/)(?:scripts?|docker|deploy(?:ment)?|k8s|helm|charts|hack|contrib|ci|migrations?|migrate)\//;

function factorOf(
  passage: Passage,
  { asksHow, asksForCode }: { readonly asksHow: boolean; readonly asksForCode: boolean },
): number {
  // What happens if something fails is often told to who uses it.
  if (isSection(passage)) return asksHow ? TOLD : 1;
  return asksForCode && (!passage.definition || isValue(passage)) ? OUTSIDE : 1;
}

const IS_PAGE =
  /\.(?:vue|svelte|[jt]sx|html?|twig|erb|haml|hbs|ejs|cshtml|razor|jinja2?)$|\.blade\.php$/i;
const ASKS_FOR_PAGE =
  /\b(?:ui|pages?|screens?|buttons?|forms?|dialogs?|modals?|components?|front-?end|browser|views?|templates?|shows?|(?:shown|displayed) (?:in|on|to|as)|displays?|render\w*|click\w*|layout|theme|css|react|vue|svelte|menu|sidebar|web app)\b/i;

/** "How does the importer find duplicates?", rather than how somebody does something. */
function asksHowItWorks(question: string): boolean {
  return ASKS_HOW.test(plainQuestion(question));
}

/** Also behind what somebody says first: "a download fails and another one begins. How come?" */
const ASKS_HOW =
  /(?:^\W*|[,.;:?!] (?:and |but |so )?)how (?:come\b|(?:does|do|did|is|are|was|were)\b(?! (?:i|we|you|one)\b))/i;

/** It declares fields, and no function. */
function isData(passage: Passage): boolean {
  return (
    isContainer(passage) &&
    !isSection(passage) &&
    !membersOf(passage).some(({ kind }) => FUNCTIONS.has(kind))
  );
}

/** A getter has the words of what it returns, and says nothing about where that comes from. */
function handsOn(passage: Passage, { query }: FormInput): boolean {
  const isNamed = query.exactNames.includes(passage.definition?.name ?? '');
  return !isNamed && bodyKind(passage) === 'accessor';
}
