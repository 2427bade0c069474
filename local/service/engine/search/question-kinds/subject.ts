import { withoutArity } from '../../../index/terms.js';

const THING =
  '(?:function|method|class|interface|type|struct|trait|enum|module|package|component|hook|constant|variable|' +
  'field|property|symbol|macro|decorator|helper|utility|file|folder|directory|script|endpoint|command|library)';
const ARTICLE =
  /^(?:the|a|an|our|all|all the|any|each|every|some|most of(?: the)?|this repo's) (?=\S)/i;
const KIND_BEFORE = new RegExp(`^${THING}s? (?:named |called )?(?=[\`'"“]?[^\\s]+$)`, 'i');
/** "The retry policy class", but not "the upload of a large file". */
const KIND_BEHIND = new RegExp(`(?<=^\\S+(?: \\S+)?) ${THING}s?$`, 'i');
const QUOTES = /^[`'"“”‘’]+|[`'"“”‘’]+$/g;

/** What is asked about, without articles, quotes and "the class …" around it. */
export function cleanSubject(text: string): string {
  const bare = text.trim().replace(ARTICLE, '');
  const name = bare.replace(KIND_BEFORE, '').replace(KIND_BEHIND, '');
  return withoutArity(name.replace(QUOTES, '').replace(/\(\)$/, '').trim());
}

/** The name alone of "`send` in lib/mail.py": the file is found by the whole question. */
export function withoutItsFile(text: string): string {
  return IN_FILE.exec(text.trim())?.[1] ?? text;
}

const IN_FILE =
  /^(\S{1,120}) (?:in|of|from|inside|within) (?:the (?:file|module) )?[`'"]?(?:[\w@.-]{1,80}\/){0,12}(?:[\w@-]{1,80}\.){1,4}[a-z]{1,5}[`'"]?$/;

/** Words of a clause, or of another question inside. */
const CLAUSE =
  /\b(?:and|or|but|when|whenever|if|while|because|that|which|who|whom|what|where|why|how|is|are|was|were|be|been|being|am|do|does|did|done|can|could|should|would|will|must|may|not|made|there|used|able|to|each other|one another)\b/i;
const MAX_WORDS = 5;

/** One thing with a name: a few words that are no clause. */
export function isThing(subject: string, most = MAX_WORDS): boolean {
  const words = subject.split(' ');
  return (
    words.length <= most &&
    !/^(?:the|a|an|of|in)?$/i.test(subject) &&
    !CLAUSE.test(subject) &&
    /[\p{L}_]/u.test(subject)
  );
}

/** A name in code or a path by its look: `checkOut`, `Cart.add`, `src/cart`, `Router`, `MAX_AGE`; also what is in backticks. */
export function isName(given: string): boolean {
  const name = cleanSubject(given);
  if (/\s/.test(name) || name === '') return false;
  if (/`/.test(given) || /\(\)\W*$/.test(given) || withoutArity(given) !== given) return true;
  return /[_.:#/]|\p{Ll}\p{Lu}|^\p{Lu}|\p{L}\d/u.test(name);
}

/** "It", "this": what it means is in an earlier question. */
export function isPronoun(subject: string): boolean {
  return /^(?:it|its|this|that|these|those|they|them|he|she|here|one|something|anything|everything|we|you|i)$/i.test(
    subject,
  );
}

/** The project itself, whatever it is called: "it", "the repo", "our library", or nothing at all. */
export function isProject(subject: string): boolean {
  return /^(?:(?:this|that|the|our|your|whole|entire|current) )*(?:it|this|that|there|here|i|we|you|they|everything|repo|repository|code|codebase|code base|project|app|application|program|library|framework|package|software|system|service|server|dev(?:elopment)? server|cli|tool|)$/i.test(
    subject.trim(),
  );
}

/** All of the code: "this repo", "everything". */
export function isEverything(subject: string): boolean {
  return /^(?:this |whole |entire )*(?:repo|repository|code|codebase|code base|project|everything|here|this|sources?)$/i.test(
    subject,
  );
}
