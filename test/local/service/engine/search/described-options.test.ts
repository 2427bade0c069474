import { describe, expect, it } from 'vitest';
import { cargoFeatures } from '../../../../../local/service/engine/search/facts/cargo-features.js';
import { declaredOptions } from '../../../../../local/service/engine/search/facts/declared-options.js';
import { defaultIn } from '../../../../../local/service/engine/search/facts/described-option.js';
import { parameterOptions } from '../../../../../local/service/engine/search/facts/documented-parameters.js';
import { listedOptions } from '../../../../../local/service/engine/search/facts/listed-options.js';
import { parserOptions } from '../../../../../local/service/engine/search/facts/parser-options.js';
import { rankOptions } from '../../../../../local/service/engine/search/forms/fitting-options.js';
import { buildQuery } from '../../../../../local/service/index/query.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';
import { sourceFile } from './ranked-excerpts.js';

const inCode = (path: string, text: string) =>
  declaredOptions(sourceFile(path, text)).map(({ file: _, ...option }) => option);
const inDocument = (path: string, text: string) =>
  listedOptions(sourceFile(path, text)).map(({ name, text: said, standard, start, end }) => ({
    name,
    said,
    standard,
    lines: [start, end],
  }));

describe('options in code', () => {
  it('are fields with a comment above or behind them, and their defaults', () => {
    const text = `export class Ferry {
  /** Cars that fit on the deck. */
  maxCars = 12;
  bell = 'loud'; // How the bell sounds in fog.
  wheel = 1;

  moor() {
    /** Of this pier. */
    const ropes = 2;
    return ropes;
  }
}
`;
    expect(inCode('ferry.ts', text)).toEqual([
      { name: 'maxCars', text: 'Cars that fit on the deck.', start: 2, end: 3, value: '12' },
      { name: 'bell', text: 'How the bell sounds in fog.', start: 4, end: 4, value: "'loud'" },
    ]);
  });

  it.each([
    [
      'Ferry.java',
      'class Ferry {\n  // Cars that fit on the deck.\n  private int maxCars = 12;\n}\n',
    ],
    [
      'ferry.go',
      'type Ferry struct {\n\t// Cars that fit on the deck.\n\tmaxCars2 int\n\t// Cars that fit on the deck.\n\tMaxCars int\n}\n',
    ],
    ['ferry.py', 'class Ferry:\n    # Cars that fit on the deck.\n    maxCars = 12\n'],
    ['ferry.rb', 'class Ferry\n  # Cars that fit on the deck.\n  maxCars = 12\nend\n'],
  ])('are found in %s', (path, text) => {
    expect(inCode(path, text).map(({ name, text }) => `${name}: ${text}`.toLowerCase())).toEqual([
      'maxcars: cars that fit on the deck.',
    ]);
  });

  it.each([
    ['an address', 'ferry.ts', "const baseUrl = 'https://example.com/ferries/of/the/north';\n"],
    ['a division', 'ferry.py', 'half = total // number_of_passengers\n'],
    ['a keyword', 'ferry.py', 'if x:\n    y()\nelse:  # there is nothing to do here\n'],
    ['a keyword of access', 'ferry.cpp', 'class Ferry {\npublic:  // for the tests of it\n};\n'],
    [
      'a variable of a function',
      'ferry.js',
      "app.get('/ferry', async (car) => {\n  // The car that asks for it now.\n  const wheels = 4;\n});\n",
    ],
    [
      'a hook of React',
      'ferry.jsx',
      '/** Reads a car from the deck. */\nexport function useCar(id) {\n  return read(id);\n}\n',
    ],
  ])('are not %s', (_, path, text) => {
    expect(inCode(path, text)).toEqual([]);
  });

  it('are functions that return an option in Go', () => {
    const text =
      '// WithWait sets how long it waits.\nfunc WithWait(d int) Option {\n\treturn func(f *Ferry) { f.wait = d; f.check() }\n}\n';
    expect(inCode('ferry.go', text)).toMatchObject([{ name: 'WithWait' }]);
  });

  it('are fields of options that say nothing but their names', () => {
    const text =
      'class MailOptions\n{\n    public bool NeedsLogin { get; set; } = false;\n}\n\nclass Mail\n{\n    public bool IsSent { get; set; } = false;\n}\n';
    expect(inCode('Mail.cs', text)).toEqual([
      { name: 'NeedsLogin', text: '', start: 3, end: 3, value: 'false' },
    ]);
  });

  it.each([
    ['12  # was 10', '12'],
    ['"#fff"', '"#fff"'],
    ['[', undefined],
  ])('of a class have a default that is a value: %s', (written, standard) => {
    const text = `class Cars(Setting):\n    name = "cars"\n    default = ${written}\n    desc = """\\\n        Cars on the deck.\n        """\n`;
    const [option] = inCode('config.py', text);
    expect([option?.name, option?.standard]).toEqual(['cars', standard]);
  });

  it('are functions that set something, by their comments', () => {
    const text = `export class Ferry {
  /** Sets how many cars fit. */
  setMaxCars(cars) {
    check(cars);
    this.cars = cars;
  }

  /** Leaves the pier. */
  leave() {
    this.engine.start();
    this.bell.ring();
  }
}
`;
    expect(inCode('ferry.js', text)).toMatchObject([{ name: 'setMaxCars', start: 2, end: 3 }]);
  });

  it('are classes that say their default and what they are', () => {
    const text = `class MaxCars(Setting):
    name = "max_cars"
    default = 12
    desc = """\\
        Cars that fit on the deck.
        """


class Ferry:
    default = 1
`;
    expect(inCode('config.py', text)).toMatchObject([
      { name: 'max_cars', standard: '12', start: 1, end: 6 },
    ]);
  });
});

