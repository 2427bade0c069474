import { type HeaderReader, oneLine } from './header-reader.js';
import { type BaseType, namedType, type Relation } from './type-header.js';

/** `var _ shop.Base = (*Cart)(nil)`, `= &Cart{}` or `= Cart{}` */
export const goAssertion: HeaderReader = (file, line) => {
  const [, base = '', value = ''] =
    /^\s*(?:var\s+)?_\s+([\w.]+)(?:\[[^\]]*\])?\s*=\s*(.*)$/.exec(file.lines[line - 1] ?? '') ?? [];
  const [, name] = /^(?:\(\*|&|new\()?\s*([\w.]+)/.exec(value) ?? [];
  const named = namedType(base);
  if (!named || name === undefined) return undefined;
  return oneLine(file, line, { name, bases: [{ ...named, relation: 'implements' }] });
};

const MAX_FIELDS = 200;

/** `type Cart struct { shop.Base }` */
export const goEmbedding: HeaderReader = ({ lines }, line) => {
  const first = lines[line - 1] ?? '';
  const [, depth = '', name, kind] =
    /^(\s*)(?:type\s+)?(\w+)(?:\[.*\])?\s+(struct|interface)\s*\{\s*(?:\/\/.*)?$/.exec(first) ?? [];
  if (name === undefined) return undefined;
  const body = lines.slice(line, line + MAX_FIELDS);
  const length = body.findIndex((text) => text.startsWith(`${depth}}`));
  const bases = body
    .slice(0, Math.max(0, length))
    .flatMap((text) => embedded(text, kind === 'struct' ? 'embeds' : 'extends') ?? []);
  if (bases.length === 0) return undefined;
  const listed = bases.map(({ name, owners }) => [...owners, name].join('.')).join('; ');
  const text = `${first.trim()} … ${listed} … }`;
  return { name, kind: 'type', line, end: line + length + 1, text, bases };
};

function embedded(line: string, relation: Relation): BaseType | undefined {
  const [, type = ''] =
    /^\s+\*?((?:\w+\.)?[A-Za-z_]\w*)(?:\[[\w., *]*\])?\s*(?:`[^`]*`)?\s*(?:\/\/.*)?$/.exec(line) ??
    [];
  const named = namedType(type);
  return named && { ...named, relation };
}
