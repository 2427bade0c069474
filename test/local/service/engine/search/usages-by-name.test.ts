import { beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** A harbour in languages that are searched by name. */
const FILES = {
  'quay.h': 'int moor_boat(struct boat *);\n',
  'quay.c': 'int\nmoor_boat(struct boat *boat)\n{\n\treturn boat->rope;\n}\n',
  'land.c': 'void\nland(struct boat *boat)\n{\n\tmoor_boat(boat);\n}\n',
  'lib/tide.ex': `defmodule Harbour.Tide do
  @spec level_of(integer()) :: integer()
  def level_of(hour) do
    hour
  end
end
`,
  'lib/watch.ex': `defmodule Harbour.Watch do
  alias Harbour.Tide

  def look(hour) do
    Tide.level_of(hour)
  end
end
`,
  'src/Crane.kt': 'inline fun <T> Crane.liftWhenFree(lift: () -> T): T? = lift()\n',
  'src/Port.kt': 'fun unload(crane: Crane) {\n    crane.liftWhenFree { 3 }\n}\n',
  'api/harbour.api': 'public static final fun liftWhenFree (Lharbour/Crane;)V\n',
  'src/Flush.swift': `func flushTide() {}

struct Ebb {
    var inFlush = false // Guards against flushTide() while it runs.

    /* Then
       flushTide() is next. */
    func run() {
        flushTide()
    }
}
`,
  'lib/guide.rb': `def ring_bell(times)
  times
end

say <<~TEXT
  To wake all, ring_bell twice.
TEXT
ring_bell 3
`,
  'lib/stage.ex': `defmodule Harbour.Stage do
  def init(state) do
    state
  end
end
`,
  'lib/sail.ex': `defmodule Harbour.Sail do
  def start(mast) do
    Supervisor.init(mast, strategy: :one)
    mast.engine.init(mast)
  end

  def init(mast), do: mast
end
`,
  'boats/pool.py': `class BoatPool:
    def prepare(self):
        return 3
`,
  'make.py': `from build import prepare

prepare('boats')
`,
  'boats/use.py': `def use(pool):
    pool.prepare()
`,
  'lib/keel.rb': `class Keel
  def weigh(boat)
    boat
  end

  def self.build(boat)
    new(boat)
  end
end
`,
  'lib/dock.rb': `class Dock
  def self.open(boat)
    dock = new(boat)
    Keel.new(boat)
    Crane.new(boat)
    dock
  end
end
`,
  'lib/rope.rb': `class Rope
  # Ties it for good.
  def knot!(times)
    knot(times) if free?
  end

  def knot(times)
    return if !knot? || free?
    times
  end

  def free?
    true
  end

  def slip
    knot!(3)
  end
end
`,
  'lib/sponge.rb': `class Sponge
  def soak_deck(times)
    times
  end
end
`,
  'lib/swab.rb': `class Swab
  def clean
    sponge = Sponge.new
    sponge.soak_deck(3)
  end

  def self.clean_once
    Sponge.new.soak_deck(1)
  end
end
`,
  'src/Former.kt': `class Former {
    fun shape(plank: Plank): Plank = plank
}
`,
  'src/Joiner.kt': `class Joiner(private val former: Former) {
    fun join(plank: Plank) = shape(former.shape(plank), 3)

    fun measure(plank: Plank) = shape(plank, 4)

    fun shape(plank: Plank, times: Int) = String.shape(plank)
}
`,
  'src/hull.rs': `pub struct Hull {
    size: u8,
}

impl Hull {
    pub fn build(size: u8) -> Self {
        let planks = Vec::<u8>::build(size);
        let ribs = BTreeMap::<&str, Vec<&str>>::build(size);
        Hull { size }
    }

    pub fn small() -> Self {
        Self::build(1)
    }

    pub fn paint(&self, coat: u8) -> u8 {
        coat
    }
}
`,
  'src/yard.rs': `fn work() {
    let hull = Hull::build(3);
    let ropes = HashMap::<(Knot, Rope), Boat>::build(4);
    hull.paint(2);
}
`,
  'tests/check.rs': `impl Check {
    fn paint(mut self, wet: bool) -> Self {
        self
    }
}

fn is_painted() {
    Check::start()
        .paint(true)
        .run();
    hull.paint(4);
}
`,
  Makefile: 'wake:\n\techo ring_bell\n',
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const { path } = makeRepository(FILES, 'harbour');
  const world = await startSharedSearchService([path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
});

it.each([
  ['moor_boat', 'moor_boat', 'land.c:4'],
  ['level_of', 'Tide.level_of', 'lib/watch.ex:5'],
  ['liftWhenFree', 'liftWhenFree', 'src/Port.kt:2'],
])('what declares %s is no call of it, nor another definition', async (asked, name, place) => {
  const answer = await answerTo(`Who calls ${asked}?`);
  expect(answer).toContain(
    `\`${name}\` is called once, found by its name, which nothing else is defined with.`,
  );
  expect(answer).toContain(`([${place}]`);
});

it.each([
  ['flushTide', 'src/Flush.swift:9'],
  ['ring_bell', 'lib/guide.rb:8'],
])('what comments and texts say of %s is no call of it', async (asked, place) => {
  const answer = await answerTo(`Who calls ${asked}?`);
  expect(answer).toContain(`\`${asked}\` is called once`);
  expect(answer).toContain(`([${place}]`);
  expect(answer.match(/^- /gm)).toHaveLength(1);
});

it('a call on another class is none of it, and what may be one is not said to be', async () => {
  const answer = await answerTo('Who calls Harbour.Stage.init?');
  expect(answer).toMatch(
    /^By name only: `init` is called once\. .* `Stage\.init` is defined as `def init\(state\)`/,
  );
  expect(answer).toContain('`mast.engine.init(mast)` in `Sail.start`');
  expect(answer).not.toContain('Supervisor');
});

it('a call without an object is none of a method that needs one', async () => {
  const answer = await answerTo('Who calls BoatPool.prepare?');
  expect(answer).toContain('`pool.prepare()` in `use` ([boats/use.py:2]');
  expect(answer).not.toContain('make.py');
});

it('what is made of a class is made by its name, or inside of it', async () => {
  const answer = await answerTo('Who calls Keel.new?');
  expect(answer).toContain('`Keel.new(boat)` in `Dock.open` ([lib/dock.rb:4]');
  expect(answer).toContain('`new(boat)` in `Keel.build` ([lib/keel.rb:7]');
  expect(answer).toContain('is called in 2 places');
});

it('a call of what the class of the call has by that name is none', async () => {
  const answer = await answerTo('Who calls Former.shape?');
  expect(answer).toMatch(/^By name only: `shape` is called once\./);
  expect(answer).toContain('in `Joiner` ([src/Joiner.kt:2]');
});

it.each([
  ['Who calls knot!?', 'Rope.knot!', 'knot!(3)'],
  ['Who calls Rope.knot?', 'Rope.knot', 'knot(times) if free?'],
  ['Where is knot! used?', 'Rope.knot!', 'knot!(3)'],
])('a mark is part of a name in Ruby: %s', async (question, name, line) => {
  const answer = await answerTo(question);
  expect(answer).toContain(`\`${name}\` is called once, found by its name, which nothing else`);
  expect(answer).toContain(`- \`${line}\` in`);
});

it('a name that is only there with a mark needs none in the question', async () => {
  const answer = await answerTo('Who calls Rope.free?');
  expect(answer).toMatch(/^`Rope\.free\?` is called in 2 places in 1 file, found by its name/);
});

it('a name with a mark is told apart from the one without', async () => {
  expect(await answerTo('What is knot!?')).toMatch(/^`Rope\.knot!`/);
  expect(await answerTo('What is knot?')).toMatch(/^`Rope\.knot`/);
});

it('what is called on another type with type arguments is none', async () => {
  const answer = await answerTo('Who calls Hull::build?');
  expect(answer).toContain('`Hull.build` is called in 2 places in 2 files');
  expect(answer).toContain('`Self::build(1)` in `Hull.small`');
  expect(answer).toContain('`let hull = Hull::build(3);` in `work`');
});

it('a chain of calls in a test is not counted where the tests have a method of that name', async () => {
  const answer = await answerTo('Who calls Hull::paint?');
  expect(answer).toContain('is called in 2 places in 2 files, 1 of them in tests');
  expect(answer).toContain('Test: `hull.paint(4);`');
});

it.each([
  ['Who calls moor_boat or moor_fleet?', 'I found no `moor_fleet`. `moor_boat` is called once'],
  ['Who calls moor_fleet or moor_boat?', 'I found no `moor_fleet`. `moor_boat` is called once'],
])('of two names, an unknown one is said to be: %s', async (question, said) => {
  const answer = await answerTo(question);
  expect(answer.startsWith(said)).toBe(true);
  expect(answer).toContain('([land.c:4]');
});

it('a method is called on what a class makes, whether that has a name or not', async () => {
  expect(await answerTo('Who calls Sponge.soak_deck?')).toContain(
    'is called in 2 places in 1 file',
  );
});

it('both of two names are answered', async () => {
  const answer = await answerTo('Who calls moor_boat or level_of?');
  expect(answer).toMatch(/^`moor_boat` is called once/);
  expect(answer).toContain('**level\\_of** `Tide.level_of` is called once');
});
