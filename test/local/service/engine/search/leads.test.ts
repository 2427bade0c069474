import { beforeAll, describe, expect, it } from 'vitest';
import { constantParts } from '../../../../../local/service/engine/search/text/constant-parts.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'README.md': `# Ferry

Carries passengers over the river.

## Boarding

\`\`\`\`sh
ferry board
\`\`\`text
# sail backwards in a storm
\`\`\`
\`\`\`\`

Passengers walk on.
`,
  'docs/night-boat.mdx': `---
title: Night boats
description: Boats after dark
---

Some harbours never close.

A _night boat_ is a ferry that sails after sunset.

## Adding a night boat

Call the harbour for a night boat.
`,
  'CHANGELOG.md': '# Changelog\n\n## 2.0\n\nWeights of cars are interpreted as tons.\n',
  'README_ZH.md':
    '# 渡船\n\n## 过载的渡船 overloaded ferry\n\n过载的渡船 overloaded ferry 会沉没，因此会被拒绝。\n',
  'lib/harbour.js': `export class Harbour {
  refuse(boat, wait) {
    throw new Error('Harbour is full: come back in ' + wait + ' hours');
  }

  /** @private */
  _checkTide(boat) {
    if (boat.depth > this.depth) throw new Error('too shallow');
  }

  enter(boat) {
    this._checkTide(boat);
    return boat;
  }

  adopt(other, boat) {
    other._checkTide(boat);
    return other;
  }
}
`,
  'lib/ferry.rb': `# Carries passengers and cars between two harbours.
module River
  class Ferry
    def initialize(seats)
      @seats = seats
    end

    def load_cars(cars)
      raise Overloaded if cars.sum(&:weight) > limit
      cars.each { |car| park(car) }
      @parked = cars.size
    end

    def ring_bell
      bell.ring
      bell.ring
      bell.rest
    end
  end
end
`,
  'lib/weather.py': `import os

def forecast():
    level = os.environ.get("_FERRY_STORM_LVL")
    folder = os.environ["FERRY_SKIP_DIRS"]
    return level, folder


def fare(distance, age):
    if age < 6:
        return 0
    if distance > 10:
        return distance * 3
    return distance * 2
`,
  'lib/walrus.js': `export function walrusFare(coins) {
  const most = 7;
  return Math.min(most, coins);
}
`,
  'test/walrus.test.js': `import { walrusFare } from '../lib/walrus.js';

it('takes at most 7 coins from a walrus for sledges in winter', () => {
  walrusFare(12);
});
`,
  'src/anchor.rs': `pub fn drop_anchor(depth: u32) -> Result<u32, Error> {
    if depth > MOST {
        return Err(Error::TooDeep);
    }
    Ok(depth)
}

#[cfg(test)]
mod tests {
    #[test]
    fn anchor_fails_on_deep_ground() {
        assert!(drop_anchor(12).is_err());
    }
}
`,
  'test/harbour.test.js': `import { Harbour } from '../lib/harbour.js';

describe('adopt', () => {
  it('adopts a boat', () => new Harbour().adopt({}, {}));
});
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const { path } = makeRepository(FILES, 'ferry');
  const world = await startSharedSearchService([path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']').replace(/\n+\*Found by search[\s\S]*$/, '');
  };
});

describe('usages', () => {
  it('count calls that have only the name, and say so', async () => {
    const answer = await answerTo('Who calls _checkTide?');
    expect(answer).toMatch(
      /^`Harbour\._checkTide` is called in 2 places in 1 file: 1 resolved, 1 by name only\./,
    );
    expect(answer).toContain('- `this._checkTide(boat);` in `Harbour.enter`');
    expect(answer).toContain('- By name only: `other._checkTide(boat);` in `Harbour.adopt`');
  });

  it('are followed by what "it" does, however many words that takes', async () => {
    const asked = 'Who calls _checkTide and what does it do when the boat has more depth?';
    const answer = await answerTo(asked);
    expect(answer).toContain('is called in 2 places');
    expect(answer).toContain("throw new Error('too shallow')");
  });
});

describe('what answers', () => {
  it('is the method that was asked about, or its class with its lines', async () => {
    const answer = await answerTo('How does the Ferry load too many cars?');
    expect(answer).toContain('raise Overloaded if cars.sum(&:weight) > limit');
    expect(answer).not.toContain('ring_bell');
  });

  it('is the class in a module, with the comment above the module', async () => {
    const answer = await answerTo('What carries passengers and cars between harbours?');
    expect(answer).toContain('`River.Ferry`: Carries passengers and cars between two harbours.');
  });

  it('is called a guess where it has hardly half of the question', async () => {
    const answer = await answerTo(
      'Why does the penguin fare depend on distance, coupons and skis?',
    );
    expect(answer).toMatch(/^(?:I found no .* Closest match:|Best guess:|Nothing in)/);
    expect(answer).toContain('def fare(distance, age):');
  });

  it('is no test, even if that says more', async () => {
    const answer = await answerTo('How many coins does a walrus pay for sledges in winter?');
    expect(answer).toContain('lib/walrus.js:1');
    expect(answer.split('\n')[0]).not.toContain('test/walrus.test.js');
  });

  it('is no test beside the code, even if that says more', async () => {
    const answer = await answerTo(
      'We lost a boat in the lagoon. What happens if the anchor fails on deep muddy ground?',
    );
    expect(answer.split('\n')[0]).toContain('drop_anchor');
  });

  it('is a guess with a number where the surest match has none', async () => {
    const answer = await answerTo('How many boats does adopt take?');
    expect(answer).toMatch(/^(?:I found no .* Closest match:|Best guess:|Nothing in)/);
  });

  it('is no comment in the code of a guide', async () => {
    const answer = await answerTo('How do I sail backwards in a storm?');
    expect(answer).not.toContain('**sail backwards in a storm**');
  });

  it('is the section of a guide that says what a thing is, also below the title of a page', async () => {
    const answer = await answerTo('What is a night boat?');
    expect(answer).toMatch(
      /^\*\*Night boats\*\*: .*A night boat is a ferry that sails after sunset\./,
    );
  });

  it.each([
    'Where does "Harbour is full: come back in 12 hours" come from?',
    "Where does 'Harbour is full: come back in 12 hours' come from?",
  ])('is the line that prints a quoted message, with other values in it: %s', async (asked) => {
    const answer = await answerTo(asked);
    expect(answer).toMatch(/^`Harbour\.refuse` in `lib\/harbour\.js`: /);
  });

  it('is no changelog, and is not doubled for a second half that says nothing', async () => {
    const answer = await answerTo('How does a ferry load cars and how is that interpreted?');
    expect(answer.split('\n')[0]).not.toContain('CHANGELOG.md');
    expect(answer).not.toContain('**How is that interpreted?**');
  });

  it('is no translation of a guide', async () => {
    const answer = await answerTo('How do I know about an overloaded ferry?');
    expect(answer).not.toMatch(/\p{Script=Han}/u);
  });

  it('is no list of tests where a question only mentions them', async () => {
    const answer = await answerTo(
      'What do the remaining tests do in a describe when `adopt` throws?',
    );
    expect(answer).not.toContain('1 test names');
  });
});

describe('variables of the environment', () => {
  it.each([
    ['Which env var do I set so it never looks into some directories?', 'FERRY_SKIP_DIRS'],
    ['Which environment variable sets the level of a storm?', '_FERRY_STORM_LVL'],
  ])('are found by words that their names are short for: %s', async (asked, name) => {
    expect(await answerTo(asked)).toMatch(new RegExp(`^\`${name}\` is read here\\.`));
  });
});

describe('the constant parts of a message', () => {
  it.each([
    ['(Did you mean xxx?)', ['Did you mean']],
    ['Timeout of 2000ms exceeded for this hook', ['exceeded for this hook', 'Timeout of']],
    ["no such file: 'a.txt'", ['no such file']],
    ['exactly as it is', []],
    ['12', []],
  ])('%s', (message, parts) => {
    expect(constantParts(message)).toEqual(parts);
  });
});

it.each([
  'Which file sets the rope length of the anchor?',
  'Where is the rope length of the anchor decided?',
])('where only files of settings say anything, they are named: %s', async (question) => {
  const { path } = makeRepository(
    {
      'pyproject.toml': '[tool.tower]\nanchor_rope_length = 40\n',
      'config/harbour.yaml': 'rope_length: 40\n',
      'src/bell.py': 'def ring():\n    return 1\n',
    },
    'tower',
  );
  const world = await startSharedSearchService([path]);
  const { answer } = onlyQuestion(await world.ask(question));
  expect(answer).toContain('pyproject.toml');
});
