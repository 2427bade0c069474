import {
  type DeclarationValue,
  declarationValues,
  EXTERNAL_VALUE,
  type Value,
} from '../codebase/values.js';
import { moduleSystemOf } from '../modules/modules.js';
import {
  flatMapSeries,
  type MemberLookup,
  pushResolution,
  type ResolutionStack,
  type ResolverContext,
} from './resolver-context.js';

/** Looks up the members of values, own and inherited. */
export function memberLookup(
  get: () => ResolverContext,
): Pick<MemberLookup, 'members' | 'inherited'> {
  async function members(
    value: Value,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]> {
    if (value.kind === 'external') return [EXTERNAL_VALUE];
    if (value.kind === 'collection') return [{ kind: 'collection-method', name, of: value.of }];
    // `posts.status.ts`, where posts are a record: its members are its elements.
    if (value.kind === 'collection-method') return members(value.of, name, stack);
    if (value.kind === 'module') return get().moduleExports(value, name, stack);
    if (value.kind !== 'declaration') return [EXTERNAL_VALUE];
    const own = await ownMembers(value, name);
    if (own.length > 0) return flatMapSeries(own, (one) => get().followAlias(one, stack));
    return inherited(value, name, stack);
  }

  async function ownMembers(value: DeclarationValue, name: string): Promise<DeclarationValue[]> {
    const { file, declaration } = value;
    const { memberScope, name: owner } = file.declaration(declaration);
    const within =
      memberScope === undefined
        ? []
        : declarationValues(file, file.declarationsNamed(memberScope, name));
    if (within.length > 0 || file.symbols.language !== 'go') return within;
    const files = await moduleSystemOf(file).packageFiles({ from: file, codebase: get().codebase });
    return files.flatMap((one) => declarationValues(one, one.methodsOfReceiver(owner, name)));
  }

  async function inherited(
    value: DeclarationValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]> {
    const { file, declaration } = value;
    const { bases = [], memberScope } = file.declaration(declaration);
    const next = pushResolution(stack, `bases ${file.path} ${declaration} ${name}`);
    if (!next) return [];
    const found = await flatMapSeries(bases, async (base) => {
      const owners = await get().evaluate(file, base, next);
      if (owners.length === 0) return [undefined];
      return flatMapSeries(owners, (owner) => members(owner, name, next));
    });
    const known = found.filter((one) => one?.kind === 'declaration');
    if (known.length > 0) return known.flatMap((one) => one ?? []);
    // A base that could not be resolved may have the member.
    if (found.includes(undefined)) return [];
    return memberScope === undefined && bases.length === 0 ? [] : [EXTERNAL_VALUE];
  }
  return { members, inherited };
}
