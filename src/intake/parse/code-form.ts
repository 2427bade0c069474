import { CODE_SYNTAX, type CodeArguments, CodeCall, type CodeVerb } from '../../model/code.js';
import { FLAGS, paramsOf } from '../../render/code/form.js';
import * as help from '../../render/texts/code-help.js';
import { InvalidCall, withLineRange } from '../command/code-arguments.js';

/** The call that a form was filled in for, or what is wrong by field. */
export type FormCall =
  | { readonly call: CodeCall }
  | { readonly errors: Readonly<Record<string, string>> };

/** `field`: what was typed into a field, trimmed; several values with commas or on lines. */
export function callOfForm(verb: CodeVerb, field: (param: string) => string): FormCall {
  const typed = argumentsIn(verb, field);
  const given = verb === 'read' ? withRange(typed) : typed;
  if (given instanceof InvalidCall) return { errors: { lines: help.notALine } };
  const call = CodeCall.safeParse({ do: verb, ...given });
  if (call.success) return { call: call.data };
  const invalid = call.error.issues.map(({ path }) => String(path[0] ?? ''));
  return {
    errors: Object.fromEntries(invalid.map((param) => [fieldFor(param), help.notFitting(param)])),
  };
}

/** Both ends of a range of lines are typed into one field. */
function fieldFor(param: string): string {
  return param === 'startLine' || param === 'endLine' ? 'lines' : param;
}

type Given = Record<string, CodeArguments[string]>;

function argumentsIn(verb: CodeVerb, field: (param: string) => string): Given {
  const kinds = new Map(paramsOf(verb).map(({ param, kind }) => [param, kind]));
  const flags = field(FLAGS).split(',');
  const given: Given = {};
  for (const param of new Set([...CODE_SYNTAX[verb].words, ...kinds.keys()])) {
    const value = field(param);
    if (kinds.get(param) === 'flag') {
      if (flags.includes(param)) given[param] = true;
    } else if (value !== '') given[param] = paramValue(param, kinds.get(param), value);
  }
  return given;
}

function paramValue(param: string, kind: string | undefined, said: string): CodeArguments[string] {
  if (param === 'repos') return said.split(/[\s,]+/).filter(Boolean);
  if (param === 'messageTerms') return said.split(/\s+/);
  if (kind === 'texts')
    return said
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  if (kind === 'number') return Number(said);
  return param === 'revision' ? said.replace(/^@/, '') : said;
}

function withRange({ lines, ...given }: Given): CodeArguments | InvalidCall {
  return typeof lines === 'string' ? withLineRange(given, lines) : given;
}
