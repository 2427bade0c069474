import { describe, expect, it } from 'vitest';
import { declaredOptions } from '../../../../../local/service/engine/search/facts/declared-options.js';
import { listedOptions } from '../../../../../local/service/engine/search/facts/listed-options.js';
import { parsedOptions } from '../../../../../local/service/engine/search/facts/parsed-options.js';
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
    parsedOptions(sourceFile(path, text)).map(({ file: _, ...option }) => option);

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
      { name: 'wait_time', text: 'How long a car waits', start: 1, end: 1, standard: '30' },
    ],
    [
      'picocli',
      [
        'Ferry.java',
        '@Option(names = {"-w", "--wait"}, description = "How long a car waits", defaultValue = "30")\nint seconds;\n',
      ],
      { name: 'wait', text: 'How long a car waits', start: 1, end: 1, standard: '"30"' },
    ],
    [
      'CommandLineParser',
      [
        'Ferry.cs',
        '[Option(\'w\', "wait", Default = 30, HelpText = "How long a car waits")]\npublic int Seconds { get; set; }\n',
      ],
      { name: 'wait', text: 'How long a car waits', start: 1, end: 1, standard: '30' },
    ],
  ])('are found with %s', (_, [path, text], option) => {
    expect(parsed(path, text)).toEqual([option]);
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
    expect(parsed('ferry.py', open)).toMatchObject([{ name: 'wait', start: 1 }]);
  });
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
      { name: 'bellTone', said: 'How the bell sounds.', standard: undefined, lines: [9, 12] },
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
        lines: [21, 25],
      },
    ]);
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

  it('are terms of a list of definitions', () => {
    const text =
      'Options\n=======\n\nmax_cars\n    Cars that fit on the deck.\n\n    Default: 12\n\nbell\n    How it sounds in fog.\n';
    expect(inDocument('docs/options.rst', text)).toMatchObject([
      { name: 'max_cars', said: 'Cars that fit on the deck.', standard: '12', lines: [4, 8] },
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
    const question = 'Can we change how many cars are taken on Sundays in winter and in fog?';
    const { answer = '' } = onlyQuestion(await service.ask(question));
    expect(answer).toMatch(
      /\n- `\w+Cars`, set to `3`: Cars that are taken on the \w+ on Sundays\. \(\[src\/config/,
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
