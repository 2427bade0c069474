import { distinct, EXTERNAL_VALUE } from '../codebase/values.js';
import { moduleSystemOf } from '../modules/modules.js';
import { flatMapSeries, type MemberLookup, type ResolverContext } from './resolver-context.js';

/** Resolves names that the file does not declare: from wildcard imports, or from the same package. */
export function implicitNameLookup(
  get: () => ResolverContext,
): Pick<MemberLookup, 'implicitNames'> {
  return {
    async implicitNames(file, name, stack) {
      const { codebase, members } = get();
      const modules = moduleSystemOf(file);
      const near = await modules.packageScope(name, { from: file, codebase });
      if (near.length > 0) return near;
      const stars = file.symbols.wildcards.filter(({ isReexport }) => !isReexport);
      const found = await flatMapSeries(stars, async ({ module }) => {
        const values = await modules.resolve(module, { from: file, codebase, name });
        return flatMapSeries(values, (value) => members(value, name, stack));
      });
      const inside = distinct(found.filter(({ kind }) => kind !== 'external'));
      return inside.length > 0 ? inside : [EXTERNAL_VALUE];
    },
  };
}
