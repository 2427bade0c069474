/** A type as another one names it, such as `virtual.Channel`. */
export interface NamedType {
  readonly name: string;
  /** What stands before the name, outermost first. */
  readonly owners: readonly string[];
}

/** How a type says what it is based on. `base`: its language has one mark for all ways. */
export type Relation = 'extends' | 'implements' | 'includes' | 'derives' | 'embeds' | 'base';

export interface BaseType extends NamedType {
  readonly relation: Relation;
}

/** Where a type says what it is based on. */
export interface TypeHeader {
  /** Empty: it has none. */
  readonly name: string;
  /** A value is a constant of the type; an anonymous class has the name of what it is in. */
  readonly kind: 'type' | 'extension' | 'value' | 'anonymous' | 'alias';
  /** The numbers of its first and last line. */
  readonly line: number;
  readonly end: number;
  readonly text: string;
  readonly bases: readonly BaseType[];
}

/** `\Shop\Cart`, `shop::Cart` or `shop.Cart`. */
const NAMED = /^[\\:]{0,2}([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*)/u;
/** Before a base. */
const MODIFIERS =
  /^(?:\?|(?:(?:public|private|protected|virtual|any|some|dyn|const|new|@\w{1,40})\s+)+)/;

export function namedType(text: string): NamedType | undefined {
  const [, found] = NAMED.exec(text.trim().replace(MODIFIERS, '')) ?? [];
  const parts = found?.split(/\.|::|\\/) ?? [];
  const name = parts.pop();
  return name === undefined ? undefined : { name, owners: parts };
}

/** The types of a list. */
export function basesIn(text: string, relation: Relation, separator: RegExp = /,/): BaseType[] {
  return text.split(separator).flatMap((one) => {
    const named = namedType(one);
    return named ? [{ ...named, relation }] : [];
  });
}
