import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

it('calls in examples are counted and named so; sentences in quotes that have the name are none', async () => {
  const repository = makeRepository(
    {
      'src/bell.py': 'def ring_tower(times):\n    return [times]\n',
      'src/tower.py':
        'from bell import ring_tower\n\n\ndef wake():\n    ring_tower(3)\n\n\ndef fall():\n    raise ValueError("the ring_tower of a village is broken")\n',
      'examples/village.py': 'from bell import ring_tower\n\nring_tower(12)\n',
      'docs/bells.md': '# Bells\n\nCall `ring_tower(1)` to ring.\n',
    },
    'tower',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('Who calls ring_tower?'));
  expect(answer).toMatch(/^`ring_tower` is called in 2 places in 2 files, 1 of them in examples/);
  expect(answer).toContain('- `ring_tower(3)` in `wake` ([src/tower.py:5]');
  expect(answer).toContain('- Example: `ring_tower(12)` ([examples/village.py:3]');
  expect(answer).not.toContain('village is broken');
  expect(answer).not.toContain('bells.md');
});

it.each([
  ['tower.js', "return '{' + ringTower(x) + '}';"],
  ['tower.js', "if (c === '{' && ringTower(d) || d === '}') wake();"],
  ['tower.rb', 'puts "the bell #{ringTower(3)} rings"'],
  ['tower.rs', 'println!("{}: {}", ringTower(x), "done it");'],
  ['tower.py', 'x = "it is {}: {}".format(ringTower(3), "a b")'],
])('calls beside strings, or in code within them, are usages: %s: %s', async (path, line) => {
  const repository = makeRepository({ [`src/${path}`]: `\n${line}\n` }, 'tower');
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('Who calls ringTower?'));
  expect(answer).toContain(`([src/${path}:2]`);
});

it('calls by which a type calls itself are usages of its function, and another one of that name is told', async () => {
  const repository = makeRepository(
    {
      'src/ferry.rs': `impl Ferry {
    pub fn new(ropes: usize) -> Self {
        Self::with_ropes(ropes, 2)
    }

    pub fn with_ropes(ropes: usize, anchors: usize) -> Self {
        Ferry { ropes, anchors }
    }

    pub fn moor(&self) {
        self.harbour.with_ropes(7);
    }
}
`,
      'src/harbour.rs': `impl Harbour {
    pub fn new(max: usize) -> Self {
        Self::with_ropes(max)
    }

    pub fn with_ropes(ropes: usize) -> Self {
        Harbour { ropes }
    }

    pub fn ferry(&self) -> Ferry {
        Ferry::with_ropes(self.ropes, 1)
    }
}
`,
    },
    'harbour',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('Who calls Ferry::with_ropes?'));
  expect(answer).toContain('`Self::with_ropes(ropes, 2)` in `Ferry.new` ([src/ferry.rs:3]');
  expect(answer).toContain('in `Harbour.ferry` ([src/harbour.rs:11]');
  expect(answer).not.toContain('Self::with_ropes(max)');
  expect(answer).not.toContain('self.harbour.with_ropes(7)');
  expect(answer).not.toContain('nothing else is defined with');
});

