import { expect, it } from 'vitest';
import { importingFiles } from '../../../../../local/service/engine/search/facts/importing-files.js';
import {
  fileTable,
  resolveImport,
} from '../../../../../local/service/engine/search/facts/resolve-import.js';
import { isBelow } from '../../../../../local/service/git/file-path.js';
import {
  filterTest,
  wordFilterOf,
} from '../../../../../local/service/index/segments/word-filter.js';

const TABLE = fileTable(
  new Set([
    ...['web/src/cart.ts', 'web/src/ui/index.tsx', 'web/src/ui/list.vue', 'src/api/client.ts'],
    ...['shop/__init__.py', 'shop/logging.py', 'shop/cart/__init__.py', 'shop/cart/items.py'],
    ...['src/tools/__init__.py', 'src/tools/run.py'],
    ...['pay/card.go', 'pay/card_test.go', 'main.go'],
    ...['app/src/main/java/com/acme/Cart.java', 'app/src/main/kotlin/com/acme/Money.kt'],
    ...['crate/src/lib.rs', 'crate/src/net.rs', 'crate/src/net/retry.rs', 'crate/src/pay/mod.rs'],
    ...['include/shop/cart.h', 'core/cart.c', 'core/local.h'],
    ...['lib/shop/cart.rb', 'lib/shop.rb', 'app/Models/User.php', 'lua/shop/cart.lua'],
  ]),
  'example.com/shop',
);

it.each([
  ['web/src/app.ts', "import { a } from './cart.js';", ['web/src/cart.ts']],
  ['web/src/app.ts', "} from './ui';", ['web/src/ui/index.tsx']],
  ['web/src/app.ts', "const x = require('../src/cart')", ['web/src/cart.ts']],
  ['web/src/app.ts', "import list from './ui/list.vue';", ['web/src/ui/list.vue']],
  ['web/src/app.ts', "import { get } from '@/api/client';", ['src/api/client.ts']],
  ['web/src/app.ts', "import fs from 'node:fs';", []],
  ['web/src/app.ts', "import out from '../../../outside.js';", []],
  ['shop/app.py', 'from .cart import items, other', ['shop/cart/items.py']],
  ['shop/app.py', 'from .cart import Cart', ['shop/cart/__init__.py']],
  ['shop/cart/items.py', 'from .. import logging', ['shop/logging.py']],
  ['shop/cart/items.py', 'from shop.logging import log', ['shop/logging.py']],
  ['shop/cart/items.py', 'import tools.run', ['src/tools/run.py']],
  ['shop/cart/items.py', 'import logging', []],
  ['main.go', '\t"example.com/shop/pay"', ['pay/card.go']],
  ['pay/card.go', 'import shop "example.com/shop"', ['main.go']],
  ['main.go', '\t"example.com/shopping/pay"', []],
  [
    'app/src/main/java/com/acme/App.java',
    'import com.acme.Cart.Line;',
    ['app/src/main/java/com/acme/Cart.java'],
  ],
  [
    'app/src/main/java/com/acme/App.java',
    'import static com.acme.Money.of;',
    ['app/src/main/kotlin/com/acme/Money.kt'],
  ],
  ['app/src/main/java/com/acme/App.java', 'import java.util.List;', []],
  ['crate/src/lib.rs', 'pub mod net;', ['crate/src/net.rs']],
  ['crate/src/lib.rs', 'mod pay;', ['crate/src/pay/mod.rs']],
  ['crate/src/pay/mod.rs', 'use crate::net::retry::Policy;', ['crate/src/net/retry.rs']],
  ['crate/src/net.rs', 'mod retry;', ['crate/src/net/retry.rs']],
  ['crate/src/lib.rs', 'use std::io;', []],
  ['core/cart.c', '#include "local.h"', ['core/local.h']],
  ['core/cart.c', '#include "shop/cart.h"', ['include/shop/cart.h']],
  ['core/cart.c', '#include <stdio.h>', []],
  ['lib/shop.rb', "require_relative 'shop/cart'", ['lib/shop/cart.rb']],
  ['lib/shop.rb', "require 'shop/cart'", ['lib/shop/cart.rb']],
  ['lib/shop.rb', "require 'json'", []],
  ['app/index.php', 'use App\\Models\\User;', ['app/Models/User.php']],
  ['lua/init.lua', 'local cart = require("shop.cart")', ['lua/shop/cart.lua']],
  ['notes.md', "import x from './cart'", []],
])('an import of %s names a file of the repository: %s', (from, text, files) => {
  expect(resolveImport({ from, text }, TABLE)).toEqual(files);
  const importing = files.length > 0 && importingFiles(files);
  if (!importing) return;
  // The file is among those that may import them, and so is the line.
  const hasName = filterTest(importing.condition)(wordFilterOf(Buffer.from(text)));
  const isNear = importing.folders.some((folder) => isBelow(from, folder));
  expect(hasName || isNear).toBe(true);
  expect(importing.names.some((name) => text.includes(name)) || isNear).toBe(true);
});
