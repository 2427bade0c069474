import { beforeAll, describe, expect, it } from 'vitest';
import { createNavigationHarness, type NavigationHarness } from './navigation-harness.js';

const MAIN = 'src/main/java/com/acme/shop';
const SHOP = {
  [`${MAIN}/Cart.java`]: `package com.acme.shop;

import com.acme.shop.money.*;
import static com.acme.shop.money.Rates.round;
import static com.acme.shop.money.Rates.*;
import java.util.List;

public class Cart extends Store<Item> implements Adder {
  private final List<Item> items = new ArrayList<>();
  private final Log log;
  static class Line {
    int count;
    void add(int n) { count += n; }
  }
  enum Kind { PLAIN, GIFT }
  public Cart(Log log) { this.log = log; }
  @Override
  public Cart add(Item item) {
    items.add(item);
    log.write(item.name());
    touch();
    new Line().add(1);
    return this;
  }
  public Cart add(Item item, int count) {
    for (var one : items) one.name();
    return add(item);
  }
  Amount cost() {
    Kind kind = Kind.GIFT;
    return round(new Amount(rate));
  }
}

class Helper {
  static int help(int items) { return items; }
}
`,
  [`${MAIN}/Store.java`]: `package com.acme.shop;
abstract class Store<T> {
  protected void touch() {}
}
`,
  [`${MAIN}/Adder.java`]: `package com.acme.shop;
public interface Adder {
  Cart add(Item item);
}
`,
  [`${MAIN}/Item.java`]: `package com.acme.shop;
public record Item(String name, int price) {
  public String name() { return name; }
}
`,
  [`${MAIN}/Log.java`]: `package com.acme.shop;
public class Log {
  void add(String text) {}
  void write(String text) {
    this.add(text);
    Helper.help(1);
  }
}
`,
  [`${MAIN}/money/Amount.java`]: `package com.acme.shop.money;
public class Amount {
  public final int cents;
  public Amount(int cents) { this.cents = cents; }
}
`,
  [`${MAIN}/money/Rates.java`]: `package com.acme.shop.money;
public final class Rates {
  public static final int rate = 2;
  public static Amount round(Amount amount) { return amount; }
}
`,
  'src/test/java/com/acme/shop/CartTest.java': `package com.acme.shop;
class CartTest {
  void adds() {
    Cart cart = new Cart(new Log());
    cart.add(new Item("tea", 1)).add(null, 2);
    Adder adder = cart;
    adder.add(null);
    Cart.Line line = new Cart.Line();
    line.add(cart.cost().cents);
  }
}
`,
};
const APP = {
  'App.java': `package com.acme.app;

import com.acme.shop.Cart;
import com.acme.shop.Cart.Line;
import com.other.Cartographer;

class App {
  class Rates { int rate = 1; }
  void run(Cartographer map) {
    Cart cart = new Cart(null);
    cart.add(null);
    map.add(null);
    Line line = new Line();
    if (cart.cost() instanceof Object found) found.add();
    Runnable later = () -> cart.add(null);
    each(it -> it.add(null));
    System.out.println(new Rates().rate);
  }
}
`,
};

let nav: NavigationHarness;
beforeAll(async () => {
  nav = await createNavigationHarness({ shop: SHOP, app: APP });
});

const at = (name: string) => `shop/${MAIN}/${name}`;
const TEST = 'shop/src/test/java/com/acme/shop/CartTest.java';
const ADDS = [
  at('Cart.java: public Cart add(Item item) {'),
  at('Cart.java: public Cart add(Item item, int count) {'),
];

