import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type LineCounter } from 'yaml';

/** In a file; both start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where a key or its value is, or the closest one around it. */
export type Locate = (path: readonly PropertyKey[], what: 'key' | 'value') => Position;

interface Found {
  readonly key: unknown;
  readonly value: unknown;
}

/** Finds the places of a parsed document. */
export function createLocator(document: Document, lines: LineCounter): Locate {
  const resolve = (node: unknown) => (isAlias(node) ? node.resolve(document) : node);

  function child(parent: unknown, key: PropertyKey): Found | undefined {
    const node = resolve(parent);
    if (isSeq(node)) {
      const value = node.items[Number(key)];
      return value === undefined ? undefined : { key: value, value };
    }
    if (!isMap(node)) return undefined;
    return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
  }

  return (path, what) => {
    let found: Found = { key: document.contents, value: document.contents };
    for (const key of path) {
      const next = child(found.value, key);
      if (next === undefined) break;
      found = next;
    }
    const [first, second] = what === 'key' ? [found.key, found.value] : [found.value, found.key];
    const offset = offsetOf(first) ?? offsetOf(second) ?? 0;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
