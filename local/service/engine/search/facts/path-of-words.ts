import { stemOf } from '../../../git/file-path.js';
import { roleOf } from '../../../index/file-role.js';
import { normalizedName, termsOf } from '../../../index/terms.js';
import type { LookUp } from './look-up.js';
import type { NamedPath } from './named-path.js';

/**
 * "The Telegram notification" is `notifications/telegram.js`: a file or folder whose path has all of the words and whose own
 * name has no other. Of several, the one that fits the question best.
 */
export async function pathOfWords(
  subject: string,
  { repositories, filesOf, hits }: Pick<LookUp, 'repositories' | 'filesOf' | 'hits'>,
): Promise<NamedPath | undefined> {
  const wanted = new Set(termsOf(subject));
  if (wanted.size < 2 || !/\s/.test(subject)) return undefined;
  const known = new Set([...wanted, normalizedName(subject.replace(/[\s.-]/g, ''))]);
  const isOwn = (name: string) => {
    const terms = termsOf(name);
    return terms.length > 0 && terms.every((term) => known.has(term));
  };
  const found = new Map<string, NamedPath>();
  for (const searched of repositories) {
    for (const path of (await filesOf(searched)).keys()) {
      if (roleOf(path) !== 'code') continue;
      const parts = path.split('/');
      for (const [n, part] of parts.entries()) {
        const isFile = n === parts.length - 1;
        if (!isOwn(isFile ? stemOf(part) : part)) continue;
        const named = parts.slice(0, n + 1).join('/');
        const said = new Set(termsOf(named));
        if (![...wanted].every((term) => said.has(term))) continue;
        found.set(`${searched.repo}:${named}`, {
          searched,
          path: named,
          kind: isFile ? 'file' : 'folder',
        });
        break;
      }
    }
  }
  const rank = ({ searched, path }: NamedPath) => {
    const isBest = (hit: LookUp['hits'][number]) =>
      hit.repo === searched.repo && `${hit.found.path}/`.startsWith(`${path}/`);
    const at = hits.findIndex(isBest);
    return at < 0 ? hits.length : at;
  };
  const ranked = [...found.values()].map((one) => ({ one, rank: rank(one) }));
  const [best] = ranked.toSorted(
    (a, b) => a.rank - b.rank || a.one.path.length - b.one.path.length,
  );
  return best?.one;
}
