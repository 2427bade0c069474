import { beforeAll, describe, expect, it } from 'vitest';
import type { PreviousQuestion } from '../../../../../local/service/conversation/engine.js';
import { createSearchEngine } from '../../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../../local/service/index/search-index.js';
import { createCandidatesOf } from '../../../../../local/service/tools/candidates.js';
import { createFilesOf } from '../../../../../local/service/tools/snapshot-files.js';
import { cleanUpAfterFile } from '../../../../support/cleanup.js';
import { createTestNavigator } from '../../nav/navigation-harness.js';
import { makeRepository } from '../../repositories.js';

const SHOP = {
  'README.md': '# Shop\n\nA shop with carts. `class Fake implements Priced` is only told here.\n',
  'src/priced.ts': 'export interface Priced {\n  price(): number;\n}\n',
  'src/cart.ts': `import { Priced } from './priced.js';

// What implements Priced has a price.
export class Cart implements Priced {
  price(): number {
    return 1;
  }
}

export abstract class Basket<T extends Item>
  extends Container<T>
  implements Priced
{
}
`,
  'src/gift.ts': `import type { Priced as HasPrice } from './priced.js';

export class Gift implements HasPrice {}

export const free: HasPrice = {
  price: () => 0,
};
`,
  'src/gifts/large.ts':
    "import { Gift } from '../gift.js';\n\nexport class LargeGift extends Gift {}\n",
  'src/uses.ts':
    "import { Priced } from './priced.js';\n\nexport function sum(all: Priced[]): number {\n  return all.length;\n}\n",
  'src/lonely.ts': 'export interface Lonely {\n  alone(): void;\n}\n',
  'src/many.ts': `export class Base {}\n${Array.from({ length: 13 }, (_, n) => `export class Kind${n} extends Base {}\n`).join('')}`,
  'test/cart.test.ts':
    "import { Priced } from '../src/priced.js';\n\nclass FakeCart implements Priced {}\n",
  'py/virtual/base.py': 'class Channel:\n    """A channel in memory."""\n',
  'py/virtual/__init__.py': 'from .base import Channel\n',
  'py/net/socket.py': 'import amqp\n\n\nclass Channel(amqp.Channel):\n    pass\n',
  'py/redis.py': 'from . import virtual\n\n\nclass Channel(virtual.Channel):\n    pass\n',
  'py/sentinel.py': 'from .redis import Channel\n\n\nclass SentinelChannel(Channel):\n    pass\n',
  'go/store/store.go': `package store

type Store interface {
	Load(key string, size int) (string, error)
	Save(key, value string) error
}

type Watcher interface {
	other.Events
	Watch(name string)
}
`,
  'go/disk/disk.go': `package disk

type Disk struct{}

func (d *Disk) Load(name string, n int) (string, error) {
	return "", nil
}

func (Disk) Save(name, content string) error { return nil }
`,
  'go/half/half.go': `package half

type Half struct{}

func (h *Half) Load(name string, n int) (string, error) { return "", nil }

type Odd struct{}

func (o *Odd) Load(name string) (string, error) { return "", nil }
func (o *Odd) Save(name, content string) error { return nil }
`,
  'go/logged/logged.go':
    'package logged\n\nvar _ store.Store = &Logged{}\n\ntype Logged struct {\n\tstore.Store\n}\n',
  'go/watch/watch.go': 'package watch\n\ntype Eye struct{}\n\nfunc (e Eye) Watch(name string) {}\n',
  'go/conn/conn.go': `package conn

import "net"

type Consumer interface {
	Pause()
	Close() error
}

type Sender interface {
	Send(text string)
	Flush() error
}

type Both interface {
	Both
	Pause()
	Send(text string)
}

type Client struct {
	net.Conn
	sender
}

func (c *Client) Pause() {}

type sender struct{}

func (s *sender) Send(text string) {}

type Mailer struct {
	*mail.Outbox
}

func (m *Mailer) Flush() error { return nil }
`,
  'java/Clock.java': 'public interface Clock {\n  long now();\n}\n',
  'java/Timer.java': 'public abstract class Timer {\n}\n',
  'java/Times.java':
    'class Times {\n  static final Clock FIXED =\n      new Clock() {\n    public long now() { return 1; }\n  };\n  Timer timer() {\n    return new Timer() {\n    };\n  }\n}\n',
  'java/Script.groovy': 'run(new Timer() {\n})\n',
  'java/run.groovy': 'run(new Sweeper() {\n})\n',
  'rb/shelf.rb': 'class Shelf\nend\n\nclass Rack < Shelf\nend\n',
  'rb/shelf/size.rb': 'class Shelf\n  def size; end\nend\n\nclass Wide < Shelf\nend\n',
  'rb/node.rb':
    'module Shop\n  class Node < Tree::Node\n  end\n\n  class Leaf < Node\n  end\n\n  class Wood\n    include Comparable\n  end\nend\n',
  'rb/pattern/node.rb':
    'module Shop\n  module Pattern\n    class Node\n    end\n\n    class Any < Node\n    end\n  end\nend\n',
  'rb/far.rb': 'class Far < Shop::Pattern::Node\nend\n',
  'scala/Pull.scala':
    'package shop\n\nimport Pull._\n\nsealed abstract class Pull[A] {\n  def bracket(\n      use: A => Pull[A],\n  ): Pull[A]\n}\n\nobject Pull {\n  private final class Done[A]\n      extends Pull[A]\n}\n',
  'c/mode.h': 'struct mode {\n\tint (*draw)(void);\n};\n',
  'c/copy.c': '#include "mode.h"\n\nconst struct mode copy_mode = {\n\t.draw = draw_copy,\n};\n',
  'php/A/Plugin.php': '<?php\n\nnamespace Shop\\A;\n\nabstract class Plugin\n{\n}\n',
  'php/B/Plugin.php': '<?php\n\nnamespace Shop\\B;\n\nabstract class Plugin\n{\n}\n',
  'php/C/Mail.php':
    '<?php\n\nnamespace Shop\\C;\n\nuse Shop\\A\\Plugin;\n\nclass Mail extends Plugin\n{\n}\n',
  'php/C/Sms.php':
    '<?php\n\nnamespace Shop\\C;\n\nuse Shop\\B;\n\nclass Sms extends B\\Plugin\n{\n}\n',
};

