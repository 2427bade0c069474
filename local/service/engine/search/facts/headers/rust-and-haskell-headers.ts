import type { HeaderReader } from './header-reader.js';
import { headerText, outsideBrackets, shortHeader } from './header-text.js';
import { basesIn, namedType } from './type-header.js';

const IMPL = /^\s*(?:unsafe\s+)?(?:default\s+)?impl\b/;
const STYLE = {
  ...{ comment: '//', ends: '{;', hasAngles: true, goesOn: /^(?:for|where|[&<(]|\w+<)/ },
  begins: (line: string) => IMPL.test(line),
};
const MAX_LINES_BELOW = 15;
/** Of the fields of a type. */
const MAX_LINES_ABOVE = 100;

/** `impl<T> Base<T> for Cart<T> where T: Clone` */
export const rustImpl: HeaderReader = ({ lines }, line) => {
  if (!IMPL.test(lines[line - 1] ?? '')) return undefined;
  const { text, written, end } = headerText(lines, line, STYLE);
  const outside = outsideBrackets(text, true).replace(/^(?:unsafe |default )*impl /, '');
  const [trait = '', type] = outside.split(' for ');
  if (type === undefined || trait.startsWith('!')) return undefined;
  const [own = ''] = type.split(/ where\b/);
  const name = namedType(own.replace(/^&(?:mut )?|'\w+ /g, ''))?.name ?? '';
  return {
    name,
    kind: 'type',
    line,
    end,
    text: shortHeader(written),
    bases: basesIn(trait, 'implements'),
  };
};

/** `#[derive(Base)]` above `struct Cart` */
export const rustDerive: HeaderReader = ({ lines }, line) => {
  if (!/^\s*#\[derive\(/.test(lines[line - 1] ?? '')) return undefined;
  const below = lines.slice(line - 1, line - 1 + MAX_LINES_BELOW);
  const [, listed = ''] = /#\[derive\(([^)]*)\)/.exec(below.join(' ')) ?? [];
  const at = below.findIndex((text) => RUST_TYPE.test(text));
  const [declared = '', name] = RUST_TYPE.exec(below[at] ?? '') ?? [];
  if (name === undefined) return undefined;
  const text = `#[derive(${listed.trim()})] ${declared.trim()}`;
  const bases = basesIn(listed, 'derives');
  return { name, kind: 'type', line: line + at, end: line + at, text, bases };
};

const RUST_TYPE = /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union)\s+(\w+)/;

/** `instance (Show a) => Base (Cart a) where` */
export const haskellInstance: HeaderReader = ({ lines }, line) => {
  const first = lines[line - 1] ?? '';
  if (!/^(?:deriving\s.*)?instance\b/.test(first)) return undefined;
  const below = lines.slice(line - 1, line + 4);
  const at = below.findIndex((text) => /\bwhere\b/.test(text));
  const text = below
    .slice(0, at < 0 ? 1 : at + 1)
    .map((one) => one.trim())
    .join(' ');
  const [, said = ''] =
    /\binstance\b(?:\s*\{-#.*?#-\})?(?:\s*forall[^.]*\.)?(.*?)(?:\swhere\b.*)?$/.exec(text) ?? [];
  const [base = '', ...types] = (said.split('=>').at(-1) ?? '').trim().split(/\s+/);
  const name = types.join(' ').replace(/^\((.*)\)$/, '$1');
  return {
    name,
    kind: 'type',
    line,
    end: line,
    text: text.replace(/\s+where\b.*$/, ''),
    bases: basesIn(base, 'implements'),
  };
};

/** `deriving (Base, Eq)` below `data Cart` */
export const haskellDeriving: HeaderReader = ({ lines }, line) => {
  const text = lines[line - 1] ?? '';
  if (/^\S*instance\b|\binstance\b/.test(text)) return undefined;
  const [, listed] =
    /\bderiving\s+(?:(?:stock|newtype|anyclass)\s+)?\(?([\w., ]+)/.exec(text) ?? [];
  if (listed === undefined) return undefined;
  const above =
    lines
      .slice(Math.max(0, line - MAX_LINES_ABOVE), line)
      .findLast((one) => HASKELL_TYPE.test(one)) ?? '';
  const [declared = '', name] = HASKELL_TYPE.exec(above) ?? [];
  if (name === undefined) return undefined;
  const said = `${declared} … ${text.trim().slice(text.trim().indexOf('deriving'))}`;
  return { name, kind: 'type', line, end: line, text: said, bases: basesIn(listed, 'derives') };
};

const HASKELL_TYPE = /^(?:data|newtype)\s+(?:instance\s+)?(\w+)/;