describe('options that code declares to a parser', () => {
  const parsed = (path: string, text: string) =>
    parserOptions(sourceFile(path, text)).map(({ file: _, ...option }) => option);

  it.each([
    [
      'argparse',
      [
        'ferry.py',
        'parser.add_argument(\n    "-w", "--wait-time",\n    default=30,\n    help="how long a car "\n         "waits",\n)\n',
      ],
      { name: 'wait-time', text: 'how long a car waits', start: 1, end: 6, standard: '30' },
    ],
    [
      'click',
      ['ferry.py', '@click.option("--wait/--no-wait", default=True, help="Waits for each car.")\n'],
      { name: 'wait', text: 'Waits for each car.', start: 1, end: 1, standard: 'True' },
    ],
    [
      'a field with a description',
      [
        'ferry.py',
        'wait: int = Field(30, ge=0, description="How long a car waits. Default: 30")\n',
      ],
      {
        name: 'wait',
        text: 'How long a car waits. Default: 30',
        start: 1,
        end: 1,
        standard: '30',
      },
    ],
    [
      'flag',
      ['ferry.go', 'flag.DurationVar(&wait, "wait", 30*time.Second, "how long a car waits")\n'],
      {
        name: 'wait',
        text: 'how long a car waits',
        start: 1,
        end: 1,
        standard: '30*time.Second',
      },
    ],
    [
      'cobra',
      ['ferry.go', 'cmd.Flags().StringVarP(&bell, "bell", "b", "loud", "how the bell sounds")\n'],
      { name: 'bell', text: 'how the bell sounds', start: 1, end: 1, standard: '"loud"' },
    ],
    [
      'commander',
      ['ferry.ts', "program.option('-w, --wait <seconds>', 'how long a car waits', 30)\n"],
      { name: 'wait', text: 'how long a car waits', start: 1, end: 1, standard: '30' },
    ],
    [
      'an object with descriptions',
      [
        'ferry.ts',
        "const flags = {\n  wait: {\n    type: 'number',\n    description: 'how long a car waits',\n    default: 30,\n  },\n};\n",
      ],
      { name: 'wait', text: 'how long a car waits', start: 2, end: 6, standard: '30' },
    ],
    [
      'optparse',
      [
        'ferry.rb',
        'opts.on("-w", "--wait SECONDS", Integer, "How long a car waits") do |seconds|\n',
      ],
      { name: 'wait', text: 'How long a car waits', start: 1, end: 1 },
    ],
    [
      'Thor',
      [
        'ferry.rb',
        'class_option :bell, type: :string,\n  default: "loud", desc: "How the bell sounds"\nputs 1\n',
      ],
      { name: 'bell', text: 'How the bell sounds', start: 1, end: 2, standard: '"loud"' },
    ],
    [
      'clap',
      [
        'ferry.rs',
        '#[arg(long, default_value_t = 30, help = "How long a car waits")]\nwait_time: u64,\n',
      ],
      { name: 'wait_time', text: 'How long a car waits', start: 1, end: 2, standard: '30' },
    ],
    [
      'picocli',
      [
        'Ferry.java',
        '@Option(names = {"-w", "--wait"}, description = "How long a car waits", defaultValue = "30")\nint seconds;\n',
      ],
      { name: 'wait', text: 'How long a car waits', start: 1, end: 2, standard: '"30"' },
    ],
    [
      'CommandLineParser',
      [
        'Ferry.cs',
        '[Option(\'w\', "wait", Default = 30, HelpText = "How long a car waits")]\npublic int Seconds { get; set; }\n',
      ],
      { name: 'wait', text: 'How long a car waits', start: 1, end: 2, standard: '30' },
    ],
  ] as const)('are found with %s', (_, [path, text], option) => {
    expect(parsed(path, text)).toEqual([option]);
  });

  it.each([
    ['flag.StringVar(&w, "wait", "", "like --bell but shorter")', 'wait', '""'],
    [
      'c.Flags().StringSliceVar(&a, "names", []string{"x"}, "which of the names")',
      'names',
      '[]string{"x"}',
    ],
    ['fs.StringVarP(&w, "wait", "w", "1s", "how long a car waits")', 'wait', '"1s"'],
  ])('of Go are told from their places: %s', (text, name, standard) => {
    const [option] = parsed('ferry.go', text);
    expect([option?.name, option?.standard]).toEqual([name, standard]);
  });

  it.each([
    ['flag.Var(&list, "cars", "a list of the cars")'],
    ['c.Flags().CountP("verbose", "v", "how much it says")'],
    ['flag.String("w", "loud", "how the bell sounds")'],
    ['// flag.String("wait", "1s", "how long a car waits")'],
  ])('of Go are not: %s', (text) => {
    expect(parsed('ferry.go', text)).toEqual([]);
  });

  it.each([
    ["a.option('-w, --wait <s>', 'how long a car waits', parseInt, 30)", 'wait', '30'],
    ["a.option('-w, --wait <s>', 'how long a car waits', parseInt)", 'wait', undefined],
    ["wait: { description: 'the same as --bell, but longer', default: 3 },", 'wait', '3'],
    [
      `wait: { description: 'how long a car waits', default: '${'x'.repeat(80)}' },`,
      'wait',
      undefined,
    ],
  ])('have a name and a default that is one: %s', (text, name, standard) => {
    const [option] = parsed('ferry.ts', text);
    expect([option?.name, option?.standard]).toEqual([name, standard]);
  });

  it.each([
    ['opts.on("--wait SECONDS", "How long a car waits", Integer)', 'wait'],
    ['add_argument("wait", help="see --bell for more about it")', 'wait'],
  ])('have no default where none is told: %s', (text, name) => {
    const [option] = parsed('ferry.py', text);
    expect([option?.name, option?.standard]).toEqual([name, undefined]);
  });

  it('are no code that is commented out', () => {
    const text = '# parser.add_argument("--old", help="an option that was removed")\n';
    expect(parsed('ferry.py', text)).toEqual([]);
  });

  it('are not what has no description, nor what is deeper in another object', () => {
    const text = `program.option('--wait <seconds>', parseSeconds, 30);
const ferry = {
  deck: { bell: { sound: 1 } },
  wait: moor({ car: { description: 'what is carried on deck' } }, 'how long', 'until it leaves'),
};
`;
    expect(parsed('ferry.ts', text)).toEqual([]);
  });

  it('end with their brackets, or where there are none', () => {
    const open = `x = add_argument("--wait", help="how long a car waits",\n${'  a,\n'.repeat(200)}`;
    expect(parsed('ferry.py', open)).toMatchObject([{ name: 'wait', start: 1, end: 16 }]);
  });
});

