import { describe, expect, it } from 'vitest';
import { typeHeaders } from '../../../../../local/service/engine/search/facts/headers/type-headers.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';

/** Each as `Name: how Base, how Base`. */
function basesIn(path: string, text: string): string[] {
  const lines = text.split('\n');
  return typeHeaders({ path, lines, outline: outlineOf(path, lines) })
    .filter(({ bases }) => bases.length > 0)
    .map(({ name, bases }) => {
      const all = bases.map((one) => `${one.relation} ${[...one.owners, one.name].join('.')}`);
      return `${name}: ${all.join(', ')}`;
    });
}

describe('what a type is based on', () => {
  it.each([
    [
      'a.ts',
      'export class Cart<T extends Item> extends Base<T> implements Priced, shop.Open {',
      ['Cart: extends Base, implements Priced, implements shop.Open'],
    ],
    [
      'a.ts',
      'export interface Cart extends Priced, Open {}',
      ['Cart: extends Priced, extends Open'],
    ],
    [
      'a.ts',
      'class Cart<\n  T,\n  U = (one: T) => void,\n>\n  extends Base<T>\n  implements Priced\n{',
      ['Cart: extends Base, implements Priced'],
    ],
    ['a.ts', 'const Cart = class extends Base {', ['Cart: extends Base']],
    ['a.ts', 'export const cart: Priced<Item> = {', ['cart: implements Priced']],
    ['a.ts', 'export type Cart<T> = Base<T> & Priced;', ['Cart: extends Base, extends Priced']],
    ['a.ts', 'type Cart = Base | Priced;', []],
    ['a.ts', '// class Cart extends Base {\n * a class Cart extends Base', []],
    ['a.js', 'util.inherits(Cart, Base);', ['Cart: extends Base']],
    ['a.js', 'Cart.prototype = Object.create(Base.prototype);', ['Cart: extends Base']],
    [
      'A.java',
      'public final class Cart<T extends Item> extends Base<T> implements Priced, Open {',
      ['Cart: extends Base, implements Priced, implements Open'],
    ],
    [
      'A.java',
      'record Cart(int size, List<Item> items) implements Priced {',
      ['Cart: implements Priced'],
    ],
    [
      'A.java',
      'class Shop {\n  Priced cheap() {\n    return new Priced<Item>() {\n',
      ['cheap: base Priced'],
    ],
    [
      'A.kt',
      'class Cart(\n    val size: Int = if (a < b) 1 else 2,\n) : Base(size),\n    Priced by prices {',
      ['Cart: base Base, base Priced'],
    ],
    ['A.kt', 'data object Cart : Priced', ['Cart: base Priced']],
    ['A.kt', 'fun cheap() {\n    val one = object : Priced {\n', ['cheap: base Priced']],
    ['A.kt', 'val text = """\n    class Cart : Base()\n"""', []],
    [
      'A.cs',
      '[Serializable]\npublic sealed partial class Cart<T> : Base<T>, IPriced where T : IItem\n{',
      ['Cart: base Base, base IPriced'],
    ],
    ['A.cs', 'public record struct Cart(int Size) : IPriced;', ['Cart: base IPriced']],
    [
      'A.swift',
      '@MainActor public final class Cart<T>: Base, @unchecked Sendable where T: Item {',
      ['Cart: base Base, base Sendable'],
    ],
    ['A.swift', 'extension Shop.Cart: Priced {}', ['Shop.Cart: base Priced']],
    ['A.swift', 'extension Cart where Self: Priced {', []],
    [
      'a.rs',
      "impl<'a, T: 'a> shop::Priced<T> for Cart<'a, T>\nwhere\n    T: Item,\n{",
      ['Cart: implements shop.Priced'],
    ],
    [
      'a.rs',
      '#[derive(Debug, Priced)]\n#[serde(rename)]\npub(crate) struct Cart {',
      ['Cart: derives Debug, derives Priced'],
    ],
    ['a.rs', 'pub trait Cart: Priced + Send {', ['Cart: base Priced, base Send']],
    ['a.rs', 'impl Cart {\nimpl !Send for Cart {}', []],
    [
      'a.py',
      'class Cart(Base, shop.Priced[int], metaclass=Meta):',
      ['Cart: extends Base, extends shop.Priced'],
    ],
    [
      'a.py',
      'class Cart(\n    Base,  # the base\n    Priced,\n):',
      ['Cart: extends Base, extends Priced'],
    ],
    ['a.py', '"""\nclass Cart(Base):\n"""', []],
    ['a.py', 'class Ördered(Bäse):\n    pass', ['Ördered: extends Bäse']],
    ['a.rb', 'class Cart < Shop::Base', ['Cart: extends Shop.Base']],
    ['a.rb', 'class Cart\n  include Priced, Open\n', ['Cart: includes Priced, includes Open']],
    [
      'a.php',
      'final class Cart extends \\Shop\\Base implements Priced, Open',
      ['Cart: extends Shop.Base, implements Priced, implements Open'],
    ],
    ['a.php', 'class Cart\n{\n    use Priced;\n', ['Cart: includes Priced']],
    [
      'a.php',
      'function cheap() {\n    return new class (1) extends Base {\n',
      ['cheap: extends Base'],
    ],
    [
      'a.php',
      'function cheap() {\n    return new class implements Priced {\n',
      ['cheap: implements Priced'],
    ],
    [
      'a.ts',
      'class Half extends Base<\nexport class Cart extends Base {',
      ['Half: extends Base', 'Cart: extends Base'],
    ],
    ['a.go', 'var _ shop.Priced = (*Cart)(nil)', ['Cart: implements shop.Priced']],
    [
      'a.go',
      'type Cart struct {\n\tshop.Base\n\t*Priced `json:"a"`\n\tsize int\n}',
      ['Cart: embeds shop.Base, embeds Priced'],
    ],
    ['a.go', 'type Priced interface {\n\tOpen\n\tPrice() int\n}', ['Priced: extends Open']],
    [
      'a.cc',
      'class SHOP_EXPORT Cart final : public shop::Base<int>, private Priced {',
      ['Cart: base shop.Base, base Priced'],
    ],
    ['a.cc', 'template <class T>\nclass Cart : public Base<T> {', ['Cart: base Base']],
    ['a.cc', 'enum class Cart : int {', []],
    ['a.c', 'static const struct priced cart = {', ['cart: base priced']],
    [
      'a.ex',
      'defmodule Shop.Cart do\n  @behaviour Shop.Priced\n  use Open\n',
      ['Shop.Cart: implements Shop.Priced', 'Shop.Cart: includes Open'],
    ],
    ['a.ex', 'defimpl Priced, for: Shop.Cart do', ['Shop.Cart: implements Priced']],
    ['a.hs', 'instance (Show a) => Priced (Cart a) where', ['Cart a: implements Priced']],
    [
      'a.hs',
      'data Cart = Cart Int\n  deriving (Show, Priced)',
      ['Cart: derives Show, derives Priced'],
    ],
    [
      'a.scala',
      'final case class Cart[+F[_]](size: Int)\n    extends Base[F]\n    with Priced',
      ['Cart: extends Base, includes Priced'],
    ],
    [
      'a.dart',
      'class Cart extends Base with Open implements Priced {',
      ['Cart: extends Base, includes Open, implements Priced'],
    ],
    ['a.lua', 'local Cart = setmetatable({}, { __index = Base })', []],
  ] as const)('in %s: %s', (path, text, expected) => {
    expect(basesIn(path, text)).toEqual(expected);
  });

  it('ends with the header', () => {
    const lines = ['class Cart', '  extends Base', '{', '  other = class extends Priced {};', '}'];
    const [cart] = typeHeaders({ path: 'a.ts', lines, outline: [] });
    expect(cart).toMatchObject({ line: 1, end: 3, text: 'class Cart extends Base' });
  });
});
