import { CODE_SYNTAX, type CodeArguments, CodeCall, type CodeTool } from '../../model/code.js';
import { FLAGS, paramsOf } from '../../render/code/form.js';
import * as codeHelp from '../../render/texts/code-help.js';
import { InvalidCall, withLineRange } from '../command/code-arguments.js';

/** The call that a form was filled in for, or what is wrong with each field. */
export type FormCall =
  | { readonly call: CodeCall }
  | { readonly errors: Readonly<Record<string, string>> };

/** `field`: the trimmed text of a field; several values are separated by commas or line breaks. */
export function callOfForm(tool: CodeTool, field: (param: string) => string): FormCall {
  const values = argumentsIn(tool, field);
  const args = tool === 'read' ? withRange(values) : values;
  if (args instanceof InvalidCall) return { errors: { lines: codeHelp.invalidLines } };
  const call = CodeCall.safeParse({ tool, ...args });
  if (call.success) return { call: call.data };
  const invalid = call.error.issues.map(({ path }) => String(path[0] ?? ''));
  return {
    errors: Object.fromEntries(
      invalid.map((param) => [fieldFor(param), codeHelp.invalidField(param)]),
    ),
  };
}

/** One field holds both ends of a range of lines. */
function fieldFor(param: string): string {
  return param === 'startLine' || param === 'endLine' ? 'lines' : param;
}

type Arguments = Record<string, CodeArguments[string]>;

function argumentsIn(tool: CodeTool, field: (param: string) => string): Arguments {
  const kinds = new Map(paramsOf(tool).map(({ param, kind }) => [param, kind]));
  const flags = field(FLAGS).split(',');
  const args: Arguments = {};
  for (const param of new Set([...CODE_SYNTAX[tool].positional, ...kinds.keys()])) {
    const value = field(param);
    if (kinds.get(param) === 'flag') {
      if (flags.includes(param)) args[param] = true;
    } else if (value !== '') args[param] = paramValue(param, kinds.get(param), value);
  }
  return args;
}

function paramValue(param: string, kind: string | undefined, text: string): CodeArguments[string] {
  if (param === 'repos') return text.split(/[\s,]+/).filter(Boolean);
  if (param === 'messageTerms') return text.split(/\s+/);
  if (kind === 'texts') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  }
  if (kind === 'number') return Number(text);
  return param === 'revision' ? text.replace(/^@/, '') : text;
}

function withRange({ lines, ...args }: Arguments): CodeArguments | InvalidCall {
  return typeof lines === 'string' ? withLineRange(args, lines) : args;
}