describe('options that are parameters', () => {
  const parameters = (path: string, text: string) =>
    parameterOptions(sourceFile(path, text)).map(({ file: _, ...option }) => option);

  it.each([
    [
      'JSDoc',
      [
        'ferry.js',
        '/**\n * Leaves.\n * @param {object} sea - Where to.\n * @param {number} [wait=3] - How long a car\n *   waits.\n */\nfunction leave(sea, wait = 3) {\n  return sea.go(wait);\n}\n',
      ],
      { name: 'wait', text: 'How long a car waits.', start: 4, end: 5, standard: '3' },
    ],
    [
      'Sphinx',
      [
        'ferry.py',
        'def leave(sea, wait=3):\n    """Leaves.\n\n    :param sea: Where to.\n    :param int wait: How long a car waits.\n    """\n    return sea.go(wait)\n',
      ],
      { name: 'wait', text: 'How long a car waits.', start: 5, end: 5, standard: '3' },
    ],
    [
      'PHP',
      [
        'Ferry.php',
        '<?php\nclass Ferry\n{\n    /**\n     * @param SeaInterface     $sea  Where to.\n     * @param array<string, int>|null $wait How long a car waits.\n     */\n    public function leave(SeaInterface $sea, ?array $wait = null, bool $isLoud = true): void\n    {\n        $this->go();\n    }\n}\n',
      ],
      { name: 'wait', text: 'How long a car waits.', start: 6, end: 6, standard: 'null' },
    ],
    [
      'XML',
      [
        'Ferry.cs',
        'class Ferry\n{\n    /// <summary>Leaves.</summary>\n    /// <param name="sea">Where to.</param>\n    /// <param name="wait">How long a car waits. The default is 3.</param>\n    public void Leave(Sea sea, int? wait)\n    {\n    }\n}\n',
      ],
      {
        name: 'wait',
        text: 'How long a car waits. The default is 3.',
        start: 5,
        end: 5,
        standard: '3',
      },
    ],
    [
      'a setter',
      [
        'ferry.py',
        'class Ferry:\n    def set_wait(self, value):\n        """Sets it.\n\n        :param int value: How long a car waits, in seconds.\n        """\n        self.wait = value\n',
      ],
      { name: 'set_wait', text: 'How long a car waits, in seconds.', start: 5, end: 5 },
    ],
  ] as const)('are found in %s', (_, [path, text], option) => {
    expect(parameters(path, text)).toEqual([option]);
  });
});

