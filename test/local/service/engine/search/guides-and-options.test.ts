import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineAnswer } from '../../../../../local/service/conversation/engine.js';
import { createSearchEngine } from '../../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../../local/service/index/search-index.js';
import { createFilesOf } from '../../../../../local/service/tools/snapshot-files.js';
import { cleanUpAfterFile } from '../../../../support/cleanup.js';
import { createTestNavigator } from '../../nav/navigation-harness.js';
import { makeRepository } from '../../repositories.js';

/** Of any words, and too long to be read as one answer. */
function longSection(sentence: string): string {
  return Array.from({ length: 25 }, (_, n) => `${sentence} This is part ${n}.`).join('\n\n');
}

const BAKERY = {
  'README.md':
    '# Bakery\n\nBakes bread.\n\n## Table of Contents\n\n- Preheat the oven\n- `warmLoaf` - one of two ways to warm.\n',
  'docs/guide.md': `# Guide

## Preheat the oven

An oven is preheated before the first loaf.

Bread needs flour.

It takes salt and time, too:

\`\`\`ts
const other = 1;
\`\`\`

To preheat the oven, pass its temperature:

\`\`\`ts
bakery.preheat({ oven: 220 });
\`\`\`

## Dough and everything around it

${longSection('Somebody may dust the shelves of dough, or weigh flour.')}

## Shelves

Shelves are of wood. Dust shelves if there is dust. Who dusts may dust other shelves, too.

## Dusting *the* \`shelf.*\` shelves

Shelves are dusted at night.

## Options

| option | meaning |
| --- | --- |
| \`crustLevel\` | How dark the crust is. |

| option | default | meaning |
| --- | --- | --- |
| \`ovenLimit\` | \`250\` | How hot it gets. |
`,
  'src/slice.js': `/**
 * Cuts a loaf.
 * @param {number} slice_count How many slices there are. */
export function cut(slice_count) {
  return slice_count * 2;
}
`,
  'src/scale.ts': `/** Weighs the flour of a dough. */
export function weighFlour(dough: { flour: number }): number {
  return dough.flour;
}
`,
  'src/proof.py': `def proof(
    dough: str,
    proof_minutes: int = 30,
) -> str:
    """Lets the dough rest.

    :param dough: What is baked.
    :param proof_minutes: How long the dough
     rests. Defaults to half an hour.
    :return: the dough
    """
    return dough * proof_minutes
`,
  'src/errors.ts': `/** Thrown if the oven was too hot. */
export class LoafTooDarkError extends Error {
  constructor(readonly loaf: string) {
    super(loaf);
  }
}

export function formatLoafTooDarkError(loaf: string): LoafTooDarkError {
  return new LoafTooDarkError(\`get another \${loaf}\`);
}
`,
  'src/options.ts': `export interface BakeryOptions {
  /** Bake again when a loaf is pale. When false, a pale loaf is sold. */
  rebakePale?: boolean;
  crustLevel?: number;
}

export const defaults = {
  crustLevel: 3,
  loafWeight: 750,
};
`,
  'src/oven.ts': `import type { BakeryOptions } from './options.js';

/** Warms a loaf for a guest. */
export function warmLoaf(loaf: string): string {
  const warmed = warm(loaf);
  return warmed;
}

/** Warms the oven. */
export function preheat(oven: number): number {
  return oven + 1;
}

export class Oven {
  #rebakePale = false;

  /** Sets whether a pale loaf is baked again. */
  rebakePale(rebakePale: boolean): this {
    this.#rebakePale = rebakePale;
    return this;
  }

  /** Bakes one loaf of dough. */
  bake(dough: string, options: BakeryOptions): string {
    const loaf = warm(dough);
    if (options.crustLevel !== undefined && options.crustLevel > 5) {
      throw new Error('too dark');
    }
    if (options.rebakePale && isPale(loaf)) {
      return this.bake(loaf, options);
    }
    return loaf;
  }
}

function warm(dough: string): string {
  return dough.trim();
}

function isPale(loaf: string): boolean {
  return loaf.length < 3;
}
`,
  'go/oven.go': `package oven

// Oven bakes.
type Oven struct {
	// StrictWeight refuses light loaves.
	StrictWeight bool
}

type route struct {
	strictWeight bool
}

func (r *route) take(weight int) bool {
	if r.strictWeight && weight < 700 {
		return false
	}
	return true
}
`,
  // Its underlines look like the fences of Markdown.
  'docs/settings.rst': `Settings
~~~~~~~~

\`\`dough_rest\`\`
~~~~~~~~~~~~~~

Default: half an hour.

How long the dough rests.

* \`\`oven_light\`\` - whether the light is on
  while a loaf is baked. It is off by default.

* \`\`oven_bell\`\` - whether a bell rings.

****************
 Ring the bell
****************

:date: a field

The bell is rung by the baker, and for a guest by
:ref:\`oven_bell\`. It takes a second
:ref:\`bell_rope\` to ring it twice.
`,
  'java/Mixer.java': `package bakery;

public class Mixer {
    public static final int DEFAULT_BOWL_SIZE = 12;

    int bowlSize = DEFAULT_BOWL_SIZE;

    /** Sets how much a bowl holds. */
    public void setBowlSize(int bowlSize) {
        this.bowlSize = bowlSize;
    }

    void mix(int dough) {
        if (dough > bowlSize) {
            throw new IllegalStateException("too much");
        }
    }
}
`,
  'java/Fridge.java': `package bakery;

public class Fridge {
    static final int FEW = 2;
    static final long DEFROST_TIME_DEFAULT = 9;
    int bowlSize = 3;
    int drawerCount = FEW;

    boolean fits(int bowl) {
        return bowl <= bowlSize;
    }
}
`,
  'src/limits.ts': `const KEYS = {
  ovenLimit: 'oven-limit',
};
const idle = 0;

export function reset(oven) {
  oven.ovenLimit = oven.idle = 0;
  return KEYS;
}
`,
  'cs/Shelf.cs': `public class Shelf
{
    /// <summary>How many loaves fit.</summary>
    public virtual int LoafCount => 40;
}
`,
  'examples/mixer.xml': '<mixer>\n  <bowlSize>20</bowlSize>\n</mixer>\n',
  'lib/bakery.rb': `namespace Bakery
  # How long a customer may wait.
  mattr_accessor :queue_time
  @@queue_time = 5.minutes

  def self.closed?(waited)
    waited > queue_time
  end
end
`,
  'lib/templates/bakery.rb': `Bakery.setup do |config|
  # Longer in the morning.
  # config.queue_time = 10.minutes
end
`,
  'python/shop.py': `class Shop:
    #: Currency of prices. Default is the euro.
    shop_currency = None

    def __init__(self, counter_timeout=5, door_timeout=7):
        self.counter_timeout = counter_timeout
`,
  'docs/shop.rst': `Shop
====

.. autoclass:: Shop

    .. autoattribute:: shop_currency
    .. autoattribute:: counter_timeout

Prices are in one currency:

.. code-block:: python

    Shop(shop_currency="EUR")
`,
  'python/options.py': 'rebake_pale = None  # of the other bakery\n',
};

