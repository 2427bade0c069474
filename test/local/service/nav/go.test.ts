import { beforeAll, describe, expect, it } from 'vitest';
import { createNavigationHarness, type NavigationHarness } from './navigation-harness.js';

const SHOP = {
  'go.mod': 'module example.com/acme/shop\n\ngo 1.22\n',
  'cart/cart.go': `package cart

import (
	"fmt"
	"example.com/acme/shop/money"
)

type Item struct {
	Name  string
	Price money.Amount
}

type Cart struct {
	Store
	items []Item
	log   *Log
}

type Adder interface {
	Add(item Item) *Cart
}

func New(log *Log) (*Cart, error) {
	c := &Cart{log: log, items: nil}
	return c, nil
}

func (c *Cart) Add(item Item) *Cart {
	c.items = append(c.items, item)
	c.log.Write(item.Name)
	c.Touch()
	fmt.Println(limit)
	return c
}

func (c *Cart) Cost() money.Amount {
	var sum money.Amount
	for _, item := range c.items {
		sum += item.Price
	}
	return money.Round(sum)
}
`,
  'cart/log.go': `package cart

const limit = 99

type Log struct{}

func (l Log) Add(text string) {}

func (l *Log) Write(text string) {
	l.Add(text)
	limit := len(text)
	_ = limit
}

type Store struct{}

func (s *Store) Touch() {}
`,
  'cart/cart_test.go': `package cart

func testAdd() {
	c, _ := New(&Log{})
	c.Add(Item{Name: "tea"}).Add(Item{})
	var adder Adder = c
	adder.Add(Item{})
}
`,
  'money/money.go': `package money

type Amount int

func Round(a Amount) Amount { return a }

func (a Amount) Cents() int { return int(a) }
`,
  'other/other.go': `package other

type Cart struct{}

func (c Cart) Add(n int) {}

func Round() {
	Cart{}.Add(1)
}
`,
};
const APP = {
  'go.mod': 'module example.com/acme/app\n',
  'main.go': `package main

import (
	m "example.com/acme/shop/money"
	. "example.com/acme/shop/other"
	"example.com/acme/shop/cart"
	"example.com/elsewhere/thing"
)

func main() {
	c, err := cart.New(nil)
	c.Add(cart.Item{Name: "tea"})
	m.Round(c.Cost())
	c.Cost().Cents()
	Round()
	thing.Add(err)
	switch v := unknown().(type) {
	case *cart.Log:
		v.Add("x")
	}
}

func twice(list []interface{}, f func(int) interface{}) {
	f(1).Add(2)
}
`,
};

let nav: NavigationHarness;
beforeAll(async () => {
  nav = await createNavigationHarness({ shop: SHOP, app: APP });
});

const ADD = 'shop/cart/cart.go: func (c *Cart) Add(item Item) *Cart {';
const LOG_ADD = 'shop/cart/log.go: func (l Log) Add(text string) {}';

describe('definitions in Go', () => {
  it.each([
    [
      'a type of another package',
      'shop/cart/cart.go',
      'money.Amount',
      ['shop/money/money.go: type Amount int'],
    ],
    [
      'a name of another file of the package',
      'shop/cart/cart.go',
      'limit',
      ['shop/cart/log.go: const limit = 99'],
    ],
    ['a type of another file', 'shop/cart/cart.go', 'Log', ['shop/cart/log.go: type Log struct{}']],
    [
      'a method of a field',
      'shop/cart/cart.go',
      'Write',
      ['shop/cart/log.go: func (l *Log) Write(text string) {'],
    ],
    [
      'a method of an embedded type',
      'shop/cart/cart.go',
      'Touch',
      ['shop/cart/log.go: func (s *Store) Touch() {}'],
    ],
    [
      'a field of an element',
      'shop/cart/cart.go',
      'item.Price',
      ['shop/cart/cart.go: Price money.Amount'],
    ],
    ['a key of a literal', 'shop/cart/cart_test.go', 'Name', ['shop/cart/cart.go: Name  string']],
    [
      'a shadowed constant',
      'shop/cart/log.go',
      'limit',
      ['shop/cart/log.go: const limit = 99', 'shop/cart/log.go: limit := len(text)'],
    ],
    [
      'methods by their receivers',
      'shop/cart/cart_test.go',
      'Add',
      ['shop/cart/cart.go: Add(item Item) *Cart', ADD],
    ],
    ['a method of the one type', 'shop/cart/log.go', 'Log.Add', [LOG_ADD]],
    [
      'another repository',
      'app/main.go',
      'cart.New',
      ['shop/cart/cart.go: func New(log *Log) (*Cart, error) {'],
    ],
    [
      'an imported package by another name',
      'app/main.go',
      'm.Round',
      ['shop/money/money.go: func Round(a Amount) Amount { return a }'],
    ],
    [
      'without a dot',
      'app/main.go',
      'Round',
      [
        'shop/money/money.go: func Round(a Amount) Amount { return a }',
        'shop/other/other.go: func Round() {',
      ],
    ],
    [
      'a method of what a method gives',
      'app/main.go',
      'Cents',
      ['shop/money/money.go: func (a Amount) Cents() int { return int(a) }'],
    ],
    ['a type switch, and what cannot be followed', 'app/main.go', 'Add', [ADD, LOG_ADD, 'unknown']],
    ['what no repository has', 'app/main.go', 'thing', []],
  ])('%s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.definitions(at, symbol)).toEqual(expected);
  });
});

describe('references in Go', () => {
  it.each([
    [
      'a method by its receiver',
      'shop/cart/cart.go',
      'Cart.Add',
      [
        'app/main.go: c.Add(cart.Item{Name: "tea"})',
        'shop/cart/cart_test.go: c.Add(Item{Name: "tea"}).Add(Item{})',
      ],
    ],
    [
      'the method of the other type',
      'shop/cart/log.go',
      'Log.Add',
      ['app/main.go: v.Add("x")', 'shop/cart/log.go: l.Add(text)'],
    ],
    [
      'an interface',
      'shop/cart/cart.go',
      'Adder.Add',
      ['shop/cart/cart_test.go: adder.Add(Item{})', 'unsure app/main.go: f(1).Add(2)'],
    ],
    [
      'the same name of another package',
      'shop/other/other.go',
      'Cart.Add',
      ['shop/other/other.go: Cart{}.Add(1)', 'unsure app/main.go: f(1).Add(2)'],
    ],
    [
      'a function of the one package',
      'shop/money/money.go',
      'Round',
      ['app/main.go: m.Round(c.Cost())', 'shop/cart/cart.go: return money.Round(sum)'],
    ],
    ['the function of the other', 'shop/other/other.go', 'Round', ['app/main.go: Round()']],
    ['a constant', 'shop/cart/log.go', 'limit', ['shop/cart/cart.go: fmt.Println(limit)']],
    [
      'a field',
      'shop/cart/cart.go',
      'Item.Name',
      [
        'app/main.go: c.Add(cart.Item{Name: "tea"})',
        'shop/cart/cart.go: c.log.Write(item.Name)',
        'shop/cart/cart_test.go: c.Add(Item{Name: "tea"}).Add(Item{})',
      ],
    ],
  ])('%s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.references(at, symbol)).toEqual(expected);
  });
});