it('the features of a crate are options that are on or off', () => {
  const text = `[package]
name = "ferry"

[features]
default = ["std", "bell"]
std = []
# Rings in fog,
# and at night.
bell = ["dep:bell"]
fog-horn = []

[dependencies]
car = ["std"]
`;
  const features = cargoFeatures(sourceFile('Cargo.toml', text)).map(({ file: _, ...one }) => one);
  expect(features).toEqual([
    { name: 'std', text: '', start: 6, end: 6, standard: 'on' },
    { name: 'bell', text: 'Rings in fog, and at night.', start: 7, end: 9, standard: 'on' },
    { name: 'fog-horn', text: '', start: 10, end: 10, standard: 'off' },
  ]);
});

it('the properties of a style are no options, whatever stands above them', () => {
  const text = '#ferry-menu {\n  padding: 0;\n  max-width: 80px; /* as wide as the deck */\n}\n';
  expect(declaredOptions(sourceFile('ferry.css', text))).toEqual([]);
});

it('what is thrown is no option', () => {
  const text =
    '/**\n * Leaves.\n * @throws {TypeError} if not set, whatever the limit.\n */\nfunction leave(sea) {\n  return sea;\n}\n';
  expect(parameterOptions(sourceFile('ferry.js', text))).toEqual([]);
});

