import { type HeaderReader, oneLine, typeAround } from './header-reader.js';
import { headerText, outsideBrackets } from './header-text.js';
import { basesIn } from './type-header.js';

const PYTHON_STYLE = {
  ...{ comment: '#', ends: ':', hasAngles: false, goesOn: /^$/ },
  begins: (line: string) => /^\s*class\s/.test(line),
};

/** `class Cart(Base, shop.Priced[int], metaclass=Meta):` */
export const pythonClass: HeaderReader = ({ lines }, line) => {
  const first = lines[line - 1] ?? '';
  const [, name] = /^\s*class\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(first) ?? [];
  if (name === undefined) return undefined;
  const { text, written, end } = headerText(lines, line, PYTHON_STYLE);
  const listed = text
    .replace(/^class\s+[\p{L}_][\p{L}\p{N}_]*\s*(?:\[[^\]]*\])?\s*\(?/u, '')
    .replace(/\)\s*$/, '');
  const positional = outsideBrackets(listed, false)
    .split(',')
    .filter((one) => !/[=*]/.test(one));
  return {
    name,
    kind: 'type',
    line,
    end,
    text: written,
    bases: basesIn(positional.join(','), 'extends'),
  };
};

/** `class Cart < Base`, `Cart = Class.new(Base)`. */
export const rubyClass: HeaderReader = (file, line) => {
  const text = file.lines[line - 1] ?? '';
  const [, name, base] =
    /^\s*class\s+([A-Z][\w:]*)\s*<\s*([\w:]+)/.exec(text) ??
    /^\s*([A-Z]\w*)\s*=\s*(?:::)?Class\.new\(\s*([A-Z][\w:]*)\s*\)/.exec(text) ??
    [];
  if (name === undefined || base === undefined) return undefined;
  const own = text.replace(/\s#.*$/, '').trim();
  return oneLine(file, line, { name, text: own, bases: basesIn(base, 'extends') });
};

/** `include Base` in a class or a module. */
export const rubyInclude: HeaderReader = (file, line) => {
  const text = file.lines[line - 1] ?? '';
  const [, included] = /^\s*(?:include|extend|prepend)[\s(]\s*([A-Z][\w:, ]*)/.exec(text) ?? [];
  const around = included === undefined ? undefined : typeAround(file, line);
  if (included === undefined || !around) return undefined;
  return oneLine(file, line, { name: around.name, bases: basesIn(included, 'includes') });
};

/** `@behaviour Base`, `use Base`; `defimpl Base, for: Cart`. */
export const elixirModule: HeaderReader = (file, line) => {
  const text = file.lines[line - 1] ?? '';
  const [, protocol, given] =
    /^\s*defimpl\s+([A-Z][\w.]*)(?:\s*,\s*for:\s*([\w.[][\w., [\]]*))?/.exec(text) ?? [];
  if (protocol !== undefined) {
    const name = given?.replace(/\s+do\s*$/, '').trim() ?? moduleAround(file, line);
    return oneLine(file, line, { name, bases: basesIn(protocol, 'implements') });
  }
  const [, how, behaviour] = /^\s*(@behaviour|use)\s+([A-Z][\w.]*)/.exec(text) ?? [];
  if (behaviour === undefined) return undefined;
  const relation = how === 'use' ? 'includes' : 'implements';
  return oneLine(file, line, {
    name: moduleAround(file, line),
    bases: basesIn(behaviour, relation),
  });
};

/** By its full name. */
const moduleAround = (...[file, line]: Parameters<HeaderReader>): string => {
  const around = typeAround(file, line);
  const [, name] = /^\s*defmodule\s+([\w.]+)/.exec(file.lines[(around?.line ?? 0) - 1] ?? '') ?? [];
  return name ?? around?.name ?? '';
};
