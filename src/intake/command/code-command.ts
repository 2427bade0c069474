import {
  CODE_SYNTAX,
  CODE_VERBS,
  type CodeArguments,
  CodeCall,
  type CodeCommand,
  type CodeMistake,
  type CodeVerb,
} from '../../model/code.js';
import { gatherArguments, InvalidCall } from './code-arguments.js';
import { nearest, straightQuotes, tokensOf } from './code-tokens.js';

/** Longer than any call: a question. */
const MAX_LENGTH = 10_000;

/**
 * The text after `code`. Undefined where it is a question that happens to begin with that word: what
 * is wrong with a call is only told where it is clearly one.
 */
export function parseCodeCommand(text: string): CodeCommand | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, name, rest = ''] = /^(\S+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return { what: 'form', given: {} };
  if (/^help$/i.test(name)) return parseHelp(rest);
  const verb = verbNamed(name);
  if (verb === undefined) return parseMisspelt(name, rest);
  const command = parseCall(verb, rest);
  return isProse(command, verb, rest) ? undefined : command;
}

/** The value of a button: a call without `code`. */
export function parseCodeCall(value: string): CodeCall | undefined {
  const [, name = '', rest = ''] = /^(\S+) ([\s\S]+)$/.exec(value) ?? [];
  const verb = verbNamed(name);
  const command = verb && parseCall(verb, rest);
  return command?.what === 'call' ? command.call : undefined;
}

function verbNamed(name: string): CodeVerb | undefined {
  return CODE_VERBS.find((verb) => verb === name.toLowerCase());
}

function parseHelp(rest: string): CodeCommand | undefined {
  const of = verbNamed(rest);
  if (rest === '') return { what: 'help' };
  return of && { what: 'help', of };
}

function parseMisspelt(said: string, rest: string): CodeCommand | undefined {
  const meant = nearest(said, CODE_VERBS);
  if (meant === undefined || (rest !== '' && !looksLikeCall(rest))) return undefined;
  const corrected = `${meant} ${rest}`.trim();
  return { what: 'wrong', fault: { kind: 'verb', said, meant }, corrected, ...runs(corrected) };
}

function runs(corrected: string): { runs?: true } {
  return parseCodeCall(corrected) === undefined ? {} : { runs: true };
}

function parseCall(verb: CodeVerb, rest: string): CodeCommand {
  if (rest === '') return { what: 'form', of: verb, given: {} };
  if (verb === 'search' || verb === 'nls') {
    return checked(verb, { query: straightQuotes(rest).replace(/\s+/g, ' ').trim() });
  }
  const tokens = tokensOf(rest);
  if (tokens === undefined) return invalid(verb, { kind: 'quote' });
  return fromArguments(verb, gatherArguments(verb, tokens), rest);
}

/** "code read the docs on retries": of a sentence only a search can be made. */
function isProse({ what }: CodeCommand, verb: CodeVerb, rest: string): boolean {
  if (verb === 'search' || verb === 'nls' || looksLikeCall(rest)) return false;
  return rest.endsWith('?') || (what !== 'call' && /\s/.test(rest));
}

/** It has a repository, a path, a range or an option, as no ordinary sentence has. */
function looksLikeCall(rest: string): boolean {
  return /(^|\s)(--|[—–]|@)\w|\w\/\w|\w\.\w|["\u201c]/.test(rest);
}

function fromArguments(
  verb: CodeVerb,
  gathered: CodeArguments | InvalidCall,
  text: string,
): CodeCommand {
  if (gathered instanceof InvalidCall) {
    const { fault, correct } = gathered;
    return invalid(verb, fault, correct && `${verb} ${correct(straightQuotes(text))}`);
  }
  const { words, needed } = CODE_SYNTAX[verb];
  const missing = words.slice(0, needed).some((param) => gathered[param] === undefined);
  return missing ? { what: 'form', of: verb, given: gathered } : checked(verb, gathered);
}

function checked(verb: CodeVerb, given: CodeArguments): CodeCommand {
  const call = CodeCall.safeParse({ do: verb, ...given });
  if (call.success) return { what: 'call', call: call.data };
  const param = String(call.error.issues[0]?.path[0] ?? '');
  return invalid(verb, { kind: 'value', option: param, said: String(given[param] ?? '') });
}

function invalid(of: CodeVerb, fault: CodeMistake, corrected?: string): CodeCommand {
  if (corrected === undefined) return { what: 'wrong', of, fault };
  return { what: 'wrong', of, fault, corrected, ...runs(corrected) };
}
