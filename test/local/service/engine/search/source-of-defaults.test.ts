import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** Several places set each name; only some of them say what it is if nobody sets it. */
const FILES = {
  'contrib/shopd.cfg.example': `## how long a cart is kept
max_cart_age = "1s"

## the smallest receipt
receipt_min_size = 7

## where parcels are left
parcel_shelf = "left"
`,
  'shopd/options.go': `package shopd

// Options are those of the shop.
type Options struct {
	MaxCartAge     time.Duration \`flag:"max-cart-age"\`
	ReceiptMinSize int64         \`flag:"receipt-min-size"\`
	TLSMinVersion  uint16        \`flag:"tls-min-version"\`
}

func NewOptions() *Options {
	return &Options{
		MaxCartAge:     30 * time.Second,
		ReceiptMinSize: 2 * 1024,
		TLSMinVersion:  tls.VersionTLS10,
	}
}
`,
  'src/metadata/ShelfMetadata.ts': `export class ShelfMetadata {
  /** Whether the shelf is restocked. */
  restock: boolean = true
}
`,
  'src/till/TillOptions.ts': `export interface TillOptions {
  /** Whether everything is restocked when the shop opens. */
  readonly restock?: boolean
}
`,
  'docs/till.md': '# Till\n\n- `restock` - Restocks everything when the shop opens.\n',
  'lib/queue.js': `class Queue {
  constructor(options) {
    this.options = options || {};
    this.options.maxGuests = this.options.maxGuests || 100;
    this.options.maxDoors ??= MAX_DOORS;
    this.options.guestName = options.guestName || options.name;
  }
  add(guest) {
    return this.guests.length < this.options.maxGuests;
  }
}
const MAX_DOORS = 2;
`,
  'lib/sell.py': `def count(
    strict_receipts: bool | None = None,
) -> int:
    """Counts receipts.

    Args:
      strict_receipts (bool): If set, empty ones are not counted.
    """
    return 1


def sell(
    goods: list,
    strict_receipts: bool = True,
    queue_length=None,
) -> None:
    """Sells goods.

    Args:
      goods: What is sold.
      strict_receipts (bool): Whether each receipt is printed. It is
        printed twice for a guest.
      queue_length: How many guests wait.
    """
    queue_length = queue_length or 12
    print(goods)
`,
  'src/bake.rs': `pub fn bake(config: &Config) -> Ovens {
    Ovens::new(config.oven_count.unwrap_or(Count::MAX))
}
`,
  'src/decorators/Shelf.ts': `import type { ShelfOptions } from '../options/ShelfOptions.js';
export function Shelf(options?: ShelfOptions): ClassDecorator {
  return mark(options);
}
`,
  'src/options/ShelfOptions.ts': `export interface ShelfOptions {
  /** How wide it is. */
  width?: number;
  boards?: number;
}
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'shop').path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
});

describe('a sample of a configuration', () => {
  it.each([
    [
      'what is the default of max-cart-age',
      /^`MaxCartAge` is set to `30 \* time\.Second` \(\[shopd\/options\.go:12\]\)/,
    ],
    ['what is the default of receipt_min_size?', /^`ReceiptMinSize` is set to `2 \* 1024`/],
    ['default tls-min-version', /^`TLSMinVersion` is set to `tls\.VersionTLS10`/],
    [
      'what is the default of parcel_shelf?',
      /^`parcel_shelf` is set to `"left"` in an example, which need not be its default \(\[contrib\/shopd\.cfg\.example:8\]\)/,
    ],
  ])('says no default, whatever the spelling in code: %s', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });
});

it('a default is not described by the documents of another type', async () => {
  const answer = await answerTo('default of restock');
  expect(answer).toMatch(
    /^In `ShelfMetadata`, `restock` is set to `true` \(\[src\/metadata\/ShelfMetadata\.ts:3\]\)\. In `TillOptions`, `restock` is optional, and no default is set there \(\[src\/till\/TillOptions\.ts:3\]\)\s*\n/,
  );
});

describe('what stands in where nobody sets a value', () => {
  it.each([
    ['default of maxGuests', /^`maxGuests` is set to `100` in .*\(\[lib\/queue\.js:4\]\)/],
    ['maxDoors default', /^`maxDoors` is set to `MAX_DOORS` in .* `MAX_DOORS` is set to `2`/],
    ['what is the default of queue_length?', /^`queue_length` is set to `12` in/],
    [
      'default of --oven-count',
      /^`oven_count` is set to `Count::MAX` in .*\(\[src\/bake\.rs:2\]\)/,
    ],
  ])('is the default: %s', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });

  it('but not another option', async () => {
    expect(await answerTo('default of guestName')).not.toContain('is set to');
  });
});

describe('the parameters of a function', () => {
  it.each(['what is strict_receipts default?', 'default of strict_receipts'])(
    'have the value of one that has any, with what its own comment says: %s',
    async (question) => {
      expect(await answerTo(question)).toMatch(
        /^`strict_receipts` is set to `True` in .*\(\[lib\/sell\.py:14\]\)\. `strict_receipts`: Whether each receipt is printed\. It is printed twice/,
      );
    },
  );

  it('are its settings', async () => {
    expect(await answerTo('which settings are there for lib.sell')).toMatch(
      /^`sell` takes at least 3 parameters: .*\n\n- `goods`: What is sold\. .*\n- `strict_receipts`, default `True`: Whether each receipt is printed\. .*\n- `queue_length`, default `None`: How many guests wait\./,
    );
  });
});

it('the options of a decorator are those of the type that it names', async () => {
  expect(await answerTo('which options does @Shelf accept')).toMatch(
    /^`ShelfOptions` has at least 2 options: .*\n\n- `width`: How wide it is\. .*\n- `boards` \(/,
  );
});
