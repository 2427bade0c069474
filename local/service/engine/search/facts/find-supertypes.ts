import type { BaseType, NamedType, TypeHeader } from './headers/type-header.js';
import { typeHeaders } from './headers/type-headers.js';
import type { LookUp } from './look-up.js';
import { filesNaming } from './naming-files.js';
import { withReopened } from './reopened-types.js';
import {
  definitionsMeant,
  fitOf,
  type NamingFile,
  placeKey,
  type TypeDefinition,
  typeDefinitions,
} from './type-definitions.js';

/** Where a type says what it is based on. */
export interface SaidBases {
  readonly file: NamingFile['file'];
  readonly header: TypeHeader;
}

export interface Supertype {
  readonly base: BaseType;
  /** Absent: it is defined elsewhere, or more than once. */
  readonly definition?: TypeDefinition;
}

export interface Supertypes {
  readonly definition: TypeDefinition;
  /** How many definitions have the name. */
  readonly definitions: number;
  readonly said: readonly SaidBases[];
  readonly bases: readonly Supertype[];
}

const MAX_LOOKED_UP = 8;

/** What a type says that it is based on; undefined if it is not found. */
export async function findSupertypes(
  asked: NamedType,
  input: LookUp,
): Promise<Supertypes | undefined> {
  const { files } = await filesNaming(asked.name, input);
  const all = withReopened(typeDefinitions(asked.name, files));
  const [definition] = definitionsMeant(asked, all);
  if (!definition) return undefined;
  const said = files.flatMap((naming) => saidIn(naming, definition, all));
  const named = new Map(
    said.flatMap(({ header }) => header.bases.map((base) => [base.name, base] as const)),
  );
  const bases = await Promise.all(
    [...named.values()].map((base, n) => defined(base, n < MAX_LOOKED_UP, input)),
  );
  return { definition, definitions: all.length, said, bases };
}

/** At the definition itself; elsewhere where no other definition of that name fits better. */
function saidIn(
  naming: NamingFile,
  definition: TypeDefinition,
  all: readonly TypeDefinition[],
): SaidBases[] {
  const { name } = definition.definition;
  const isOwn = (header: TypeHeader) => {
    const place = placeKey(naming, header.line);
    if (all.some(({ places }) => places.has(place))) return definition.places.has(place);
    const reference = { name, owners: [], naming, line: header.line };
    const fit = fitOf(definition, reference);
    return fit > 0 && all.every((one) => one === definition || fitOf(one, reference) < fit);
  };
  return typeHeaders(naming.file)
    .filter((header) => header.kind !== 'anonymous' && header.bases.length > 0)
    .filter((header) => header.name.split(/\W+/).at(-1) === name && isOwn(header))
    .map((header) => ({ file: naming.file, header }));
}

async function defined(base: BaseType, isLookedUp: boolean, input: LookUp): Promise<Supertype> {
  if (!isLookedUp || Date.now() > input.deadline) return { base };
  const { files } = await filesNaming(base.name, input);
  const all = withReopened(typeDefinitions(base.name, files));
  const meant = definitionsMeant(base, all);
  const [definition] = meant;
  return definition && meant.length === 1 ? { base, definition } : { base };
}
