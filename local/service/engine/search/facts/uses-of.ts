import { isGenerated } from '../../../index/file-boost.js';
import { findUsages, isDefinition, isOwn, type Usage, type Usages } from './find-usages.js';
import type { LookUp } from './look-up.js';
import { isMethodOfTests, isOnUnnamed, memberOf, withoutOthers } from './meant-usages.js';
import type { NamedSymbol } from './named-symbol.js';

interface Meant {
  readonly symbol: NamedSymbol | undefined;
  readonly areAllMeant: boolean;
}

/** Where nothing is resolved, calls of the same name are, such as those through an interface that it implements. */
export async function usesOf(
  name: string,
  { symbol, areAllMeant }: Meant,
  input: LookUp,
): Promise<Usages> {
  const resolved = withoutGenerated(await findUsages(name, symbol, input));
  const meant = async (all: Usages) =>
    areAllMeant ? all : { ...all, found: await withoutOthers(all.found, { name, symbol }, input) };
  const isResolved = resolved.found.some(({ isCertain }) => isCertain);
  if (!symbol || (isResolved && !areAllMeant)) return meant(resolved);
  const byName = await findUsages(memberOf(name), undefined, input);
  const signatures = byName.signatures.filter((one) => !isOwn(one, symbol));
  if (resolved.found.length > 0 && !areAllMeant) {
    const found = await withoutOthersOfTests(resolved.found, memberOf(name), input);
    return meant({ ...resolved, found, signatures });
  }
  const found: Usage[] = [];
  for (const one of byName.found) {
    if (!(await isDefinition(one, symbol.passage.definition.name, input))) found.push(one);
  }
  return meant(withoutGenerated({ ...byName, found, signatures }));
}

/** Where tests have a method of that name, what they build by a chain of calls is rather their own. */
async function withoutOthersOfTests(all: readonly Usage[], word: string, input: LookUp) {
  const isChained = (one: Usage) => one.role === 'test' && isOnUnnamed(one, word);
  if (!all.some(isChained) || !(await isMethodOfTests(word, input))) return all;
  return all.filter((one) => !isChained(one));
}

/** A bundle has each call once more. */
function withoutGenerated(all: Usages): Usages {
  const written = all.found.filter(({ path }) => !isGenerated(path));
  return written.length > 0 ? { ...all, found: written } : all;
}
