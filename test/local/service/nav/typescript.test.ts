import { beforeAll, describe, expect, it } from 'vitest';
import { createNavigationHarness, type NavigationHarness } from './navigation-harness.js';

const SHOP = {
  'package.json': '{ "name": "@acme/shop", "main": "dist/index.js" }',
  'src/index.ts': `
export { Cart as Basket } from './cart/index.js';
export * from './money.js';
export * as prices from './prices.js';
export { default as checkout } from './checkout.js';
`,
  'src/cart/index.ts': `export * from './cart';\n`,
  'src/cart/cart.ts': `
import { Store, type Item } from '../store.js';
import type { Listener } from '../types.js';

export class Cart extends Store {
  #items: Item[] = [];
  private log = new Log();
  constructor(private readonly listener: Listener) {
    super();
  }
  get first() {
    return this.#items[0];
  }
  add(item: Item): this {
    this.#items.push(item);
    this.listener.changed(item);
    this.log.write(item.name);
    this.touch();
    return this;
  }
  add2 = (one: Item) => this.add(one);
}

export class Log {
  add(text: string) {}
  write(text: string) {
    this.add(text);
  }
}
`,
  'src/store.ts': `
export interface Item { name: string; price: number }
export abstract class Store {
  touch(): void {}
}
`,
  'src/types.ts': `
import { Item } from './store.js';
export interface Listener {
  changed(item: Item): void;
}
export type Money = number;
export const Money = { of: (value: number): Money => value };
`,
  'src/money.ts': `
export function total(items: number[]) {
  let sum = 0;
  for (const item of items) sum += item;
  return sum;
}
export const rate = 2;
`,
  'src/other.ts': `
export function total() {
  return 0;
}
const rate = 3;
function shadow(rate: number) {
  { const rate = 4; use(rate); }
  return rate;
}
function use(value: number) {
  return value + rate;
}
`,
  'src/prices.ts': `
function round(value: number, digits: number): number;
function round(value: string): number;
function round(value: unknown) {
  return Number(value);
}
export { round };
`,
  'src/checkout.ts': `
import sum, { rate as factor } from './defaults.js';
import * as money from './money.js';
import { Cart, Log as Journal } from './cart/index.js';
import { Money } from './types.js';

export default async function checkout({ items, owner: { name } }: Order) {
  const cart = await open();
  const { first: top, add: put } = cart;
  cart.add(items[0]).add(items[1]);
  new Journal().add(name);
  const price: Money = Money.of(1);
  items.map((item) => item.price);
  return sum(money.total([]), factor) + price;
}
type Item = import('./store.js').Item;
interface Order { items: Item[]; owner: { name: string }; gifts: Record<string, Item> }
export const gift = ({ gifts: all }: Order) => all.first.price + all['last'].price;
export function late(found: unknown) {
  open().then((opened) => opened.log);
  if (found instanceof Journal) found.write('late');
  const both = [new Cart({ changed() {} }), new Journal()];
  return both.map((one) => one.add('x'));
}
async function open(): Promise<Cart> {
  return new Cart({ changed: (item) => item.name });
}
`,
  'src/defaults.ts': `
const factor = 3;
export default function (a: number, b: number) {
  return a * b * factor;
}
export { factor as rate };
`,
  'src/page.tsx': `
import { total } from './money';
export function Row({ amount }: { amount: number }) {
  return <td>{amount}</td>;
}
export const Table = () => <Row amount={total([])} />;
`,
};
const APP = {
  'app.ts': `
import { Basket, total, prices, checkout } from '@acme/shop';
import { readFile } from 'node:fs';
const basket = new Basket({ changed() {} });
basket.add({ name: 'tea', price: 1 });
checkout(total([prices.round('1')]));
`,
  'old.js': `
const { total } = require('@acme/shop');
const shop = require('@acme/shop');
const util = require('./util');
module.exports = { sum: () => total([]) + shop.total([]) };
util.twice(1);
`,
  'util.js': `
exports.twice = (x) => x * 2;
function Thing() { this.size = 1; }
class Box { constructor() { this.width = 1; } grow() { this.width += 1; } }
module.exports.Box = Box;
`,
  'moor.js': `
module.exports = moor;
function moor(rope) { return rope; }
`,
  'pier.js': `
const moor = require('./moor');
moor(1);
`,
  'quay.js': `
const tie = require('./moor');
function moor(rope) { return tie(rope); }
moor(2);
`,
  'ferry.mjs': `
import fasten from './moor.js';
fasten(3);
`,
  'uses-util.mjs': `
import { Box, twice } from './util.js';
import whole from './old.js';
new Box().grow();
whole.sum(twice(2));
mystery.add(1);
const later = (thing) => thing.add(2);
`,
};

