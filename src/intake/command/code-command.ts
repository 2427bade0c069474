import {
  CODE_SYNTAX,
  CODE_TOOLS,
  type CodeArguments,
  CodeCall,
  type CodeCommand,
  type CodeMistake,
  type CodeTool,
  type InvalidCodeCommand,
} from '../../model/code.js';
import { InvalidCall, parseCodeArguments } from './code-arguments.js';
import { nearest, straightQuotes, tokensOf } from './code-tokens.js';

/** A longer text is a question. */
const MAX_LENGTH = 10_000;

/**
 * Parses the text after `code`. Undefined for a question that happens to start with that word: a
 * mistake is only reported if the text is clearly a call.
 */
export function parseCodeCommand(text: string): CodeCommand | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, name, rest = ''] = /^(\S+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return { kind: 'form', args: {} };
  if (/^help$/i.test(name)) return parseHelp(rest);
  const tool = toolNamed(name);
  if (tool === undefined) return parseMisspelt(name, rest);
  const command = parseCall(tool, rest);
  return isProse(command, tool, rest) ? undefined : command;
}

/** Parses a button's value: a call without `code`. */
export function parseCodeCall(value: string): CodeCall | undefined {
  const [, name = '', rest = ''] = /^(\S+) ([\s\S]+)$/.exec(value) ?? [];
  const tool = toolNamed(name);
  const command = tool && parseCall(tool, rest);
  return command?.kind === 'call' ? command.call : undefined;
}

/** `find` is the name of `nls` in plain words. */
function toolNamed(name: string): CodeTool | undefined {
  const typed = name.toLowerCase();
  return typed === 'find' ? 'nls' : CODE_TOOLS.find((tool) => tool === typed);
}

function parseHelp(rest: string): CodeCommand | undefined {
  const tool = toolNamed(rest);
  if (rest === '') return { kind: 'help' };
  return tool && { kind: 'help', tool };
}

function parseMisspelt(typed: string, rest: string): CodeCommand | undefined {
  const suggestion = nearest(typed, CODE_TOOLS);
  if (rest !== '' && !looksLikeCall(rest)) return undefined;
  if (suggestion === undefined) {
    return { kind: 'invalid', mistake: { kind: 'unknown-tool', typed } };
  }
  const mistake: CodeMistake = { kind: 'unknown-tool', typed, suggestion };
  return withCorrection({ kind: 'invalid', mistake }, `${suggestion} ${rest}`.trim());
}

function parseCall(tool: CodeTool, rest: string): CodeCommand {
  if (rest === '') return tool === 'repos' ? allRepos({}) : { kind: 'form', tool, args: {} };
  if (tool === 'search' || tool === 'nls') {
    return checked(tool, { query: straightQuotes(rest).replace(/\s+/g, ' ').trim() });
  }
  const tokens = tokensOf(rest);
  if (tokens === undefined) return { kind: 'invalid', tool, mistake: { kind: 'unclosed-quote' } };
  return toCommand(tool, parseCodeArguments(tool, tokens), rest);
}

/** "code read the docs on retries": any sentence is a valid search, but no other call. */
function isProse({ kind }: CodeCommand, tool: CodeTool, rest: string): boolean {
  if (tool === 'search' || tool === 'nls' || looksLikeCall(rest)) return false;
  return rest.endsWith('?') || (kind !== 'call' && /\s/.test(rest));
}

/** It has a repository, a path, a range or an option, which ordinary sentences do not have. */
function looksLikeCall(rest: string): boolean {
  return /(^|\s)(--|[—–]|@)\w|\w\/\w|\w\.\w|["\u201c]/.test(rest);
}

function toCommand(tool: CodeTool, args: CodeArguments | InvalidCall, text: string): CodeCommand {
  if (args instanceof InvalidCall) {
    const { mistake, correct } = args;
    const invalid: InvalidCodeCommand = { kind: 'invalid', tool, mistake };
    if (correct === undefined) return invalid;
    return withCorrection(invalid, `${tool} ${correct(straightQuotes(text))}`);
  }
  const { positional, required } = CODE_SYNTAX[tool];
  if (tool === 'repos' && args['query'] === undefined) return allRepos(args);
  const missing = positional.slice(0, required).some((param) => args[param] === undefined);
  return missing ? { kind: 'form', tool, args } : checked(tool, args);
}

/** The tool takes a pattern for names. */
function allRepos(args: CodeArguments): CodeCommand {
  return checked('repos', { ...args, query: '.*' });
}

function checked(tool: CodeTool, args: CodeArguments): CodeCommand {
  const call = CodeCall.safeParse({ tool, ...args });
  if (call.success) return { kind: 'call', call: call.data };
  const option = String(call.error.issues[0]?.path[0] ?? '');
  const typed = String(args[option] ?? '');
  return { kind: 'invalid', tool, mistake: { kind: 'invalid-value', option, typed } };
}

function withCorrection(invalid: InvalidCodeCommand, corrected: string): InvalidCodeCommand {
  if (parseCodeCall(corrected) === undefined) return { ...invalid, corrected };
  return { ...invalid, corrected, runnable: true };
}