let ask: (question: string, before?: PreviousQuestion) => Promise<string>;
let followups: (question: string) => Promise<readonly string[]>;
beforeAll(async () => {
  const repositories = await openRepositories([makeRepository(SHOP, 'shop').path]);
  const index = createSearchIndex();
  const engine = createSearchEngine({
    repositories,
    index,
    navigator: createTestNavigator(),
    filesOf: createFilesOf(),
    candidatesOf: createCandidatesOf(index),
  });
  const { signal } = new AbortController();
  const context = { history: [], added: '', signal, report: () => {}, stats: () => {} };
  followups = async (question) => (await engine(question, context)).suggested_followups ?? [];
  ask = async (question, before) => {
    const history = before ? [before] : [];
    const { answer } = await engine(question, { ...context, history });
    return answer.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\_/g, '_');
  };
  cleanUpAfterFile(async () => {
    await index.stop();
    await Promise.all(repositories.map((one) => one.close()));
  });
});

/** Its first paragraph. */
const lead = async (question: string) => (await ask(question)).split('\n')[0];
/** The lines of its list, without where they are. */
const listed = async (question: string) =>
  (await ask(question)).match(/(?<=^- ).*?(?= \([^()]*\)$)/gm) ?? [];

describe('what implements or extends a type', () => {
  it.each([
    'What implements Priced?',
    'who implements the Priced interface',
    'implementations of `Priced`',
    'which gifts implement Priced?',
  ])('is counted: %s', async (question) => {
    expect(await lead(question)).toBe(
      '`Priced` is implemented by 4 types and 1 constant in 3 files, 1 of them in tests. ' +
        'It is defined as `export interface Priced`. (src/priced.ts:1)',
    );
  });

  it('is listed with the lines that say so, tests last, then what is based on those', async () => {
    expect(await listed('What implements Priced?')).toEqual([
      '`Cart`: `export class Cart implements Priced`',
      '`Basket`: `export abstract class Basket<T extends Item> extends Container<T> implements Priced`',
      '`Gift`: `export class Gift implements HasPrice`',
      '`free`: `export const free: HasPrice = {`',
      'Test: `FakeCart`: `class FakeCart implements Priced`',
      'Through `Gift`: `LargeGift`: `export class LargeGift extends Gift`',
    ]);
  });

  it('is understood in a question that goes on', async () => {
    const question = 'What is Priced?';
    const before = { question, answer: await ask(question), sources: [] };
    expect(await ask('and what implements it?', before)).toMatch(/^`Priced` is implemented by 4/);
  });

  it('fits one screen', async () => {
    const lines = await listed('subclasses of Base');
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('… and 3 more in 1 file, such as `Kind10`');
    expect(await lead('subclasses of Base')).toMatch(
      /^`Base` is subclassed by 13 types in 1 file\./,
    );
  });

  it('is nothing, and where the type is defined', async () => {
    expect(await lead('What implements Lonely?')).toBe(
      'I found nothing that implements `Lonely`. It is defined as `export interface Lonely`. (src/lonely.ts:1)',
    );
  });

  it.each(['What implements PricedCore?', 'what extends PricedCore', 'subclasses of PricedCore'])(
    'of a name that no file has is nothing, whatever is like it: %s',
    async (question) => {
      const answer = await ask(question);
      expect(answer).toMatch(
        /^I found no `PricedCore` in `shop`, so nothing that is based on it\./,
      );
      expect(answer).not.toContain('Priced`');
    },
  );

  it('of a name that is defined elsewhere', async () => {
    expect(await lead('what extends Container')).toBe(
      '`Container` is extended by 1 type in 1 file. I found no definition of it. (src/cart.ts:10)',
    );
  });

  it('says which of several types with the same name', async () => {
    expect(await listed('what implements virtual.Channel')).toEqual([
      '`Channel`: `class Channel(virtual.Channel)`',
    ]);
    expect(await lead('what implements virtual.Channel')).toMatch(
      /^`virtual\.Channel` is extended by 1 type .* \(one of 3 definitions of that name\)\. \(py\/virtual\/base\.py:1\)$/,
    );
    expect(await listed('what extends redis.Channel')).toEqual([
      '`SentinelChannel`: `class SentinelChannel(Channel)`',
    ]);
    expect(await listed('what extends Shop\\A\\Plugin')).toEqual([
      '`Mail`: `class Mail extends Plugin`',
    ]);
    expect(await listed('what extends Shop\\B\\Plugin')).toEqual([
      '`Sms`: `class Sms extends B\\Plugin`',
    ]);
  });

  it('is of the innermost of several in a module', async () => {
    expect(await listed('subclasses of Shop::Node')).toEqual(['`Leaf`: `class Leaf < Node`']);
    expect(await listed('subclasses of Pattern::Node')).toEqual([
      '`Any`: `class Any < Node`',
      '`Far`: `class Far < Shop::Pattern::Node`',
    ]);
    expect(await listed('what mixes in Comparable')).toEqual(['`Wood`: `include Comparable`']);
  });

  it('is no import of what is in it', async () => {
    expect(await listed('what extends Pull')).toEqual([
      '`Done`: `private final class Done[A] extends Pull[A]`',
    ]);
  });

  it('in Go, is also what has all methods', async () => {
    expect(await lead('what implements store.Store')).toMatch(
      /^`store\.Store` is implemented by 1 type in 1 file\. 1 more type in 1 file has all of its methods\./,
    );
    expect(await listed('what implements store.Store')).toEqual([
      '`Logged`: `var _ store.Store = &Logged{}`',
      '`Disk`, by its methods: `type Disk struct{}`',
    ]);
    expect(await lead('what implements Watcher')).toMatch(
      /^`Watcher`: 1 type in 1 file has the methods that it lists itself\./,
    );
  });

  it('in Go, has methods of the types that it embeds', async () => {
    expect(await listed('what implements Consumer')).toEqual([
      '`Client`, by its methods: `type Client struct {`',
    ]);
    expect(await listed('what implements Both')).toEqual([
      '`Client`, by its methods: `type Client struct {`',
    ]);
    expect(await lead('what implements Sender')).toBe(
      'I found no type that has all methods of `Sender` itself; methods of embedded types that are defined ' +
        'elsewhere are not known. It is defined as `type Sender interface`. (go/conn/conn.go:10)',
    );
  });

  it('without a name, implements an interface and extends a class', async () => {
    expect(await lead('What implements Clock?')).toMatch(
      /^`Clock` is implemented by 1 anonymous class in 1 file\./,
    );
    expect(await lead('What implements Timer?')).toMatch(
      /^`Timer` is extended by 2 anonymous classes in 2 files\./,
    );
  });

  it('without a name, is not asked about next', async () => {
    expect(await followups('What extends Sweeper?')).toEqual([
      'How does Sweeper work?',
      'Where is Sweeper used?',
    ]);
  });

  it('in Ruby, is of a class that is opened again', async () => {
    expect(await lead('What extends Shelf?')).toBe(
      '`Shelf` is extended by 2 types in 2 files. It is defined as `class Shelf`. (rb/shelf.rb:1)',
    );
  });

  it('in C, is a constant of the type', async () => {
    expect(await lead('what implements the mode struct')).toMatch(
      /^`mode` is implemented by 1 constant in 1 file\./,
    );
  });
});

describe('what a type implements or extends', () => {
  it('is what its header says, with where that is defined', async () => {
    expect(await ask('What does Basket extend?')).toMatch(
      /^`Basket` extends `Container` and implements `Priced`\. It is defined as .* \(src\/cart\.ts:10\)\n\n- `Priced`: `export interface Priced` \(src\/priced\.ts:1\)/,
    );
  });

  it('may be nothing', async () => {
    expect(await lead('superclass of Lonely')).toMatch(
      /^`Lonely` names nothing that it implements or extends\./,
    );
  });
});
