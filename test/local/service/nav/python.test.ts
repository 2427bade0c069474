import { beforeAll, describe, expect, it } from 'vitest';
import { createNavigationHarness, type NavigationHarness } from './navigation-harness.js';

const SHOP = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'src/shop/__init__.py': `
from .cart import Cart as Basket
from .money import *
from . import prices
`,
  'src/shop/cart.py': `
from __future__ import annotations
from typing import List, Optional
from .store import Store, Item
from . import money
import shop.prices as price_list
import shop.money

class Cart(Store):
    limit = 99

    def __init__(self, log: "Log"):
        self.items: List[Item] = []
        self.log = log

    @property
    def first(self) -> Item:
        return self.items[0]

    def add(self, item: Item) -> Cart:
        self.items.append(item)
        self.log.write(item.name)
        self.touch()
        if len(self.items) > self.limit:
            raise TooMany(item)
        return self

    @classmethod
    def empty(cls) -> Cart:
        return cls(Log())

    class TooMany(Exception):
        pass

class TooMany(Exception):
    pass

class Log:
    def add(self, text):
        pass
    def write(self, text):
        self.add(text)

def cost(cart: Optional[Cart]):
    total = 0
    for item in cart.items:
        total += item.price
    return money.total([total]) + price_list.rate + shop.money.total([])

def limit(limit):
    return [limit for limit in range(limit)]
`,
  'src/shop/store.py': `
class Item:
    name: str
    price: int

class Store:
    def touch(self):
        pass
`,
  'src/shop/money.py': `
def total(items):
    total = sum(items)
    return total

def __hidden():
    pass
`,
  'src/shop/prices/__init__.py': `
from ._rates import rate
`,
  'src/shop/prices/_rates.py': `
rate = 2
def change():
    global rate
    rate = 3
`,
  'tests/test_cart.py': `
from shop import Basket, total, prices
from shop.cart import Log as Journal

def test_adds():
    basket = Basket(Journal())
    basket.add(1).add(2)
    Basket.empty().add(3)
    with open("x") as file, Basket(None) as opened:
        opened.touch()
    assert total([basket.first.price]) == prices.rate
`,
};
const APP = {
  'main.py': `
import shop
import helper
from shop.money import total as sum_up
from elsewhere import thing

def run(unknown):
    cart = shop.Basket(None)
    cart.add(helper.one())
    unknown.add(1)
    thing.add(2)
    return sum_up([]) + shop.total([])
`,
  'helper.py': `
def one():
    return 1
total = 5
print(total)
`,
};

let nav: NavigationHarness;
beforeAll(async () => {
  nav = await createNavigationHarness({ shop: SHOP, app: APP });
});

describe('definitions in Python', () => {
  it.each([
    [
      'an alias behind a package',
      'shop/tests/test_cart.py',
      'Basket',
      ['shop/src/shop/cart.py: class Cart(Store):'],
    ],
    ['an alias', 'shop/tests/test_cart.py', 'Journal', ['shop/src/shop/cart.py: class Log:']],
    [
      'what a star brings',
      'shop/tests/test_cart.py',
      'total',
      ['shop/src/shop/money.py: def total(items):'],
    ],
    [
      'a name of a module within',
      'shop/tests/test_cart.py',
      'prices.rate',
      ['shop/src/shop/prices/_rates.py: rate = 2'],
    ],
    [
      'a method through calls',
      'shop/tests/test_cart.py',
      'add',
      ['shop/src/shop/cart.py: def add(self, item: Item) -> Cart:'],
    ],
    [
      'a class method',
      'shop/tests/test_cart.py',
      'Basket.empty',
      ['shop/src/shop/cart.py: def empty(cls) -> Cart:'],
    ],
    [
      'an inherited method',
      'shop/tests/test_cart.py',
      'touch',
      ['shop/src/shop/store.py: def touch(self):'],
    ],
    [
      'a member of a property',
      'shop/tests/test_cart.py',
      'price',
      ['shop/src/shop/store.py: price: int'],
    ],
    [
      'a module of the package',
      'shop/src/shop/cart.py',
      'money.total',
      ['shop/src/shop/money.py: def total(items):'],
    ],
    [
      'import x as y',
      'shop/src/shop/cart.py',
      'price_list.rate',
      ['shop/src/shop/prices/_rates.py: rate = 2'],
    ],
    [
      'what self holds',
      'shop/src/shop/cart.py',
      'self.log',
      ['shop/src/shop/cart.py: self.log = log'],
    ],
    [
      'a method of what self holds',
      'shop/src/shop/cart.py',
      'log.write',
      ['shop/src/shop/cart.py: def write(self, text):'],
    ],
    [
      'a member of an element',
      'shop/src/shop/cart.py',
      'item.price',
      ['shop/src/shop/store.py: price: int'],
    ],
    [
      'not what is in the class',
      'shop/src/shop/cart.py',
      'TooMany',
      ['shop/src/shop/cart.py: class TooMany(Exception):'],
    ],
    ['another repository', 'app/main.py', 'sum_up', ['shop/src/shop/money.py: def total(items):']],
    [
      'a member of its package',
      'app/main.py',
      'shop.Basket',
      ['shop/src/shop/cart.py: class Cart(Store):'],
    ],
    ['a module beside a script', 'app/main.py', 'helper.one', ['app/helper.py: def one():']],
    [
      'some that cannot be followed',
      'app/main.py',
      'add',
      ['shop/src/shop/cart.py: def add(self, item: Item) -> Cart:', 'unknown'],
    ],
    ['what no repository has', 'app/main.py', 'thing', []],
  ])('%s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.definitions(at, symbol)).toEqual(expected);
  });
});

