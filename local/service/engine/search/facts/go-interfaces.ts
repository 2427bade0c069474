import type { SourceFile } from '../passages/source-file.js';
import { type GoMethod, goMethod } from './headers/go-signature.js';

/** What a type has to have, to implement an interface. */
export interface InterfaceMethods {
  /** Empty: it is no interface, or has none. */
  readonly methods: readonly GoMethod[];
  /** It has methods of others, which are not among these. */
  readonly hasOtherMethods: boolean;
}

/** Interfaces with more are left alone. */
export const MAX_METHODS = 30;
const MAX_INTERFACES = 30;

/** Without those of embedded interfaces, unless they are in the same file or in Go's own library. */
export function interfaceMethods(
  file: Pick<SourceFile, 'lines' | 'outline'>,
  line: number,
): InterfaceMethods {
  const methods = new Map<string, GoMethod>();
  const types = new Map(
    file.outline.filter(({ kind }) => kind === 'type').map((one) => [one.name, one.line]),
  );
  let hasOtherMethods = false;
  // An interface may embed another one by several ways. A set goes on with what is added on the way.
  const reached = new Set([line]);
  for (const first of reached) {
    for (const part of partsOf(file.lines, first)) {
      const known = typeof part === 'string' ? goLibraryMethods(part) : [part];
      for (const method of known ?? []) methods.set(method.name, method);
      if (methods.size > MAX_METHODS) return { methods: [...methods.values()], hasOtherMethods };
      if (known || typeof part !== 'string') continue;
      const other = types.get(part);
      if (other !== undefined && reached.size < MAX_INTERFACES) reached.add(other);
      else hasOtherMethods = true;
    }
  }
  return { methods: [...methods.values()], hasOtherMethods };
}

/** The methods that an interface lists, and the different names of those that it embeds. */
function partsOf(lines: readonly string[], line: number): Set<GoMethod | string> {
  const first = lines[line - 1] ?? '';
  const parts = new Set<GoMethod | string>();
  if (!/\binterface\s*\{\s*(?:\/\/.*)?$/.test(first)) return parts;
  const depth = /^\s*/.exec(first)?.[0] ?? '';
  const last = Math.min(lines.length, line + MAX_LINES);
  for (let at = line + 1; at <= last; at += 1) {
    const text = lines[at - 1] ?? '';
    if (text.startsWith(`${depth}}`)) return parts;
    const [, embedded] = /^\s+([A-Za-z_][\w.]*)\s*(?:\/\/.*)?$/.exec(text) ?? [];
    if (embedded !== undefined) parts.add(embedded);
    const isMethod = /^\s*\w+\(/.test(text) && text.search(/\S/) === depth.length + 1;
    const method = isMethod ? goMethod(lines, at) : undefined;
    if (method) parts.add(method);
  }
  return new Set();
}

/** Of one interface, with its comments. */
const MAX_LINES = 1_000;

const ANY_READ = { takes: [undefined], returns: [undefined, undefined] };
const READ = { name: 'Read', ...ANY_READ };
const WRITE = { name: 'Write', ...ANY_READ };
const CLOSE = { name: 'Close', takes: [], returns: [undefined] };
const STRING = { name: 'String', takes: [], returns: [undefined] };
const ERROR = { name: 'Error', takes: [], returns: [undefined] };
const ADDRESSES = ['LocalAddr', 'RemoteAddr'].map((name) => ({
  ...{ name, takes: [], returns: [undefined] },
}));
const DEADLINES = ['SetDeadline', 'SetReadDeadline', 'SetWriteDeadline'].map((name) => ({
  ...{ name, takes: [undefined], returns: [undefined] },
}));
const LOCKS = ['Lock', 'Unlock'].map((name) => ({ name, takes: [], returns: [] }));

const LIBRARY: ReadonlyMap<string, readonly GoMethod[]> = new Map([
  ['io.Reader', [READ]],
  ['io.Writer', [WRITE]],
  ['io.Closer', [CLOSE]],
  ['io.ReadCloser', [READ, CLOSE]],
  ['io.WriteCloser', [WRITE, CLOSE]],
  ['io.ReadWriter', [READ, WRITE]],
  ['io.ReadWriteCloser', [READ, WRITE, CLOSE]],
  ['net.Conn', [READ, WRITE, CLOSE, ...ADDRESSES, ...DEADLINES]],
  ['sync.Locker', LOCKS],
  ['fmt.Stringer', [STRING]],
  ['error', [ERROR]],
]);

/** All methods of an interface of Go's own library; undefined if they are not known. */
export function goLibraryMethods(name: string): readonly GoMethod[] | undefined {
  return LIBRARY.get(name);
}