let nav: NavigationHarness;
beforeAll(async () => {
  nav = await createNavigationHarness({ shop: SHOP, app: APP });
});

describe('definitions in TypeScript and JavaScript', () => {
  it.each([
    [
      'a class behind two re-exports',
      'shop/src/checkout.ts',
      'Cart',
      ['shop/src/cart/cart.ts: export class Cart extends Store {'],
    ],
    ['an alias', 'shop/src/checkout.ts', 'Journal', ['shop/src/cart/cart.ts: export class Log {']],
    [
      'a default export without a name',
      'shop/src/checkout.ts',
      'sum',
      ['shop/src/defaults.ts: export default function (a: number, b: number) {'],
    ],
    [
      'a name of two modules',
      'shop/src/checkout.ts',
      'total',
      ['shop/src/money.ts: export function total(items: number[]) {'],
    ],
    [
      'an export by another name',
      'shop/src/checkout.ts',
      'factor',
      ['shop/src/defaults.ts: const factor = 3;'],
    ],
    [
      'a namespace',
      'shop/src/checkout.ts',
      'money.total',
      ['shop/src/money.ts: export function total(items: number[]) {'],
    ],
    [
      'a method of the one class',
      'shop/src/checkout.ts',
      'cart.add',
      ['shop/src/cart/cart.ts: add(item: Item): this {'],
    ],
    [
      'methods of both classes',
      'shop/src/checkout.ts',
      'add',
      [
        'shop/src/cart/cart.ts: add(item: Item): this {',
        'shop/src/cart/cart.ts: add(text: string) {}',
      ],
    ],
    [
      'a method by its class',
      'shop/src/checkout.ts',
      'Journal.add',
      ['shop/src/cart/cart.ts: add(text: string) {}'],
    ],
    [
      'a destructured member',
      'shop/src/checkout.ts',
      'first',
      ['shop/src/cart/cart.ts: get first() {'],
    ],
    [
      'a member of an element',
      'shop/src/checkout.ts',
      'item.price',
      ['shop/src/store.ts: export interface Item { name: string; price: number }'],
    ],
    [
      'what a promise brings',
      'shop/src/checkout.ts',
      'opened.log',
      ['shop/src/cart/cart.ts: private log = new Log();'],
    ],
    [
      'a type that is tested for',
      'shop/src/checkout.ts',
      'found.write',
      ['shop/src/cart/cart.ts: write(text: string) {'],
    ],
    [
      'what a record holds',
      'shop/src/checkout.ts',
      'price',
      [
        'shop/src/checkout.ts: const price: Money = Money.of(1);',
        'shop/src/store.ts: export interface Item { name: string; price: number }',
      ],
    ],
    [
      'one of several types',
      'shop/src/checkout.ts',
      'one.add',
      [
        'shop/src/cart/cart.ts: add(item: Item): this {',
        'shop/src/cart/cart.ts: add(text: string) {}',
      ],
    ],
    [
      'a type and a value of one name',
      'shop/src/checkout.ts',
      'Money',
      [
        'shop/src/types.ts: export const Money = { of: (value: number): Money => value };',
        'shop/src/types.ts: export type Money = number;',
      ],
    ],
    [
      'a member of an object',
      'shop/src/checkout.ts',
      'Money.of',
      ['shop/src/types.ts: export const Money = { of: (value: number): Money => value };'],
    ],
    [
      'a parameter property',
      'shop/src/cart/cart.ts',
      'this.listener',
      ['shop/src/cart/cart.ts: constructor(private readonly listener: Listener) {'],
    ],
    [
      'a member of an interface',
      'shop/src/cart/cart.ts',
      'changed',
      ['shop/src/types.ts: changed(item: Item): void;'],
    ],
    [
      'a private field',
      'shop/src/cart/cart.ts',
      '#items',
      ['shop/src/cart/cart.ts: #items: Item[] = [];'],
    ],
    [
      'an inherited method',
      'shop/src/cart/cart.ts',
      'touch',
      ['shop/src/store.ts: touch(): void {}'],
    ],
    [
      'a method of a field',
      'shop/src/cart/cart.ts',
      'write',
      ['shop/src/cart/cart.ts: write(text: string) {'],
    ],
    [
      'a shadowed name',
      'shop/src/other.ts',
      'rate',
      [
        'shop/src/other.ts: const rate = 3;',
        'shop/src/other.ts: function shadow(rate: number) {',
        'shop/src/other.ts: { const rate = 4; use(rate); }',
      ],
    ],
    [
      'overloads',
      'app/app.ts',
      'prices.round',
      [
        'shop/src/prices.ts: function round(value: number, digits: number): number;',
        'shop/src/prices.ts: function round(value: string): number;',
        'shop/src/prices.ts: function round(value: unknown) {',
      ],
    ],
    [
      'another repository by its package',
      'app/app.ts',
      'Basket',
      ['shop/src/cart/cart.ts: export class Cart extends Store {'],
    ],
    [
      'a method of its class',
      'app/app.ts',
      'basket.add',
      ['shop/src/cart/cart.ts: add(item: Item): this {'],
    ],
    [
      'a default export under a name',
      'app/app.ts',
      'checkout',
      [
        'shop/src/checkout.ts: export default async function checkout({ items, owner: { name } }: Order) {',
      ],
    ],
    ['what no repository has', 'app/app.ts', 'readFile', []],
    [
      'a component',
      'shop/src/page.tsx',
      'Row',
      ['shop/src/page.tsx: export function Row({ amount }: { amount: number }) {'],
    ],
    [
      'a required name',
      'app/old.js',
      'total',
      ['shop/src/money.ts: export function total(items: number[]) {'],
    ],
    [
      'an exported member',
      'app/old.js',
      'util.twice',
      ['app/util.js: exports.twice = (x) => x * 2;'],
    ],
    [
      'a member of the whole',
      'app/uses-util.mjs',
      'sum',
      ['app/old.js: module.exports = { sum: () => total([]) + shop.total([]) };'],
    ],
    [
      'a method of a class of old form',
      'app/uses-util.mjs',
      'grow',
      ['app/util.js: class Box { constructor() { this.width = 1; } grow() { this.width += 1; } }'],
    ],
    ['what cannot be followed', 'app/uses-util.mjs', 'thing.add', ['unknown']],
  ])('%s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.definitions(at, symbol)).toEqual(expected);
  });
});

