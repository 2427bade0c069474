import { folderOf } from '../../../git/file-path.js';
import { readMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { goLibraryMethods, interfaceMethods, MAX_METHODS } from './go-interfaces.js';
import { goEmbedding } from './headers/go-headers.js';
import { type GoMethod, goMethod, isSameMethod } from './headers/go-signature.js';
import type { BaseType, TypeHeader } from './headers/type-header.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import type { TypeDefinition } from './type-definitions.js';

/** A type with all methods of an interface, and where it is defined. */
interface Implementation {
  readonly searched: SearchedRepository;
  readonly file: SourceFile;
  readonly header: TypeHeader;
}

/** What is not known of the types that implement an interface by their methods. */
export interface MethodLimits {
  /** The interface has methods of others, which were not looked for. */
  readonly hasOtherMethods: boolean;
  /** Its own methods, which were looked for; `many`: more than are. */
  readonly methods: 'none' | 'some' | 'many';
  /** A type that has only some of the methods embeds another one, whose methods are not known. */
  readonly hasUnknownEmbedded: boolean;
}

interface Implementations extends MethodLimits {
  readonly found: readonly Implementation[];
}

export const NO_IMPLEMENTATIONS: Implementations = {
  found: [],
  hasOtherMethods: false,
  methods: 'none',
  hasUnknownEmbedded: false,
};
const MAX_TYPES = 40;

/** In Go no type says which interfaces it implements: those with methods of the same names, and alike. */
export async function goImplementations(
  { file, definition, searched }: TypeDefinition,
  input: LookUp,
): Promise<Implementations> {
  if (!file.path.endsWith('.go')) return NO_IMPLEMENTATIONS;
  const { methods, hasOtherMethods } = interfaceMethods(file, definition.line);
  const nothing = { ...NO_IMPLEMENTATIONS, hasOtherMethods };
  if (methods.length === 0) return nothing;
  if (methods.length > MAX_METHODS) return { ...nothing, methods: 'many' };
  const types = await typesWith(methods, searched, input);
  const look = { wanted: methods, types, searched, input };
  const found: Implementation[] = [];
  let hasUnknownEmbedded = false;
  for (const one of mostMethods(types).slice(0, MAX_TYPES)) {
    if (Date.now() > input.deadline) break;
    const read = await readType(one, look);
    if (!read) continue;
    if (hasAll(methods, read.methods)) found.push({ searched, ...read.defined });
    else hasUnknownEmbedded ||= read.hasUnknownEmbedded;
  }
  return { found, hasOtherMethods, methods: 'some', hasUnknownEmbedded };
}

function hasAll(wanted: readonly GoMethod[], own: readonly GoMethod[]): boolean {
  return wanted.every((one) => own.some((other) => isSameMethod(one, other)));
}

interface MethodLine {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** The methods of a type, all in one folder. */
interface TypeMethods {
  readonly folder: string;
  readonly type: string;
  readonly methods: Map<string, MethodLine>;
}

/** By their folder and their name. */
type Types = ReadonlyMap<string, TypeMethods>;

function keyOf(folder: string, type: string): string {
  return `${folder} ${type}`;
}

/** What has more of the methods comes first. */
function mostMethods(types: Types): TypeMethods[] {
  return [...types.values()].toSorted((a, b) => b.methods.size - a.methods.size);
}

/** The types that have methods of some of the names. */
async function typesWith(
  wanted: readonly GoMethod[],
  searched: SearchedRepository,
  input: LookUp,
): Promise<Types> {
  const names = wanted.map(({ name }) => name);
  const condition = names.map((text) => [{ kind: 'word' as const, text }]);
  const among = await input.candidatesOf?.(searched, condition);
  const text = `^func \\([A-Za-z0-9_]* ?[*]?[A-Za-z0-9_]+(\\[[^]]*\\])?\\) (${names.join('|')})\\(`;
  const types = new Map<string, TypeMethods>();
  const search = {
    snapshot: searched,
    terms: [{ text, isRegex: true }],
    options: { caseSensitive: true },
    ...(among && { among: among.filter(({ path }) => path.endsWith('.go')) }),
  };
  await readMatchingLines(
    search,
    ({ path, line, text }) => {
      const [, type, name] = /^func \((?:\w+ )?\*?(\w+)(?:\[.*\])?\) (\w+)\(/.exec(text) ?? [];
      if (!path.endsWith('.go') || type === undefined || name === undefined) return;
      const folder = folderOf(path);
      const known = types.get(keyOf(folder, type)) ?? { folder, type, methods: new Map() };
      types.set(keyOf(folder, type), known);
      if (!known.methods.has(name)) known.methods.set(name, { path, line, name });
    },
    toolContext(input),
  );
  return types;
}

interface Look {
  readonly wanted: readonly GoMethod[];
  readonly types: Types;
  readonly searched: SearchedRepository;
  readonly input: LookUp;
}

interface ReadType {
  readonly defined: Pick<Implementation, 'file' | 'header'>;
  /** With those of the types that it embeds. */
  readonly methods: readonly GoMethod[];
  readonly hasUnknownEmbedded: boolean;
}

const MAX_EMBEDDED = 10;

/** A type, and what it gets from those that it embeds. */
async function readType(one: TypeMethods, look: Look): Promise<ReadType | undefined> {
  const own = await readOwn(one, look);
  if (!own) return undefined;
  const methods = [...own.methods];
  let hasUnknownEmbedded = false;
  const all = own.embedded.map((base) => ({ base, folder: one.folder }));
  // Goes on with what is added on the way.
  for (const { base, folder } of all) {
    if (hasAll(look.wanted, methods)) break;
    const known = goLibraryMethods([...base.owners, base.name].join('.'));
    const other = known ? undefined : embeddedType(base, folder, look.types);
    const read = other && (await readOwn(other, look));
    methods.push(...(known ?? read?.methods ?? []));
    hasUnknownEmbedded ||= !known && !read && base.owners.length > 0;
    const further = read?.embedded.map((next) => ({ base: next, folder: other?.folder ?? '' }));
    if (all.length < MAX_EMBEDDED) all.push(...(further ?? []));
  }
  return { defined: own.defined, methods, hasUnknownEmbedded };
}

/** `base` is in the same folder, `shop.Base` in a folder with that name. */
function embeddedType(
  { name, owners }: BaseType,
  folder: string,
  types: Types,
): TypeMethods | undefined {
  const [owner] = owners;
  if (owner === undefined) return types.get(keyOf(folder, name));
  const found = [...types.values()].filter(
    (one) => one.type === name && one.folder.split('/').at(-1) === owner,
  );
  return found.length === 1 ? found[0] : undefined;
}

interface OwnOfType extends Pick<ReadType, 'defined' | 'methods'> {
  readonly embedded: readonly BaseType[];
}

/** The methods that are written for a type itself. */
async function readOwn(
  { type, methods }: TypeMethods,
  { searched, input }: Look,
): Promise<OwnOfType | undefined> {
  const files = new Map<string, SourceFile>();
  const lines = [...methods.values()];
  for (const path of new Set(lines.map((one) => one.path))) {
    const file = await readFileAt({ searched, path }, input);
    if (file) files.set(path, file);
  }
  const own = lines.flatMap(({ path, line }) => goMethod(files.get(path)?.lines ?? [], line) ?? []);
  const defined = [...files.values()].flatMap((file) =>
    file.outline
      .filter((one) => one.name === type && one.kind === 'type')
      .map(({ line }) => ({ file, line })),
  )[0];
  const [first] = lines;
  const file = defined?.file ?? files.get(first?.path ?? '');
  const line = defined?.line ?? first?.line;
  if (!file || line === undefined) return undefined;
  const text = (file.lines[line - 1] ?? '').trim();
  const header = { name: type, kind: 'type' as const, line, end: line, text, bases: [] };
  const embedded = defined ? (goEmbedding(file, line)?.bases ?? []) : [];
  return { defined: { file, header }, methods: own, embedded };
}
