import { folderOf } from '../../../git/file-path.js';
import { type FileRole, roleOf } from '../../../index/file-role.js';
import type { SearchedRepository } from '../passages/find.js';
import { goImplementations, type MethodLimits, NO_IMPLEMENTATIONS } from './go-implementations.js';
import type { BaseType, NamedType, TypeHeader } from './headers/type-header.js';
import type { LookUp } from './look-up.js';
import { filesNaming } from './naming-files.js';
import { withReopened } from './reopened-types.js';
import { type NamingFile, type TypeDefinition, typeDefinitions } from './type-definitions.js';
import { type Mention, mostMentioned } from './type-mentions.js';

/** What is based on a type. */
export interface Subtype {
  readonly searched: SearchedRepository;
  readonly file: NamingFile['file'];
  readonly header: TypeHeader;
  /** `methods`: it does not say so, but has all of them. */
  readonly relation: BaseType['relation'] | 'methods';
  readonly role: FileRole;
  /** The type between the two. */
  readonly through?: string;
}

export interface Subtypes {
  /** Absent: it is defined elsewhere. */
  readonly definition: TypeDefinition | undefined;
  /** How many definitions have the name. */
  readonly definitions: number;
  /** Code first, and in it what is nearest to the definition. */
  readonly found: readonly Subtype[];
  /** What is based on some of those. */
  readonly indirect: readonly Subtype[];
  readonly isComplete: boolean;
  /** Of Go's interfaces. */
  readonly methodLimits: MethodLimits;
}

const MAX_THROUGH = 8;

/** What says that it is based on a type, and what is based on that. */
export async function findSubtypes(asked: NamedType, input: LookUp): Promise<Subtypes> {
  const { isOneFile: _, ...direct } = await findDirect(asked, input);
  return { ...direct, indirect: await findIndirect(asked.name, direct.found, input) };
}

interface Direct extends Omit<Subtypes, 'indirect'> {
  /** All definitions of the name are in it. */
  readonly isOneFile: boolean;
}

async function findDirect(asked: NamedType, input: LookUp): Promise<Direct> {
  const { files, isComplete: areAllRead } = await filesNaming(asked.name, input);
  const all = withReopened(typeDefinitions(asked.name, files));
  const { definition, own, isComplete } = mostMentioned(asked, { files, all }, input);
  const { found: withMethods, ...methodLimits } = definition
    ? await goImplementations(definition, input)
    : NO_IMPLEMENTATIONS;
  const found = distinct([
    ...own.map((one) => subtypeOf(one, definition)),
    ...withMethods.map(byMethod),
  ]).toSorted(nearness(definition));
  const isOneFile = new Set(all.map(({ file }) => file.path)).size === 1;
  return {
    ...{ definition, definitions: all.length, found, isOneFile, methodLimits },
    isComplete: areAllRead && isComplete,
  };
}

function subtypeOf(
  { naming: { searched, file }, header, base }: Mention,
  definition: TypeDefinition | undefined,
): Subtype {
  const relation =
    header.kind === 'anonymous' ? anonymously(base.relation, definition) : base.relation;
  return { searched, file, header, relation, role: roleOf(file.path) };
}

/** `new Base() {` does not say whether it is an interface. */
function anonymously(
  relation: BaseType['relation'],
  definition: TypeDefinition | undefined,
): BaseType['relation'] {
  const kind = definition?.definition.kind;
  if (relation !== 'base' || kind === undefined) return relation;
  return kind === 'class' ? 'extends' : 'implements';
}

function byMethod(one: Pick<Subtype, 'searched' | 'file' | 'header'>): Subtype {
  return { ...one, relation: 'methods', role: roleOf(one.file.path) };
}

/** A type may say the same in several places, such as in extensions. */
function distinct(all: readonly Subtype[]): Subtype[] {
  const known = new Set<string>();
  return all.filter((one) => !known.has(typeOf(one)) && known.add(typeOf(one)));
}

/** In Go, a type may say so in any file of its folder. */
function typeOf({ searched, file, header: { kind, name, line } }: Subtype): string {
  const place = file.path.endsWith('.go') ? folderOf(file.path) : file.path;
  const own = kind === 'anonymous' ? `${name}:${line}` : name.replace(/^.*\./, '');
  return `${searched.repo} ${place} ${own}`;
}

/** Asked what implements an interface, other interfaces come last. */
const RELATIONS: Partial<Record<Subtype['relation'], number>> = {
  embeds: 1_000,
  methods: 2_000,
  extends: 3_000,
};
const ORDER = { type: 0, extension: 1, value: 2, anonymous: 3, alias: 4 };

function nearness(definition: TypeDefinition | undefined) {
  const folders = folderOf(definition?.file.path ?? '').split('/');
  const shared = (path: string) => {
    const parts = folderOf(path).split('/');
    const first = parts.findIndex((part, n) => part !== folders[n]);
    return first < 0 ? parts.length : first;
  };
  const rank = ({ role, relation, header, file }: Subtype) =>
    (role === 'code' ? 0 : role === 'test' ? 10_000 : 5_000) +
    (RELATIONS[relation] ?? 0) +
    ORDER[header.kind] * 200 -
    Math.min(50, shared(file.path));
  return (a: Subtype, b: Subtype) =>
    rank(a) - rank(b) ||
    a.file.path.localeCompare(b.file.path, 'en') ||
    a.header.line - b.header.line;
}

/** Only of types whose name no other file defines: the others may be based on something else. */
async function findIndirect(
  name: string,
  direct: readonly Subtype[],
  input: LookUp,
): Promise<Subtype[]> {
  const known = new Set(direct.flatMap((one) => [placeOf(one), typeOf(one)]));
  const isNamed = ({ header, role }: Subtype) =>
    header.kind === 'type' && role === 'code' && /^\w+$/.test(header.name);
  const between = direct.filter(isNamed).filter(({ header }) => header.name !== name);
  const found: Subtype[] = [];
  for (const { header } of between.slice(0, MAX_THROUGH)) {
    if (Date.now() > input.deadline) break;
    const below = await findDirect({ name: header.name, owners: [] }, input);
    if (!below.isOneFile) continue;
    // A class may have the name of the interface that it implements.
    const isNew = (one: Subtype) =>
      !known.has(placeOf(one)) && (one.header.name === header.name || !known.has(typeOf(one)));
    const further = below.found.filter(isNew);
    for (const one of further) known.add(placeOf(one)).add(typeOf(one));
    found.push(...further.map((one) => ({ ...one, through: header.name })));
  }
  return found;
}

function placeOf({ searched, file, header }: Subtype): string {
  return `${searched.repo} ${file.path}:${header.line}`;
}