describe('references in TypeScript and JavaScript', () => {
  it.each([
    [
      'a method, not that of another class',
      'shop/src/cart/cart.ts',
      'Cart.add',
      [
        "app/app.ts: basket.add({ name: 'tea', price: 1 });",
        'shop/src/cart/cart.ts: add2 = (one: Item) => this.add(one);',
        'shop/src/checkout.ts: cart.add(items[0]).add(items[1]);',
        'shop/src/checkout.ts: const { first: top, add: put } = cart;',
        "shop/src/checkout.ts: return both.map((one) => one.add('x'));",
        'unsure app/uses-util.mjs: const later = (thing) => thing.add(2);',
      ],
    ],
    [
      'the other class',
      'shop/src/cart/cart.ts',
      'Log.add',
      [
        'shop/src/cart/cart.ts: this.add(text);',
        'shop/src/checkout.ts: new Journal().add(name);',
        "shop/src/checkout.ts: return both.map((one) => one.add('x'));",
        'unsure app/uses-util.mjs: const later = (thing) => thing.add(2);',
      ],
    ],
    [
      'a class under other names',
      'shop/src/cart/cart.ts',
      'Cart',
      [
        'app/app.ts: const basket = new Basket({ changed() {} });',
        "app/app.ts: import { Basket, total, prices, checkout } from '@acme/shop';",
        'shop/src/checkout.ts: async function open(): Promise<Cart> {',
        'shop/src/checkout.ts: const both = [new Cart({ changed() {} }), new Journal()];',
        "shop/src/checkout.ts: import { Cart, Log as Journal } from './cart/index.js';",
        'shop/src/checkout.ts: return new Cart({ changed: (item) => item.name });',
        "shop/src/index.ts: export { Cart as Basket } from './cart/index.js';",
      ],
    ],
    [
      'the function of the one module',
      'shop/src/money.ts',
      'total',
      [
        "app/app.ts: checkout(total([prices.round('1')]));",
        "app/app.ts: import { Basket, total, prices, checkout } from '@acme/shop';",
        "app/old.js: const { total } = require('@acme/shop');",
        'app/old.js: module.exports = { sum: () => total([]) + shop.total([]) };',
        'shop/src/checkout.ts: return sum(money.total([]), factor) + price;',
        'shop/src/page.tsx: export const Table = () => <Row amount={total([])} />;',
        "shop/src/page.tsx: import { total } from './money';",
      ],
    ],
    ['the function of the other', 'shop/src/other.ts', 'total', []],
    [
      'the outer of shadowed names',
      'shop/src/other.ts',
      'rate',
      ['shop/src/other.ts: return value + rate;'],
    ],
    [
      'a member of an interface',
      'shop/src/types.ts',
      'Listener.changed',
      [
        'app/app.ts: const basket = new Basket({ changed() {} });',
        'shop/src/cart/cart.ts: this.listener.changed(item);',
        'shop/src/checkout.ts: const both = [new Cart({ changed() {} }), new Journal()];',
        'shop/src/checkout.ts: return new Cart({ changed: (item) => item.name });',
      ],
    ],
    [
      'a default export',
      'shop/src/checkout.ts',
      'checkout',
      [
        "app/app.ts: checkout(total([prices.round('1')]));",
        "app/app.ts: import { Basket, total, prices, checkout } from '@acme/shop';",
        "shop/src/index.ts: export { default as checkout } from './checkout.js';",
      ],
    ],
    [
      'what has no name where it is defined',
      'shop/src/defaults.ts',
      'rate',
      [
        "shop/src/checkout.ts: import sum, { rate as factor } from './defaults.js';",
        'shop/src/checkout.ts: return sum(money.total([]), factor) + price;',
        'shop/src/defaults.ts: export { factor as rate };',
        'shop/src/defaults.ts: return a * b * factor;',
      ],
    ],
    [
      'a function that is its module',
      'app/moor.js',
      'moor',
      [
        'app/ferry.mjs: fasten(3);',
        'app/moor.js: module.exports = moor;',
        'app/pier.js: moor(1);',
        'app/quay.js: function moor(rope) { return tie(rope); }',
      ],
    ],
    [
      'a field of a class of old form',
      'app/util.js',
      'Box.width',
      ['app/util.js: class Box { constructor() { this.width = 1; } grow() { this.width += 1; } }'],
    ],
  ])('%s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.references(at, symbol)).toEqual(expected);
  });
});
