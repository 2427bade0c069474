import type { BaseType, NamedType, TypeHeader } from './headers/type-header.js';
import { typeHeaders } from './headers/type-headers.js';
import type { LookUp } from './look-up.js';
import { isBesideCode } from './naming-files.js';
import {
  aliasesOf,
  definitionsMeant,
  fitOf,
  type NamingFile,
  placeKey,
  type TypeDefinition,
} from './type-definitions.js';

/** A header that names a type, whichever of that name it is. */
export interface Mention {
  readonly naming: NamingFile;
  readonly header: TypeHeader;
  readonly base: BaseType;
}

interface Mentioned {
  /** Absent: it is defined elsewhere. */
  readonly definition: TypeDefinition | undefined;
  /** The headers that mean it. */
  readonly own: readonly Mention[];
  /** Not if there are too many to compare them all. */
  readonly isComplete: boolean;
}

/** Each mention is compared with each definition. */
const MAX_MENTIONS = 3_000;
const MAX_DEFINITIONS = 200;

/** Of definitions of the same name, the one that most types are based on. */
export function mostMentioned(
  asked: NamedType,
  { files, all }: { files: readonly NamingFile[]; all: readonly TypeDefinition[] },
  { deadline }: Pick<LookUp, 'deadline'>,
): Mentioned {
  const known = all.slice(0, MAX_DEFINITIONS);
  // What names one of the others would be taken to mean one of these.
  const left = new Set(all.slice(MAX_DEFINITIONS).map(({ file }) => file));
  const compared = files.filter(({ file }) => !left.has(file));
  const { mentions, isComplete } = mentionsIn(compared, asked.name, deadline);
  const meant = new Set(definitionsMeant(asked, known));
  const own = new Map([...meant].map((one): [TypeDefinition, Mention[]] => [one, []]));
  const elsewhere: Mention[] = [];
  for (const mention of mentions) {
    if (Date.now() > deadline) return { ...best(own, elsewhere), isComplete: false };
    const fits = fitsOf(mention, known);
    for (const one of meantBy(mention, fits)) own.get(one)?.push(mention);
    const isElsewhere = [...fits.values()].every((fit) => fit < 2);
    if (meant.size === 0 && isElsewhere && mayBe(asked, mention)) elsewhere.push(mention);
  }
  return { ...best(own, elsewhere), isComplete: isComplete && known.length === all.length };
}

function mentionsIn(files: readonly NamingFile[], name: string, deadline: number) {
  const mentions: Mention[] = [];
  for (const naming of files) {
    if (Date.now() > deadline || mentions.length > MAX_MENTIONS) break;
    const aliases = aliasesOf(name, naming);
    for (const header of typeHeaders(naming.file)) {
      const base = header.bases.find((one) => one.name === name || aliases.has(one.name));
      if (base) mentions.push({ naming, header, base: { ...base, name } });
    }
  }
  const isComplete = Date.now() <= deadline && mentions.length <= MAX_MENTIONS;
  return { mentions: mentions.slice(0, MAX_MENTIONS), isComplete };
}

function fitsOf({ naming, base, header: { line } }: Mention, all: readonly TypeDefinition[]) {
  const reference = { ...base, naming, line };
  return new Map(all.map((one) => [one, fitOf(one, reference)]));
}

/** The definitions that a header means rather than others of that name. */
function meantBy(
  { naming, header }: Mention,
  fits: ReadonlyMap<TypeDefinition, number>,
): TypeDefinition[] {
  const place = placeKey(naming, header.line);
  const others = [...fits].filter(([one]) => !one.places.has(place));
  const most = others.reduce((max, [, fit]) => Math.max(max, fit), 0);
  if (most === 0 || (fits.size > 1 && most < CERTAIN)) return [];
  return others
    .filter(([one, fit]) => fit === most && !isWithin(header, one, naming))
    .map(([one]) => one);
}

/** With less, a reference fits any of several definitions. */
const CERTAIN = 1;

/** A module of Elixir names itself in the code that it puts into others. */
function isWithin({ name }: TypeHeader, { file, definition }: TypeDefinition, naming: NamingFile) {
  const isSame = naming.file.path === file.path && name.split('.').at(-1) === definition.name;
  return isSame && /\.exs?$/.test(file.path);
}

/** Whether a type that is defined elsewhere may be the one that is asked about. */
function mayBe(asked: NamedType, { base }: Mention): boolean {
  const owner = asked.owners.at(-1);
  return owner === undefined || (base.owners.at(-1) ?? owner) === owner;
}

function best(
  own: ReadonlyMap<TypeDefinition, readonly Mention[]>,
  elsewhere: readonly Mention[],
): Omit<Mentioned, 'isComplete'> {
  // A test may have a type of the same name.
  const rank = ([{ file }, mentions]: readonly [TypeDefinition, readonly Mention[]]) =>
    (mentions.length > 0 ? 1_000_000 : 0) +
    (isBesideCode(file.path) ? 0 : 100_000) +
    mentions.filter(({ naming }) => !isBesideCode(naming.file.path)).length;
  const [first] = [...own].toSorted((a, b) => rank(b) - rank(a));
  if (!first) return { definition: undefined, own: elsewhere };
  return { definition: first[0], own: first[1] };
}