describe('options in documents', () => {
  it('are headings, rows, items and paragraphs that begin with a name', () => {
    const text = `# Ferry

A ferry is a boat, and \`maxCars\` is an option.

## Installation

Build a pier first.

### \`bellTone\`

How the bell sounds.

| name | default | meaning |
|---|---|---|
| \`maxCars\` | \`12\` | Cars that fit on the deck |

- \`ropeLength\`: In metres, for
  each rope.
- cars: they are heavy

&#9203;\`\`waitTime\`\`<br/>
How long it waits for a car. Defaults to \`1m\`.

**Environment variable:** WAIT

\`\`\`yaml
fogHorn: This is code, no text
\`\`\`
`;
    expect(inDocument('README.md', text)).toEqual([
      { name: 'bellTone', said: 'How the bell sounds.', standard: undefined, lines: [9, 11] },
      { name: 'maxCars', said: 'Cars that fit on the deck', standard: '12', lines: [15, 15] },
      {
        name: 'ropeLength',
        said: 'In metres, for   each rope.',
        standard: undefined,
        lines: [17, 18],
      },
      {
        name: 'waitTime',
        said: 'How long it waits for a car. Defaults to `1m`.',
        standard: '1m',
        lines: [21, 24],
      },
    ]);
  });

  it('are quoted with all of their code, where that begins right behind the name', () => {
    const [option] = inDocument(
      'README.md',
      "- **`bell`**`: enum` (`'low'` at first) – how it rings",
    );
    expect(option?.said).toBe("`enum` (`'low'` at first) – how it rings");
  });

  it.each([
    ['Defaults to `10`.', '10'],
    ['The default is 1.5s.', '1.5s'],
    ['**Default:** `true`', 'true'],
    ['Default value: 250ms.', '250ms'],
    ['The default is to wait.', undefined],
    ['By default, it is 10 cars.', undefined],
  ])('have the default that they say: %s', (text, standard) => {
    const [option] = inDocument('README.md', `### waitTime\n\nHow long it waits. ${text}\n`);
    expect(option?.standard).toBe(standard);
  });

  it.each([
    [
      'a placeholder in angle brackets',
      '- `--wait <seconds>`: How long it waits.',
      '--wait',
      undefined,
    ],
    ['a placeholder in capitals', '- `--wait SECONDS`: How long it waits.', '--wait', undefined],
    ['a short flag before it', '- `-w, --wait`: How long it waits.', '--wait', undefined],
    ['marks in other marks', '- **`waitTime`**: How long it waits.', 'waitTime', undefined],
    ['a type behind it', '- `waitTime` *(number)* - How long it waits.', 'waitTime', undefined],
    [
      'a default in the last column',
      '| name | meaning | default |\n|---|---|---|\n| `wait` | `1\\|2` says how long it waits | `1` |',
      'wait',
      '1',
    ],
  ])('have %s', (_, text, ...[name, standard]) => {
    expect(inDocument('README.md', text)).toMatchObject([{ name, standard }]);
  });

  it.each([
    ['the title of a document', '# ferry\n\nA fast boat for cars and people.\n'],
    ['a heading', '## installation\n\nBuild a pier before all else.\n'],
    ['the name of something else', '- Node.js: runs all of this\n- GitHub: has the code of it\n'],
    ['code below a name', '`waitTime`\n```yaml\nwaitTime: 3 # default: 5\n```\n'],
  ])('are not %s', (_, text) => {
    expect(inDocument('README.md', text)).toEqual([]);
  });

  it('end where others begin, or another section', () => {
    const text = `### \`first\`
### \`second\`

How the second one is done:

- \`third\`: How the third one is done. Default: 3

**fourth**

How the fourth one is done.

More
----

Something else. Default: 5
`;
    expect(inDocument('README.md', text)).toMatchObject([
      { name: 'second', lines: [2, 4], standard: undefined },
      { name: 'third', lines: [6, 6], standard: '3' },
      { name: 'fourth', lines: [8, 10], standard: undefined },
    ]);
  });

  it.each([
    ['Defaults to 1,000.', '1,000'],
    ['Default: 0.5%', '0.5%'],
    ['Default: 127.0.0.1:8080.', '127.0.0.1:8080'],
    ['Defaults to 30 seconds for each car.', '30 seconds'],
    ['Defaults to 10ms for each car.', '10ms'],
    ['Defaults to 5 if there is fog.', '5'],
    ['Default: true.', 'true'],
    ['Defaults to -1 (unlimited).', '-1'],
    ['Default: 100 items', '100 items'],
    ['Defaults to 60 * 1000', undefined],
    ['Defaults to 2/3 of the deck.', undefined],
    ['Defaults to 3 times the tide.', undefined],
    ['The default is true/false.', undefined],
    ['Defaults to null-safe ropes.', undefined],
    ['This is not the default: 5', undefined],
    ['The default is to wait.', undefined],
  ])('say their default: %s', (text, standard) => {
    expect(defaultIn(text)).toBe(standard);
  });

  it('are read in linear time', () => {
    const text = `${'-'.repeat(998)}x\n- \`waitTime\`: how long it waits\n`.repeat(2_000);
    expect(inDocument('README.md', text)).toHaveLength(2_000);
  });

  it('are terms of a list of definitions', () => {
    const text =
      'Options\n=======\n\nmax_cars\n    Cars that fit on the deck.\n\n    Default: 12\n\nbell\n    How it sounds in fog.\n';
    expect(inDocument('docs/options.rst', text)).toMatchObject([
      { name: 'max_cars', said: 'Cars that fit on the deck.', standard: '12', lines: [4, 7] },
      { name: 'bell', said: 'How it sounds in fog.' },
    ]);
  });
});

