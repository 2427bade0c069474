import type { Draft, Statement } from './draft.js';

/**
 * Of a second draft about the history of the same thing, what the first one does not say; `undefined` if that is nothing:
 * who wrote something and when it last changed is told together.
 */
export function newsIn(second: Draft, first: Draft): Draft | undefined {
  if (nameIn(first) !== nameIn(second)) return second;
  const said = [...first.statements, ...(first.links ?? [])];
  const isNew = (one: Statement) => !said.some((other) => tellsSame(one, other));
  const [statement, ...statements] = second.statements.filter(isNew);
  if (!statement) return undefined;
  return {
    ...second,
    statements: [statement, ...statements],
    ...(second.links && { links: second.links.filter(isNew) }),
  };
}

/** The name of what a history is about. */
function nameIn({ statements: [{ markdown }] }: Draft): string | undefined {
  return /`[^`]{1,200}`/.exec(markdown)?.[0];
}

/** A commit, or the same sentence. */
function tellsSame(one: Statement, other: Statement): boolean {
  return one.reference.type === 'Commit'
    ? one.reference.link === other.reference.link
    : one.markdown === other.markdown;
}
