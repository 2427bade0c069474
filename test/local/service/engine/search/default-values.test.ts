import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'lib/shop/config.ex': `defmodule Shop.Config do
  defstruct queue: "main",
            closing_grace: :timer.seconds(15),
            stager: nil

  def validate(opts) do
    check(opts,
      closing_grace: :non_neg_integer,
      queue: :string
    )
  end
end
`,
  'manual/prices/labels.rb': `label 'Sale',
  label_margin: 2

example new_page: true do
  self.label_margin = 10
end
`,
  'lib/shop/labels.rb': `class Labels
  def draw(options)
    label_colour = options[:colour] ? options[:colour].to_s : nil
    print(options, label_margin: 7)
    label_margin + label_colour.size
  end
end
`,
  'shop/carriers/truck.py': `class Channel:
    delivery_timeout = 3600
`,
  'shop/carriers/bike/__init__.py': `class Channel:
    default_delivery_timeout = 1800

    @property
    def delivery_timeout(self):
        return self.default_delivery_timeout
`,
  'shop/carriers/ship.py': 'DEFAULT_PORT = 6379\n',
  'shop/carriers/plane.py': 'class Plane:\n    port = 11\n',
  'src/Receipt.kt': `class Receipt {
    private val receiptWidth = WIDTH_PROPERTY.defaultValue
    private val paperLength = LENGTH
}

object Other {
    val OTHER_PROPERTY = Property(
        defaultValue = false,
    )
    const val LENGTH = 12
}
`,
  'deploy.sh': `send() {
  MAX_SEND_TRIES=20
  _Max_new_send_tries=5
  while [ "$_tries" -lt "$MAX_SEND_TRIES" ]; do
    _tries=$(_math "$_tries" + 1)
  done
}
`,
  'cs/Till.cs': `public static class Till
{
    /// <summary>How change is given.</summary>
    public static IChangeStrategy ChangeStrategy { get; set; } = new DefaultChangeStrategy();
}
`,
  'cs/Give.cs': `public static class Give
{
    public static string Change(int cents)
    {
        return Till.ChangeStrategy.Give(cents);
    }
}
`,
  'java/Parcel.java': `public class Parcel {
    private static final int MAX = 9;
    private int parcelWeight = MAX;

    /**
     * Weighs it.
     *
     * @param parcelWeight the weight that is allowed
     */
    public boolean fits(int parcelWeight) {
        return parcelWeight < this.parcelWeight;
    }

    /**
     * Sends it.
     *
     * @param parcelWeight the weight that is paid
     */
    public void send(int parcelWeight) {
        pay(parcelWeight);
    }
}
`,
  'options-table.c': `const struct entry table[] = {
	{ .name = "basket-limit",
	  .type = NUMBER,
	  .default_num = 50,
	  .text = "How many things fit into a basket."
	},
	{ .name = "basket-limit-grace",
	  .default_num = 7,
	  .text = "How long it may be fuller."
	},
};
`,
  'lib/options.ex': `defmodule Shop.Options do
  def definition do
    [
      max_carts: [
        type: :pos_integer,
        default: 10
      ]
    ]
  end
end
`,
  'lua/defaults.lua': `local config = {
  shelf = { -- of wood
    width = 40,
    follow_customer = {
      enabled = false,
      delay = 3,
    },
  },
}
return config
`,
  'src/Config.zig': `/// How much is told.
receipt_detail: enum {
    none,
    all,
} = .all,
`,
  'cmd/order.go': `package cmd

func (opts *Options) AddFlags(f *pflag.FlagSet) {
	f.DurationVar(&opts.RetryOrder, "retry-order", 0, "how long to retry an order, such as 5m (default: no retries)")
	f.UintVar(&opts.PackOrders, "pack-orders", 4, "pack so many orders at once")
}
`,
  'changelog/1.2/issue-7': 'Enhancement: Add `--retry-order` option\n',
  'rust/config.rs': `pub struct BuildConfig {
    /// Whether shelves that are missing are built.
    pub create_shelves: bool,
}

impl Default for BuildConfig {
    fn default() -> BuildConfig {
        BuildConfig {
            create_shelves: true,
        }
    }
}

mod tests {
    fn reads() {
        let text = "
            [build]
            create-shelves = false
        ";
    }
}
`,
  'swift/Pool.swift': `class Pool {
    private let maxSize: Int = 3

    func put(_ count: Int) -> Bool {
        if count == maxSize {
            return false
        }
        return true
    }
}
`,
  'swift/OrderCollector.swift': `/// Collects orders.
public final class OrderCollector {
    private var maxContentLength: Int

    public init(maxContentLength: Int) {
        self.maxContentLength = maxContentLength
    }
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

it('what describes a parameter declares nothing', async () => {
  const answer = await answerTo('what is the default of parcelWeight?');
  expect(answer).toMatch(/^`parcelWeight` is set to `MAX` in .* `MAX` is set to `9`/);
  expect(answer).toContain('- Described in `Parcel`: `* @param parcelWeight');
});

