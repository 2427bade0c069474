import { CODE_SYNTAX, type CodeArguments, type CodeCall } from '../../model/code.js';

/** A call as somebody would type it after `/deepsearch code`: what `parseCodeCommand` reads. */
export function commandOf(call: CodeCall): string {
  const { tool, ...args } = call;
  if (call.tool === 'search' || call.tool === 'nls') return `${tool} ${call.query}`;
  return [tool, ...wordsOf(call, args), ...optionsOf(call, args)].join(' ');
}

function wordsOf(call: CodeCall, args: CodeArguments): string[] {
  if (call.tool === 'compare') return [word(call.repo), `${call.base}..${call.head}`];
  if (call.tool === 'read') return [word(call.repo), word(call.path + linesOf(call)), ...at(call)];
  const positional = CODE_SYNTAX[call.tool].positional.flatMap((param) => {
    const value = args[param];
    if (value === undefined || value === true) return [];
    return param === 'repos' ? [word(listOf(value).join(','))] : listOf(value).map(word);
  });
  return [...positional, ...at(call)];
}

function optionsOf(call: CodeCall, args: CodeArguments): string[] {
  if (call.tool === 'read') {
    const around = call.around === undefined ? [] : [`--around=${call.around}`];
    return endsInLines(call) ? ['--lines all', ...around] : around;
  }
  return Object.entries(CODE_SYNTAX[call.tool].options).flatMap(([name, { param }]) => {
    const value = args[param];
    if (value === undefined || param === 'revision') return [];
    if (value === true) return [`--${name}`];
    return listOf(value).map((one) => `--${name}${one.startsWith('-') ? '=' : ' '}${word(one)}`);
  });
}

function at(call: CodeCall): string[] {
  return 'revision' in call && call.revision !== undefined ? [`@${call.revision}`] : [];
}

type Read = CodeCall & { readonly tool: 'read' };

/** `:10-40`, `:10`, `:10-`, `:-40`, or nothing. */
function linesOf({ startLine, endLine }: Omit<Read, 'tool' | 'repo' | 'path'>): string {
  if (startLine === undefined && endLine === undefined) return '';
  return startLine === endLine ? `:${startLine}` : `:${startLine ?? ''}-${endLine ?? ''}`;
}

/** Whether the path would be parsed as a path with lines. */
function endsInLines({ path, startLine, endLine }: Read): boolean {
  return startLine === undefined && endLine === undefined && /[:#?][\dL–-]*$/.test(path);
}

function listOf(value: string | number | readonly string[]): readonly string[] {
  return typeof value === 'object' ? value : [String(value)];
}

/** Quoted if it would not be parsed as this one word. */
function word(text: string): string {
  const plain = /^[^\s"'@—–\u2018-\u201f-][^\s\u2018-\u201f]*$/u.test(text);
  return plain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
