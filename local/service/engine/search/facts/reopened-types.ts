import { roleOf } from '../../../index/file-role.js';
import { placeKey, type TypeDefinition } from './type-definitions.js';

/** In Ruby, a class or a module may be opened again anywhere: it is one, defined in several places. */
export function withReopened(all: readonly TypeDefinition[]): TypeDefinition[] {
  const groups = new Map<string, TypeDefinition[]>();
  for (const one of all) {
    const group = groups.get(reopenedKey(one)) ?? [];
    groups.set(reopenedKey(one), group);
    group.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    const bases = new Set(group.flatMap((one) => superclassOf(one) ?? []));
    // With different superclasses, they are those of different programs.
    return bases.size > 1 ? group : joined(group);
  });
}

function reopenedKey(one: TypeDefinition): string {
  const { searched, file, definition, fullName } = one;
  if (!file.path.endsWith('.rb')) return placeKey(one, definition.line);
  // Tests have types of their own.
  return `${searched.repo} ${roleOf(file.path) === 'code'} ${fullName}`;
}

function superclassOf({ file, definition }: TypeDefinition): string | undefined {
  return /^\s*class\s+[\w:]+\s*<\s*([\w:]+)/.exec(file.lines[definition.line - 1] ?? '')?.[1];
}

/** The one that says what it is based on is the first, if any does. */
function joined(group: readonly TypeDefinition[]): TypeDefinition[] {
  const main = group.find((one) => superclassOf(one) !== undefined) ?? group[0];
  if (!main || group.length === 1) return [...group];
  return [
    {
      ...main,
      around: new Set(group.flatMap(({ around }) => [...around])),
      nearest: new Set(group.flatMap(({ nearest }) => [...nearest])),
      places: new Set(group.flatMap(({ places }) => [...places])),
      paths: new Set(group.flatMap(({ paths }) => [...paths])),
    },
  ];
}