describe('a default', () => {
  it.each([
    [
      'what is the default closing_grace?',
      /^`closing_grace` is set to `:timer\.seconds\(15\)` \(\[lib\/shop\/config\.ex:3\]\)/,
    ],
    [
      'what is the default of delivery_timeout in the bike carrier?',
      /^`default_delivery_timeout` is set to `1800` \(\[shop\/carriers\/bike\//,
    ],
    [
      'what is the default of delivery_timeout in the truck carrier?',
      /^`delivery_timeout` is set to `3600` \(\[shop\/carriers\/truck\.py/,
    ],
    [
      'what is the default port of the ship carrier?',
      /^`DEFAULT_PORT` is set to `6379` \(\[shop\/carriers\/ship\.py:1\]\)/,
    ],
    [
      'what is MAX_SEND_TRIES, what is its default?',
      /^`MAX_SEND_TRIES` is set to `20` \(\[deploy\.sh:2\]\)/,
    ],
    [
      'what is the default of ChangeStrategy?',
      /^`ChangeStrategy` is set to `new DefaultChangeStrategy\(\)` in .*\(\[cs\/Till\.cs:4\]\)/,
    ],
    [
      'what is the default of basket-limit?',
      /^`basket-limit` is set to `50` \(\[options-table\.c:2–6\]\).*How many things fit/,
    ],
    ['basket-limit default', /^`basket-limit` is set to `50`/],
    ['where is basket-limit configured and what is its default?', /^`basket-limit` is set to `50`/],
    [
      'what is the default of max_carts?',
      /^`max_carts` is set to `10` \(\[lib\/options\.ex:4–7\]\)/,
    ],
    [
      'what is the default of follow_customer?',
      /^`follow_customer` is set to these lines \(\[lua\/defaults\.lua:4–7\]\)/,
    ],
    ['what is the default shelf width?', /^`width` is set to `40` .*\(\[lua\/defaults\.lua:3\]\)/],
    [
      'what is the default of receipt_detail?',
      /^`receipt_detail` is set to `\.all` \(\[src\/Config\.zig:2–5\]\)/,
    ],
    [
      'what is the default of retry-order?',
      /^`retry-order`: how long .*\(default: no retries\) \(\[cmd\/order\.go:4\]\)/,
    ],
    ['what is the default of --pack-orders?', /^`pack-orders` is set to `4`/],
    ['what is the default of build.create-shelves?', /^`create_shelves` is set to `true`/],
  ])('is the value that the code has where nobody sets it: %s', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });

  it.each([
    'what is the default label margin?',
    'what is the default of label_margin?',
    'what is the default label colour?',
    'what is the default max size of OrderCollector?',
    'what is the default port of the bike carrier?',
  ])('is no argument, no example, and none of something else: %s', async (question) => {
    const answer = await answerTo(question);
    expect(answer).not.toMatch(/is set to|is read|Read in/);
  });

  it('that is a name is taken from no other scope', async () => {
    const width = await answerTo('what is the default receiptWidth?');
    expect(width).toMatch(/^`receiptWidth` is set to `WIDTH_PROPERTY\.defaultValue` in/);
    expect(width).not.toContain('`false`');
    expect(await answerTo('what is the default paperLength?')).not.toContain('`12`');
  });
});
