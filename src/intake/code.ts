import {
  CODE_SYNTAX,
  CODE_VERBS,
  type CodeArguments,
  CodeCall,
  type CodeCommand,
  type CodeMistake,
  type CodeVerb,
} from '../model/code.js';
import { Faulty, gather } from './code-call.js';
import { codeWords, nearest, straight } from './code-words.js';

/** Longer than any call: a question, then. */
const MOST = 10_000;

/**
 * `code …` → what is wanted of the code tools; undefined where it is a question that happens to
 * begin so. What is wrong with a call is only told where it was clearly meant as one.
 */
export function parseCode(said: string): CodeCommand | undefined {
  if (said.length > MOST) return undefined;
  const found = /^code(?:\s+(\S+)(?:\s+([\s\S]*))?)?$/i.exec(said.trim());
  if (found === null) return undefined;
  const [, name, rest = ''] = found;
  if (name === undefined) return { what: 'form', given: {} };
  if (/^help$/i.test(name)) return helpOf(rest);
  const verb = verbNamed(name);
  if (verb === undefined) return misspelt(name, rest);
  const wish = parseCall(verb, rest);
  return isProse(wish, verb, rest) ? undefined : wish;
}

/** The value of a button of ours: a call without `code`. */
export function parseCodeCall(value: string): CodeCall | undefined {
  const [, name = '', rest = ''] = /^(\S+) ([\s\S]+)$/.exec(value) ?? [];
  const verb = verbNamed(name);
  const wish = verb && parseCall(verb, rest);
  return wish?.what === 'call' ? wish.call : undefined;
}

function verbNamed(name: string): CodeVerb | undefined {
  return CODE_VERBS.find((verb) => verb === name.toLowerCase());
}

function helpOf(rest: string): CodeCommand | undefined {
  const of = verbNamed(rest);
  if (rest === '') return { what: 'help' };
  return of && { what: 'help', of };
}

function misspelt(said: string, rest: string): CodeCommand | undefined {
  const meant = nearest(said, CODE_VERBS);
  if (meant === undefined || (rest !== '' && !looksMeant(rest))) return undefined;
  const corrected = `${meant} ${rest}`.trim();
  return { what: 'wrong', fault: { kind: 'verb', said, meant }, corrected, ...runs(corrected) };
}

function runs(corrected: string): { runs?: true } {
  return parseCodeCall(corrected) === undefined ? {} : { runs: true };
}

function parseCall(verb: CodeVerb, rest: string): CodeCommand {
  if (rest === '') return { what: 'form', of: verb, given: {} };
  if (verb === 'search' || verb === 'nls') {
    return checked(verb, { query: straight(rest).replace(/\s+/g, ' ').trim() });
  }
  const words = codeWords(rest);
  if (words === undefined) return wrong(verb, { kind: 'quote' });
  return called(verb, gather(verb, words), rest);
}

/** "code read the docs on retries": of a sentence only a search can be made. */
function isProse({ what }: CodeCommand, verb: CodeVerb, rest: string): boolean {
  if (verb === 'search' || verb === 'nls' || looksMeant(rest)) return false;
  return rest.endsWith('?') || (what !== 'call' && /\s/.test(rest));
}

/** A repository, a path, a range or an option: nothing that stands in an ordinary sentence. */
function looksMeant(rest: string): boolean {
  return /(^|\s)(--|[—–]|@)\w|\w\/\w|\w\.\w|["\u201c]/.test(rest);
}

function called(verb: CodeVerb, gathered: CodeArguments | Faulty, said: string): CodeCommand {
  if (gathered instanceof Faulty) {
    const { fault, mend } = gathered;
    return wrong(verb, fault, mend && `${verb} ${mend(straight(said))}`);
  }
  const { words, needed } = CODE_SYNTAX[verb];
  const missing = words.slice(0, needed).some((param) => gathered[param] === undefined);
  return missing ? { what: 'form', of: verb, given: gathered } : checked(verb, gathered);
}

function checked(verb: CodeVerb, given: CodeArguments): CodeCommand {
  const call = CodeCall.safeParse({ do: verb, ...given });
  if (call.success) return { what: 'call', call: call.data };
  const param = String(call.error.issues[0]?.path[0] ?? '');
  return wrong(verb, { kind: 'value', option: param, said: String(given[param] ?? '') });
}

function wrong(of: CodeVerb, fault: CodeMistake, corrected?: string): CodeCommand {
  if (corrected === undefined) return { what: 'wrong', of, fault };
  return { what: 'wrong', of, fault, corrected, ...runs(corrected) };
}
