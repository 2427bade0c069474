import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

/** Of the table in docs/data.md: the kinds of keys, and whether the page says that they may have no expiry. */
export function documentedKeys(): Map<string, { readonly mayLast: boolean }> {
  const page = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((row) => {
      const [names = '', , , , expires = ''] = row.split(' | ');
      const kinds = [...names.matchAll(/`([a-z-]+)`/g)].map(([, kind = '']) => kind);
      return kinds.map((kind) => [kind, { mayLast: /\bnone\b/.test(expires) }] as const);
    }),
  );
}

/** The keys in Redis that docs/data.md does not have, and those that expire otherwise than it says. */
export async function undocumentedKeys(store: Redis): Promise<string[]> {
  const documented = documentedKeys();
  const found: string[] = [];
  for await (const page of store.scanStream({ match: '*', count: 1_000 }) as AsyncIterable<
    string[]
  >) {
    for (const key of page) {
      const [, kind = ''] = /^\{deepsearch\}:([a-z-]+)/.exec(key) ?? [];
      const row = documented.get(kind);
      if (row === undefined) found.push(`${key}: not in docs/data.md`);
      else if (!row.mayLast && (await store.pttl(key)) === -1) {
        found.push(`${key}: has no expiry, and docs/data.md says that it has one`);
      }
    }
  }
  return found;
}