describe('a function that is the export of its module', () => {
  const files = {
    'lib/moor.js': `module.exports = tieBoat

// Ties a boat to the quay.
function tieBoat (boat) {
  return boat.rope
}
`,
    'lib/quay.js': `const tieBoat = require('./moor')

exports.land = function land (boat) {
  return tieBoat(boat)
}
`,
    'lib/buoy.js': `const tieAny = require('./moor')

function tieBoat (boat) {
  return boat
}

exports.rest = function rest (boat) {
  return tieAny(tieBoat(boat))
}
`,
    'lib/crane.mjs': `import fasten from './moor.js'

export function lift (boat) {
  return fasten(boat)
}
`,
  };
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const { path } = makeRepository(files, 'quay');
    const world = await startSharedSearchService([path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it('is called by whatever name a file gives to it, and not where another one has its name', async () => {
    const answer = await answerTo('I want to change tieBoat in lib/moor.js. Who calls it?');
    expect(answer).toMatch(/^`tieBoat` is called in 3 places in 3 files\./);
    expect(answer).toContain('`return tieBoat(boat)` in `land` ([lib/quay.js:4]');
    expect(answer).toContain('`return tieAny(tieBoat(boat))` in `rest` ([lib/buoy.js:8]');
    expect(answer).toContain('`return fasten(boat)` in `lift` ([lib/crane.mjs:4]');
  });

  it.each([
    'I want to change tieBoat in lib/buoy.js. Who calls it?',
    'Who calls `tieBoat` in lib/buoy.js?',
    'Where is tieBoat of buoy.js called?',
  ])('is the one of the file that a question names: %s', async (question) => {
    const answer = await answerTo(question);
    expect(answer).toMatch(/^`tieBoat` is called once\./);
    expect(answer).toContain('`return tieAny(tieBoat(boat))` in `rest` ([lib/buoy.js:8]');
  });
});

it('calls without parentheses in Ruby and with blocks are calls; symbols, conditions, aliases and comments are not', async () => {
  const repository = makeRepository(
    {
      'lib/quay.rb': `class Quay
  def moor_boat(boat)
    boat
  end

  def land(boat)
    moor_boat boat
  end

  def all
    boats.each(&:moor_boat)
    moor_boat if full?
    rope = full? ? moor_boat : 3
    cast_off 3 # then moor_boat the way we like
    quay.moor_boat! boats
    quay.moor_boat { |boat| boat }
  end

  alias moor_boat tie_up
end
`,
    },
    'quay',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('Who calls moor_boat?'));
  expect(answer).toMatch(/^`Quay.moor_boat` is called in 2 places in 1 file\b/);
  expect(answer).toContain('- `moor_boat boat` in `Quay.land` ([lib/quay.rb:7]');
  expect(answer).toContain('- `quay.moor_boat { |boat| boat }` in `Quay.all`');
});

it.each([
  'I want moor_boat to refuse wrecks. Which parts of the harbour would that affect?',
  'I want to give moor_boat a second argument. Which callers would I have to touch?',
  'I would like to drop moor_boat, it looks like a leftover. Does anything else in the library still depend on it?',
  'I would like to change what moor_boat takes. What else in the crate calls it, besides its own definition?',
])('are asked for by “%s”', async (question) => {
  const repository = makeRepository(
    {
      'src/lib.rs': `pub fn moor_boat(boat: Boat) -> Boat {
    boat
}

pub fn land(boat: Boat) -> Boat {
    moor_boat(boat)
}
`,
    },
    'quay',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask(question));
  expect(answer).toMatch(/^`moor_boat` is called once\b/);
});

it('of a constant of a class are not its definition', async () => {
  const repository = makeRepository(
    {
      'src/Quay.cs': `namespace Harbour
{
    public class Quay
    {
        internal const int MostBoats = 1;

        public int Free(int boats)
        {
            return MostBoats - boats;
        }
    }
}
`,
    },
    'quay',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('Where is MostBoats used?'));
  expect(answer).toContain('MostBoats` is used once');
  expect(answer).toContain('`return MostBoats - boats;` in `Quay.Free`');
});

it('of a constant in Ruby are those that read or write something through it', async () => {
  const repository = makeRepository(
    {
      'lib/quay.rb': `class Quay
  BERTH_KEY = 'quay.berth'

  def berth(env)
    env[BERTH_KEY]
  end
end
`,
      'lib/tug.rb': `class Tug
  def moor(env)
    env[Quay::BERTH_KEY] = 7
  end
end
`,
    },
    'quay',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(
    await world.ask(
      'I want to rename the string behind BERTH_KEY. Which code reads or writes the environment through that constant?',
    ),
  );
  expect(answer).toMatch(/^`Quay.BERTH_KEY` is used in 2 places in 2 files/);
});

it('of a constant outside of its class have the name of the class', async () => {
  const repository = makeRepository(
    {
      'src/Sizes.cs': `namespace Harbour
{
    internal static class Sizes
    {
        public const int Crate = 7;
        public const int Most = Crate * 2;
    }
}
`,
      'src/Crane.cs': `namespace Harbour
{
    public class Crane
    {
        public Crate Lift(Crate crate)
        {
            return crate.Cut(Sizes.Crate);
        }
    }
}
`,
    },
    'quay',
  );
  const world = await startSharedSearchService([repository.path]);
  const { answer } = onlyQuestion(await world.ask('Which places use Sizes.Crate?'));
  expect(answer).toContain('`Sizes.Crate` is used in 2 places in 2 files');
  expect(answer).toContain('`return crate.Cut(Sizes.Crate);` in `Crane.Lift`');
  expect(answer).toContain('`public const int Most = Crate * 2;`');
  expect(answer).not.toContain('public Crate Lift');
});

it('in tests alone of what the project exports are not said to be all that there is', async () => {
  const calls = Array.from({ length: 12 }, (_, n) => `test('${n}', () => setTide(${n}));`);
  const { path } = makeRepository(
    {
      'src/tide.ts': 'export function setTide(height: number) {\n  return height;\n}\n',
      'src/index.ts': "export { setTide } from './tide.js';\n",
      'test/tide.test.ts': `import { setTide } from '../src/index.js';\n\n${calls.join('\n')}\n`,
    },
    'harbour',
  );
  const world = await startSharedSearchService([path]);
  const { answer } = onlyQuestion(await world.ask('Who calls setTide?'));
  expect(answer).toMatch(
    /^`setTide` is called in 12 places in 1 file, all in tests: other code only exports it\./,
  );
  expect(answer).toContain("- Exported: `export { setTide } from './tide.js';` ([src/index.ts:1]");
  expect(answer).toContain('- and 3 more in 1 file ([test/tide.test.ts:');
});

it('in the tests of a file of Rust are tests, which come after other code', async () => {
  const { path } = makeRepository(
    {
      'src/lib.rs': `pub fn coil_rope(times: usize) -> usize {
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coils() {
        assert_eq!(coil_rope(1), 1);
    }
}
`,
      'src/quay.rs': `pub fn land() -> usize {
    coil_rope(3)
}
`,
    },
    'harbour',
  );
  const world = await startSharedSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('Who calls coil_rope?'));
  expect(answer).toMatch(/^`coil_rope` is called in 2 places in 2 files, 1 of them in tests/);
  expect(answer.indexOf('`coil_rope(3)` in `land`')).toBeLessThan(
    answer.indexOf('- Test: `assert_eq!'),
  );
});

it('in the tests of a file of Rust are tests, however those are marked', async () => {
  const { path } = makeRepository(
    {
      'src/lib.rs': `pub fn coil_rope(times: usize) -> usize {
    times
}

#[cfg(test)]
mod tests {
    fn coils() {
        assert_eq!(super::coil_rope(1), 1);
    }
}

#[cfg(all(test, feature = "slow"))]
#[allow(dead_code)]
pub(crate) mod slow_tests {
    fn coils() {
        assert_eq!(super::coil_rope(9), 9);
    }
}
`,
      'src/quay.rs': `pub fn land() -> usize {
    coil_rope(3)
}
`,
    },
    'harbour',
  );
  const world = await startSharedSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('Who calls coil_rope?'));
  expect(answer).toMatch(/^`coil_rope` is called in 3 places in 2 files, 2 of them in tests/);
});

it('a package for those who test is no test, but its tests are', async () => {
  const call = 'from harbour.bell import strike_bell\n\nstrike_bell(3)\n';
  const { path } = makeRepository(
    {
      'harbour/bell.py': 'def strike_bell(times):\n    return times\n',
      'harbour/testing/clock.py': call,
      'harbour/testing/test_clock.py': call,
      'harbour/tests/testing/clock.py': call,
      'testing/all.py': call,
    },
    'harbour',
  );
  const world = await startSharedSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('Who calls strike_bell?'));
  expect(answer).toMatch(/^`strike_bell` is called in 4 places in 4 files, 3 of them in tests/);
  expect(answer).toContain('- `strike_bell(3)` ([harbour/testing/clock.py:3]');
});