describe('the options that may be meant', () => {
  const file = sourceFile(
    'options.ts',
    `export interface Options {
  /** How long a line is held for a car that is late. */
  graceSeconds?: number;
  /** Cars that fit on the deck. */
  maxCars?: number;
  /** Whether the crew may delete the log. */
  allowPurge?: boolean;
  /** As \`maxCars\`, in the old spelling. */
  max_cars?: number;
}
`,
  );
  const names = (question: string) =>
    rankOptions(declaredOptions(file), { query: buildQuery(question), question }).map(
      ({ name }) => name,
    );

  it('are those whose names and descriptions have most of the question, each name once', () => {
    expect(names('how many cars fit on the deck?')[0]).toBe('maxCars');
    expect(names('how many cars fit on the deck?')).not.toContain('max_cars');
    expect(names('how long do we hold a line for somebody late?')[0]).toBe('graceSeconds');
  });

  it('are not those that share only words with it that are said of any option', () => {
    const deck = sourceFile(
      'deck.ts',
      `export interface DeckOptions {
  /** The default option value. */
  defaultOption?: string;
  /** Ropes of a car. */
  ropes?: number;
}
`,
    );
    const question = 'which option sets the ropes, and what is the default value?';
    const found = rankOptions(declaredOptions(deck), { query: buildQuery(question), question });
    expect(found.map(({ name, score }) => [name, score > 0])).toEqual([
      ['ropes', true],
      ['defaultOption', false],
    ]);
  });

  it('are also those that say it in other words', () => {
    expect(names('can the crew remove it?')[0]).toBe('allowPurge');
  });

  it('are shown with the best guess, or listed below it', async () => {
    const files = {
      'src/options.ts': file.lines.join('\n'),
      'src/dock.ts': `export function dock(cars: number, options: { maxCars?: number }) {
  if (cars > (options.maxCars ?? 12)) return holdLine(cars);
  return cars;
}
`,
      'src/hold.ts': 'export function holdLine(cars: number) {\n  return wave(cars);\n}\n',
    };
    const service = await startSharedSearchService([makeRepository(files, 'quay').path]);
    const answerTo = async (question: string) =>
      onlyQuestion(await service.ask(question)).answer ?? '';
    const late = await answerTo(
      'Somebody always comes late by car, can we make the line wait for him at night?',
    );
    expect(late).toContain(
      '`graceSeconds?: number`: How long a line is held for a car that is late.',
    );
    const purged = await answerTo('The crew wants to remove it at night, can we forbid that?');
    expect(purged).toContain('`allowPurge?: boolean`: Whether the crew may delete the log.');
  });

  it('are listed where no more places fit', async () => {
    const about = ['deck', 'hold', 'bow', 'stern', 'roof', 'ramp'];
    const files = Object.fromEntries(
      about.map((part) => [
        `src/config/${part}.ts`,
        `/** Of the ${part}. */\nexport class ${part}Config {\n  /** Cars that are taken on the ${part} on Sundays. */\n  ${part}Cars = 3;\n}\n`,
      ]),
    );
    const service = await startSharedSearchService([makeRepository(files, 'wharf').path]);
    const answerTo = async (question: string) =>
      onlyQuestion(await service.ask(question)).answer ?? '';
    const listed =
      /\n- `\w+Cars`, set to `3`: Cars that are taken on the \w+ on Sundays\. \(\[src\/config/;
    expect(
      await answerTo('Can we change how many cars are taken on Sundays in winter and in fog?'),
    ).toMatch(listed);
    // Nothing is to be set here.
    expect(await answerTo('How do I get cars across on Sundays in winter and in fog?')).not.toMatch(
      listed,
    );
  });

  it('are named where a document is quoted from the middle of what it says of one', async () => {
    const files = {
      'README.md': `# Jetty

## Settings

\`waitTime\`<br/>
${'This is a number of seconds, which is read once by the clock on the tower.\n'.repeat(9)}
If a lorry comes behind the horn, the captain holds the gangway for it.

\`bellTone\`<br/>
How the bell sounds.
`,
      'src/jetty.ts': 'export function jetty() {\n  return captain();\n}\n',
      'src/horn.ts': 'export function horn() {\n  return lorry();\n}\n',
    };
    const service = await startSharedSearchService([makeRepository(files, 'jetty').path]);
    const question =
      'can we make the captain hold the gangway when a lorry comes on stormy winter evenings?';
    const { answer = '' } = onlyQuestion(await service.ask(question));
    expect(answer).toContain('**Settings**, `waitTime` ([README.md:');
  });
});