describe('definitions in Java', () => {
  it.each([
    [
      'a class of the same package',
      at('Cart.java'),
      'Item',
      [at('Item.java: public record Item(String name, int price) {')],
    ],
    [
      'a class of a package of which all is imported',
      at('Cart.java'),
      'Amount',
      [at('money/Amount.java: public class Amount {')],
    ],
    [
      'a static import',
      at('Cart.java'),
      'round',
      [at('money/Rates.java: public static Amount round(Amount amount) { return amount; }')],
    ],
    [
      'one of all static names',
      at('Cart.java'),
      'rate',
      [at('money/Rates.java: public static final int rate = 2;')],
    ],
    [
      'an inherited method',
      at('Cart.java'),
      'touch',
      [at('Store.java: protected void touch() {}')],
    ],
    [
      'a method of a field',
      at('Cart.java'),
      'log.write',
      [at('Log.java: void write(String text) {')],
    ],
    ['a nested class', at('Cart.java'), 'Line', [at('Cart.java: static class Line {')]],
    [
      'a constant of an enum',
      at('Cart.java'),
      'Kind.GIFT',
      [at('Cart.java: enum Kind { PLAIN, GIFT }')],
    ],
    [
      'a member of an element',
      at('Cart.java'),
      'one.name',
      [
        at('Item.java: public String name() { return name; }'),
        at('Item.java: public record Item(String name, int price) {'),
      ],
    ],
    ['a class that shares a file', at('Log.java'), 'Helper', [at('Cart.java: class Helper {')]],
    ['overloads, and a nested class', TEST, 'Cart.add', ADDS],
    [
      'a method of a nested class',
      TEST,
      'line.add',
      [at('Cart.java: void add(int n) { count += n; }')],
    ],
    ['a method of an interface', TEST, 'adder.add', [at('Adder.java: Cart add(Item item);')]],
    [
      'a field of what a method gives',
      TEST,
      'cents',
      [at('money/Amount.java: public final int cents;')],
    ],
    [
      'another repository',
      'app/App.java',
      'Cart',
      [at('Cart.java: public class Cart extends Store<Item> implements Adder {')],
    ],
    ['its nested class', 'app/App.java', 'Line', [at('Cart.java: static class Line {')]],
    [
      'an inner class of the same name',
      'app/App.java',
      'rate',
      ['app/App.java: class Rates { int rate = 1; }'],
    ],
    ['what no repository has', 'app/App.java', 'Cartographer', []],
  ])('%s', async (_what, ...[from, symbol, expected]) => {
    expect(await nav.definitions(from, symbol)).toEqual(expected);
  });
});

describe('references in Java', () => {
  it.each([
    [
      'a method, not that of another class',
      at('Cart.java'),
      'Cart.add',
      [
        'app/App.java: Runnable later = () -> cart.add(null);',
        'app/App.java: cart.add(null);',
        at('Cart.java: return add(item);'),
        `${TEST}: cart.add(new Item("tea", 1)).add(null, 2);`,
      ],
    ],
    [
      'that of a nested class',
      at('Cart.java'),
      'Line.add',
      [
        at('Cart.java: new Line().add(1);'),
        `${TEST}: line.add(cart.cost().cents);`,
        'unsure app/App.java: each(it -> it.add(null));',
      ],
    ],
    [
      'that of another class',
      at('Log.java'),
      'Log.add',
      [at('Log.java: this.add(text);'), 'unsure app/App.java: each(it -> it.add(null));'],
    ],
    [
      'a static method',
      at('money/Rates.java'),
      'round',
      [
        at('Cart.java: import static com.acme.shop.money.Rates.round;'),
        at('Cart.java: return round(new Amount(rate));'),
      ],
    ],
    [
      'a static field, not one of an inner class',
      at('money/Rates.java'),
      'rate',
      [at('Cart.java: return round(new Amount(rate));')],
    ],
    [
      'a class',
      at('Log.java'),
      'Log',
      [
        at('Cart.java: private final Log log;'),
        at('Cart.java: public Cart(Log log) { this.log = log; }'),
        `${TEST}: Cart cart = new Cart(new Log());`,
      ],
    ],
    [
      'a nested class',
      at('Cart.java'),
      'Line',
      [
        'app/App.java: Line line = new Line();',
        'app/App.java: import com.acme.shop.Cart.Line;',
        at('Cart.java: new Line().add(1);'),
        `${TEST}: Cart.Line line = new Cart.Line();`,
      ],
    ],
  ])('%s', async (_what, ...[from, symbol, expected]) => {
    expect(await nav.references(from, symbol)).toEqual(expected.sort());
  });
});
