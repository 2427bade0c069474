import { functionOrTypeAround, type HeaderReader, oneLine, typeAround } from './header-reader.js';
import { headerText, outsideBrackets, shortHeader } from './header-text.js';
import { basesIn } from './type-header.js';

/** C: `static const struct base cart = {`, a table of functions. */
export const cValue: HeaderReader = (file, line) => {
  const [, type = '', name] =
    /^(?:(?:static|const|extern)\s+)*(?:struct\s+)?(\w+)\s+(?:const\s+)?(\w+)\s*=\s*\{/.exec(
      file.lines[line - 1] ?? '',
    ) ?? [];
  if (name === undefined) return undefined;
  const said = { name, bases: basesIn(type, 'base') };
  return { ...oneLine(file, line, said), kind: 'value' };
};

/** TypeScript: `const cart: Base = {` */
export const scriptValue: HeaderReader = (file, line) => {
  const [, name, type = ''] =
    /^\s*(?:export\s+)?const\s+([\w$]+)\s*:\s*([\w$.]+)(?:<[^=]*>)?\s*=\s*\{/.exec(
      file.lines[line - 1] ?? '',
    ) ?? [];
  if (name === undefined) return undefined;
  const said = { name, bases: basesIn(type, 'implements') };
  return { ...oneLine(file, line, said), kind: 'value' };
};

const ALIAS = /^\s*(?:export\s+)?(?:declare\s+)?type\s+[\w$]+/;
const ALIAS_STYLE = {
  comment: '//',
  ends: ';',
  hasAngles: true,
  goesOn: /^[&=|<]/,
  begins: (line: string) => ALIAS.test(line),
};

/** TypeScript: `type Cart = Base<Item> & Priced` */
export const scriptAlias: HeaderReader = ({ lines }, line) => {
  const first = lines[line - 1] ?? '';
  if (!ALIAS.test(first)) return undefined;
  const { text, written, end } = headerText(lines, line, ALIAS_STYLE);
  const [, name, is = ''] = /\btype ([\w$]+) ?=(.*)$/.exec(outsideBrackets(text, true)) ?? [];
  if (name === undefined || !/^[\s\w$.&]+$/.test(is)) return undefined;
  return {
    name,
    kind: 'alias',
    line,
    end,
    text: shortHeader(written),
    bases: basesIn(is, 'extends', /&/),
  };
};

/** JavaScript without classes: `inherits(Cart, Base)`, `Cart.prototype = Object.create(Base.prototype)`. */
export const scriptInherits: HeaderReader = (file, line) => {
  const text = file.lines[line - 1] ?? '';
  const [, name, base = ''] =
    /\binherits\(\s*([\w$.]+)\s*,\s*([\w$.]+)\s*\)/.exec(text) ??
    /^\s*([\w$.]+)\.prototype\s*=\s*Object\.create\(\s*([\w$.]+)\.prototype\b/.exec(text) ??
    [];
  if (name === undefined) return undefined;
  return oneLine(file, line, { name, bases: basesIn(base, 'extends') });
};

/** `new Base() {` of Java and Scala, `object : Base {` of Kotlin, `new class extends Base {` of PHP: a class without a name. */
export const anonymousClass: HeaderReader = (file, line) => {
  const text = file.lines[line - 1] ?? '';
  if (/^\s*(?:\*|\/\/)/.test(text)) return undefined;
  const [, how, own = ''] =
    /\bnew\s+class\b[^{]{0,200}?\b(extends|implements)\s+([\w\\]+)/.exec(text) ?? [];
  const [, base = own] =
    /\bnew\s+([\w.]+)(?:<[^<>(]*>)?\s*\([^{}]*\)\s*\{\s*(?:\/\/.*)?$/.exec(text) ??
    /\bobject\s*:\s*([\w.]+)/.exec(text) ??
    [];
  if (base === '') return undefined;
  const name = functionOrTypeAround(file, line)?.name ?? '';
  const relation = how === 'extends' || how === 'implements' ? how : 'base';
  const said = { name, bases: basesIn(base, relation) };
  return { ...oneLine(file, line, said), kind: 'anonymous' };
};

/** PHP: `use Base;` in a class, which takes in a trait. */
export const phpTrait: HeaderReader = (file, line) => {
  const [, used = ''] = /^\s+use\s+([\w\\, ]+)[;{]/.exec(file.lines[line - 1] ?? '') ?? [];
  const around = used === '' ? undefined : typeAround(file, line);
  if (!around) return undefined;
  return oneLine(file, line, { name: around.name, bases: basesIn(used, 'includes') });
};