describe('references in Python', () => {
  it.each([
    [
      'a method, not that of another class',
      'shop/src/shop/cart.py',
      'Cart.add',
      [
        'app/main.py: cart.add(helper.one())',
        'shop/tests/test_cart.py: Basket.empty().add(3)',
        'shop/tests/test_cart.py: basket.add(1).add(2)',
      ],
    ],
    [
      'the other class',
      'shop/src/shop/cart.py',
      'Log.add',
      ['shop/src/shop/cart.py: self.add(text)', 'unsure app/main.py: unknown.add(1)'],
    ],
    [
      'a function of the one module',
      'shop/src/shop/money.py',
      'total',
      [
        'app/main.py: from shop.money import total as sum_up',
        'app/main.py: return sum_up([]) + shop.total([])',
        'shop/src/shop/cart.py: return money.total([total]) + price_list.rate + shop.money.total([])',
        'shop/tests/test_cart.py: assert total([basket.first.price]) == prices.rate',
        'shop/tests/test_cart.py: from shop import Basket, total, prices',
      ],
    ],
    ['a name of the other', 'app/helper.py', 'total', ['app/helper.py: print(total)']],
    [
      'a class under another name',
      'shop/src/shop/cart.py',
      'Cart',
      [
        'app/main.py: cart = shop.Basket(None)',
        'shop/src/shop/__init__.py: from .cart import Cart as Basket',
        'shop/src/shop/cart.py: def add(self, item: Item) -> Cart:',
        'shop/src/shop/cart.py: def cost(cart: Optional[Cart]):',
        'shop/src/shop/cart.py: def empty(cls) -> Cart:',
        'shop/tests/test_cart.py: Basket.empty().add(3)',
        'shop/tests/test_cart.py: basket = Basket(Journal())',
        'shop/tests/test_cart.py: from shop import Basket, total, prices',
        'shop/tests/test_cart.py: with open("x") as file, Basket(None) as opened:',
      ],
    ],
    [
      'a variable that is changed',
      'shop/src/shop/prices/_rates.py',
      'rate',
      [
        'shop/src/shop/cart.py: return money.total([total]) + price_list.rate + shop.money.total([])',
        'shop/src/shop/prices/__init__.py: from ._rates import rate',
        'shop/src/shop/prices/_rates.py: rate = 3',
        'shop/tests/test_cart.py: assert total([basket.first.price]) == prices.rate',
      ],
    ],
  ])('%s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.references(at, symbol)).toEqual(expected);
  });
});

it('what a library makes through a class may be one of it, other than what it makes by itself', async () => {
  const harbour = await createNavigationHarness({
    harbour: {
      'models.py': `
from orm import Model

class Boat(Model):
    def moor(self):
        return 3
`,
      'use.py': `
import orm
from models import Boat

def one(number):
    boat = Boat.objects.get(number)
    boat.moor()

def two(number):
    other = orm.get(number)
    other.moor()  # of the library
`,
    },
  });
  expect(await harbour.references('harbour/models.py', 'moor')).toEqual([
    'unsure harbour/use.py: boat.moor()',
  ]);
});
