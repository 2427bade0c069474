import { beforeAll, describe, expect, it } from 'vitest';
import { definitionPassage } from '../../../../../local/service/engine/search/passages/passage.js';
import { isTestCode } from '../../../../../local/service/engine/search/passages/test-code.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

describe('code in a file that is none of tests', () => {
  it.each([
    ['a.rs', '#[test]\nfn adds() {\n}', 'adds', true],
    ['a.rs', '#[tokio::test(flavor = "multi_thread")]\nasync fn adds() {\n}', 'adds', true],
    ['a.rs', '#[cfg(test)]\nmod checks {\n    fn helper() {\n    }\n}', 'helper', true],
    ['a.rs', '#[test]\nfn adds() {\n}\n\nfn total() {\n}', 'total', false],
    ['a.rs', '/// A cart.\n#[derive(Clone)]\nstruct Cart {\n}', 'Cart', false],
    ['a.rs', '#[cfg(feature = "test")]\nfn total() {\n}', 'total', false],
    ['a.go', 'func TestAdd(t *testing.T) {\n}', 'TestAdd', true],
    ['a.go', 'func TestConnection(c *Conn) error {\n}', 'TestConnection', false],
    ['a.py', 'def test_add():\n    pass', 'test_add', true],
    ['a.py', 'def testing_mode():\n    pass', 'testing_mode', false],
    ['A.java', 'class A {\n  @Test\n  void adds(int one) {\n  }\n}', 'adds', true],
    ['A.java', 'class A {\n  @Testable\n  void adds(int one) {\n  }\n}', 'adds', false],
    ['A.cs', 'class A {\n  [Fact]\n  public void Adds(int one) {\n  }\n}', 'Adds', true],
    ['A.cs', 'class A {\n  [Testable]\n  public void Adds(int one) {\n  }\n}', 'Adds', false],
  ])('in %s is a test by what marks it: %s', (path, text, ...[name, expected]) => {
    const lines = text.split('\n');
    const file = { repo: 'shop', commit: 'abc', path, lines, outline: outlineOf(path, lines) };
    const definition = file.outline.find((one) => one.name === name);
    if (!definition) throw new Error(`${path} does not define ${name}`);
    expect(isTestCode(definitionPassage(file, definition))).toBe(expected);
  });
});

const FILES = {
  'README.md': '# Shop\n\nSells things.\n',
  'src/discount.rs': `pub fn discounted(cart: &Cart, coupon: Option<Coupon>) -> u32 {
    match coupon {
        Some(coupon) => cart.total() - coupon.amount,
        None => cart.total(),
    }
}

#[test]
fn coupon_beats_seasonal_discount_of_old_customers() {
    let cart = Cart::of_old_customer(Season::Winter);
    let coupon = Coupon::better_than(cart.seasonal_discount());
    assert_eq!(discounted(&cart, Some(coupon)), 7);
}
`,
  'lib/shop/counter.rb': `module Shop
  # Counts what is sold.
  class Counter
    def initialize(till)
      @till = till
    end

    def sold
      @till.receipts.sum(&:items)
    end
  end
end
`,
  'spec/shop/counter_spec.rb': `describe Shop::Counter do
  it 'counts what a counter sold' do
    expect(counter.sold).to eq 3
  end

  def counter(till = Till.new)
    Shop::Counter.new(till)
  end
end
`,
  'src/refund.ts': `export class Refund {
  pay(till: Till) {
    if (till.isEmpty) throw new Error('ask the manager');
    till.give(this.amount);
  }
}
`,
  'tests/refund-on-holidays.test.ts': `it('refuses a refund on holidays when the till is empty', () => {
  const till = emptyTillOnHolidays();
  expect(() => refundOnHolidays(till)).toThrow('refund refused on holidays');
});
`,
  'tests/refund-without-receipt.test.ts': `it('refuses a refund on holidays without a receipt', () => {
  const till = tillOnHolidays();
  expect(() => refundOnHolidays(till)).toThrow('refund refused on holidays');
});
`,
};

describe('an answer', () => {
  let leadOf: (question: string) => Promise<string>;

  beforeAll(async () => {
    const { path } = makeRepository(FILES, 'shop');
    const world = await startSharedSearchService([path]);
    leadOf = async (question) =>
      (onlyQuestion(await world.ask(question)).answer ?? '').split('\n')[0] ?? '';
  });

  it('begins with no test beside the code that is in no module of tests', async () => {
    const lead = await leadOf('how does a coupon beat the seasonal discount of old customers?');
    expect(lead).toContain('`discounted`');
  });

  it('begins with the class of a name, and not with a helper of its tests', async () => {
    expect(await leadOf('what is a counter and how does it work?')).toContain(
      'lib/shop/counter.rb',
    );
    expect(await leadOf('what is counter?')).toContain('lib/shop/counter.rb');
  });

  it('begins with code where several tests say more', async () => {
    const lead = await leadOf('where is a refund on holidays refused when the till is empty?');
    expect(lead).toContain('src/refund.ts');
  });
});