let ask: (question: string) => Promise<EngineAnswer>;
beforeAll(async () => {
  const repositories = await openRepositories([makeRepository(BAKERY, 'bakery').path]);
  const index = createSearchIndex();
  const filesOf = createFilesOf();
  const navigator = createTestNavigator();
  const engine = createSearchEngine({ repositories, index, navigator, filesOf });
  const { signal } = new AbortController();
  ask = (question) =>
    engine(question, { history: [], added: '', signal, report: () => {}, stats: () => {} });
  cleanUpAfterFile(async () => {
    await index.stop();
    await Promise.all(repositories.map((one) => one.close()));
  });
});

/** Without links: `[text](address)` is shown as `text`. */
const plain = ({ answer }: EngineAnswer) => answer.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

describe('a question how to do something', () => {
  it('is answered by the section that shows it, with the code that fits', async () => {
    const answer = plain(await ask('How do I preheat the oven?'));
    expect(answer).toMatch(/^\*\*Preheat the oven\*\*: An oven is preheated/);
    expect(answer).toContain('bakery.preheat({ oven: 220 });');
    expect(answer).not.toContain('const other');
    expect(answer).toContain('- `preheat`: Warms the oven. (src/oven.ts:9–12)');
  });

  it('is not answered for sure by a long section that has a word of it in its heading', async () => {
    const answer = plain(await ask('How do I weigh the flour of dough?'));
    expect(answer).toMatch(/^(?:Best guess: )?`weighFlour`/);
  });

  it('is answered by whole sentences, whatever their lines begin with', async () => {
    const answer = plain(await ask('How do I ring the bell?'));
    expect(answer).toMatch(
      /^\*\*Ring the bell\*\*: The bell is rung by the baker, and for a guest by \W*oven_bell\W+It takes a second \W*bell_rope\W+to ring it twice\. \(/,
    );
    expect(answer).not.toContain('a field');
  });

  it('is answered by a section whose heading has most of it, also with a star in its code', async () => {
    const answer = plain(await ask('How do I dust the shelves?'));
    expect(answer).toMatch(/^\*\*Dusting the shelf\.\\\* shelves\*\*: Shelves are dusted at night/);
  });
});

describe('a question about an option', () => {
  it('is answered by its comment and by the lines that depend on it', async () => {
    const answer = plain(await ask('What does the rebakePale option do?'));
    expect(answer).toMatch(
      /^`rebakePale`: .*pale loaf.*Where it is read, `rebakePale` in `Oven\.bake`/,
    );
    expect(answer).toContain('if (options.rebakePale && isPale(loaf)) {');
    expect(answer).not.toContain('rebake_pale');
  });

  it('finds it in words, and what a table says of it', async () => {
    const answer = plain(await ask('What does the crust level setting do?'));
    expect(answer).toMatch(/^`crustLevel`: How dark the crust is\. \(docs\/guide\.md:\d+\)/);
    expect(answer).toContain('options.crustLevel > 5');
  });

  it('shows the default that is asked for', async () => {
    expect(plain(await ask('What is the default loaf weight?'))).toMatch(
      /^`loafWeight` is set to `750` \(src\/options\.ts:9\)/,
    );
  });

  it('shows what a section of reStructuredText says of it, also if the repository is named', async () => {
    const answer = plain(await ask('What is the default dough rest of bakery?'));
    expect(answer).toMatch(/^\*\*dough\\_rest\*\*: Default: half an hour\./);
  });

  it('of Go shows what depends on it, which is not exported', async () => {
    const answer = plain(await ask('What does StrictWeight do?'));
    expect(answer).toContain('if r.strictWeight && weight < 700 {');
  });

  it('of a function that sets it shows what depends on it', async () => {
    const answer = plain(await ask('What does rebakePale do?'));
    expect(answer).toContain('if (options.rebakePale && isPale(loaf)) {');
  });
});

describe('a question about a default', () => {
  it.each([
    ['What is the default bowl size of the mixer?', /^`DEFAULT_BOWL_SIZE` is set to `12`/],
    ['What is the default bowl size of the fridge?', /^`bowlSize` is set to `3`/],
    ['What is the default loaf count?', /^`LoafCount` is set to `40` in /],
    ['what is the default defrost time', /^`DEFROST_TIME_DEFAULT` is set to `9` in /],
    [
      'What is the default drawerCount?',
      /^`drawerCount` is set to `FEW` in .*`FEW` is set to `2` in /,
    ],
    [
      "What's the default queue_time?",
      /^`queue_time` is set to `5\.minutes` \(.*How long a customer may wait/,
    ],
    [
      'what is the default shop_currency',
      /^`shop_currency`: Default is the euro\. \(python\/shop\.py:2–3\)/,
    ],
    ['What is the default oven limit?', /^`ovenLimit`, default `250`: How hot it gets\./],
    ['What is the default counter timeout?', /^`counter_timeout` is set to `5` in /],
  ])('is answered by the value: %s', async (question, expected) => {
    expect(plain(await ask(question))).toMatch(expected);
  });

  it('finds the option also where its words have other ends', async () => {
    const answer = plain(await ask('What is the default counting timeout?'));
    expect(answer).toMatch(/^`counter_timeout` is set to `5` in /);
  });
});

describe('a question how to set an option', () => {
  it('is answered by what sets it, and by an example of a file that does', async () => {
    const answer = plain(await ask('How do I set bowlSize?'));
    expect(answer).toContain('Set by `Mixer.setBowlSize`');
    expect(answer).toContain('An example (examples/mixer.xml:');
    expect(answer).toContain('<bowlSize>20</bowlSize>');
  });

  it('in words is answered by what a name with these words is', async () => {
    const answer = plain(await ask('How can I raise the oven limit?'));
    expect(answer).toMatch(/^`ovenLimit`, default `250`: How hot it gets\./);
  });

  it('is answered by the lines of a template, though they are comments', async () => {
    const answer = plain(await ask('How is queue_time configured?'));
    expect(answer).toContain('`queue_time` is set to `5.minutes`');
    expect(answer).toContain('# config.queue_time = 10.minutes');
  });

  it('is answered by code in a document, and no directive is taken for text', async () => {
    const answer = plain(await ask('How do I set shop_currency?'));
    expect(answer).toContain('Shop(shop_currency="EUR")');
    expect(answer).not.toContain('autoattribute');
  });
});

describe('a question that names an option', () => {
  it('and asks how to set it is answered by what a list says of it, to the end', async () => {
    const answer = plain(await ask('How do I set oven_light for one loaf?'));
    expect(answer).toMatch(
      /^`oven_light`: whether the light is on while a loaf is baked\. It is off by default\. \(/,
    );
  });

  it('is answered by its comment rather than by that of its class', async () => {
    const answer = plain(await ask('How does rebakePale of the bakery options behave?'));
    expect(answer).toMatch(/^`rebakePale`: .*pale loaf/);
  });

  it('is answered by what a function says of its parameter', async () => {
    const last = plain(await ask('What does slice_count do?'));
    expect(last).toMatch(/^`slice_count`: How many slices there are\. \(src\/slice\.js:\d+\)/);
    const answer = plain(await ask('What does proof_minutes do?'));
    expect(answer).toMatch(
      /^`proof_minutes`: How long the dough rests\. Defaults to half an hour\. \(src\/proof\.py:\d+–\d+\)/,
    );
  });
});

it('what a function does is told by its comment, whatever list mentions it', async () => {
  expect(plain(await ask('What does warmLoaf do?'))).toMatch(
    /^`warmLoaf`: Warms a loaf for a guest\./,
  );
});

it('a question about nothing but an error is answered by what its type says', async () => {
  const answer = plain(await ask('Why do I get LoafTooDarkError?'));
  expect(answer).toMatch(/^`LoafTooDarkError`: Thrown if the oven was too hot\./);
});

it('a name without letters is no option', async () => {
  expect(plain(await ask('What does the _ option do?'))).not.toContain('is set to');
});

it('a second half that says little by itself is asked with the first one', async () => {
  const answer = plain(await ask('How is a loaf baked and which planet would it orbit around?'));
  expect(answer).toContain('Oven.bake');
  expect(answer).not.toContain('**Which planet');
});

it('two questions get two answers, and “it” is what the first one is about', async () => {
  const answer = plain(await ask('What is Oven and where is preheat used?'));
  expect(answer).toMatch(/^`Oven`/);
  expect(answer).toContain('**Where is preheat used?** ');
});
