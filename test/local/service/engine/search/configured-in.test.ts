import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../../local/service/engine/search/facts/configuration-blocks.js';
import type { SourceFile } from '../../../../../local/service/engine/search/passages/source-file.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

function file(path: string, text: string): SourceFile {
  return { repo: 'ferry', commit: 'c', path, lines: text.split('\n'), outline: [] };
}

function keysOf(path: string, text: string): string[] {
  return blocksOf(file(path, text)).map(({ start, end, keys }) => `${start}-${end} ${keys}`);
}

describe('blocks of a file of configuration', () => {
  it('are its paragraphs, and each key with what is below it', () => {
    const text = '# The bell\nbell:\n  tone: high\n\n  rings: 3\nhorn: loud';
    expect(keysOf('ferry.yml', text)).toEqual([
      '1-3 bell,tone',
      '5-6 rings,horn',
      '1-6 bell,tone,rings,horn',
      '1-5 bell,tone,rings',
      '3-3 tone',
      '5-5 rings',
      '6-6 horn',
    ]);
  });

  it.each([
    ['# bell:\n  # tone: high\n  # rings: 3', '1-3 bell,tone,rings'],
    ["'bell' => [\n    'tone' => env('TONE', 'high'),\n],", '1-3 bell,tone'],
    ['bell: {\n  tone: "high"\n}', '1-3 bell,tone'],
    ['config.bell = true', '1-1 config.bell'],
    ['[bell]\ntone = high\n\n[horn]\ntone = low', '1-2 bell,tone'],
    ['BELL_TONE=high', '1-1 BELL_TONE'],
    [
      'class Bell:\n    TONE: str | None = None\n    if tone == 3: tone = 4',
      '1-3 TONE',
      'settings.py',
    ],
    ["BELL = {\n    'TONE': 3,\n}", '1-3 BELL,TONE', 'settings.py'],
    ['class Bell:\n    tone: int = 3', '1-2 tone', 'settings.py'],
    ['bell:\n  tone: 3', '1-2 bell,tone', 'config/env.yml'],
  ])(
    'are found in each format, also where they are commented out: %s',
    (text, block, path = 'ferry.conf') => {
      expect(keysOf(path, text)).toContain(block);
    },
  );

  it('are those below one heading, in an environment file without what only a comment says', () => {
    const text = '# Horn: required\nHORN=loud\n\n#HORN=quiet\n#BELL = low\n\n# Ropes\nROPES=3';
    expect(keysOf('.env.example', text)).toEqual([
      '1-2 HORN',
      '4-5 HORN,BELL',
      '7-8 ROPES',
      '1-5 HORN,BELL',
      '2-2 HORN',
      '4-4 HORN',
      '5-5 BELL',
    ]);
  });

  it('lie in their file, and have a key', () => {
    const line = fc.stringMatching(/^ {0,4}(?:# ?)?[a-z]{0,6}[:=[{]? ?[a-z]{0,4}[\]}]?$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        for (const { start, end, keys } of blocksOf(file('a.yml', lines.join('\n')))) {
          expect(start).toBeGreaterThan(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(lines.length);
          expect(keys.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

const FILES = {
  'config.template.yml': `# Where the ferry goes
route: north

##
## Storm Warnings
##
## This keeps boats in the harbour when waves are too high.
# warnings:
  ## How high a wave is before boats stay.
  # max_waves: 3

  ## How long they stay.
  # pause: '2 hours'
`,
  'config/defaults.hjson': `{
  # Sending of telegrams. All are needed
  telegram: {
    # Where it is sent from
    office: "harbour"
  }
  telegram_admin: "ann"
}
`,
  'docker/ferry.hjson': '{\n  telegram: {\n    office: "test"\n  }\n}\n',
  'docs/objects/boat.yml': 'telegram:\n  type: string\n  description: A telegram of a boat.\n',
  'src/main/java/Keys.java': `public final class Keys {

    /**
     * How far the lighthouse shines, in miles.
     */
    public static final ConfigKey<Integer> LIGHTHOUSE_RANGE = new IntegerConfigKey(
            "lighthouse.range",
            List.of(KeyType.CONFIG),
            40);

    /**
     * Whether the lighthouse turns. Default speed is 10 minutes.
     */
    public static final ConfigKey<Boolean> LIGHTHOUSE_TURNS = new BooleanConfigKey(
            "lighthouse.turns",
            List.of(KeyType.CONFIG));
}
`,
  'src/cli.rs': `pub struct Opts {
  #[clap(long, env = "FERRY_PORTS_ENABLED")]
  pub enabled: bool,
  #[clap(long, env = "FERRY_PORT")]
  pub port: u16,
}
`,
  'src/lighthouse.js':
    'export function lighthouse(telegram) {\n  return telegram.configure();\n}\n',
};

describe('how something is configured', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const world = await startSharedSearchService([makeRepository(FILES, 'ferry').path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it('is shown by the block of settings that is about it', async () => {
    const answer = await answerTo('How are storm warnings configured?');
    expect(answer).toMatch(
      /^Configured in `config\.template\.yml`: `warnings`, `max_waves`, `pause` \(\[config\.template\.yml:4–13\]/,
    );
    expect(answer).toContain('# max_waves: 3\n\n');
  });

  it('is shown by the one whose key it is, outside of what developers and documents have', async () => {
    expect(await answerTo('How do I configure the telegram?')).toMatch(
      /^Configured in `config\/defaults\.hjson`: `telegram`, `office` /,
    );
  });

  it('is shown for what is to be turned on, in other words', async () => {
    const answer = await answerTo(
      'How do I keep boats in the harbour when waves are too high, and what else can be set?',
    );
    expect(answer).toMatch(/^Configured in `config\.template\.yml`: `warnings`/);
  });

  it('is listed from the keys that code declares, with their defaults', async () => {
    const answer = await answerTo('How is the lighthouse configured?');
    expect(answer).toMatch(
      /^At least 2 settings for `lighthouse`: `LIGHTHOUSE_\w+`, `LIGHTHOUSE_\w+`\./,
    );
    expect(answer).toContain('- `LIGHTHOUSE_RANGE`, set to `40`: How far the lighthouse shines');
  });

  it('is about a word as it is spelled, rather than about all of its kind', async () => {
    const answer = await answerTo('Which options do I have to set to enable PORTS?');
    expect(answer).toMatch(/^`FERRY_PORTS_ENABLED` is read here\./);
  });

  it('is not where a default is, if a comment of the declaration says it', async () => {
    expect(await answerTo('What is the default lighthouse range?')).toMatch(
      /^`LIGHTHOUSE_RANGE`, default `40`: How far the lighthouse shines/,
    );
  });
});

describe('a setting that stands among others', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const files = {
      'pier/settings.py': `SECRET_KEY = secret("SECRET_KEY")
DEBUG = flag("DEBUG", "True")
OFFICE_MAIL = os.getenv("OFFICE_MAIL")
REGISTRATION_OPEN = flag("REGISTRATION_OPEN", "True")
USE_TOLLS = flag("USE_TOLLS", "False")

# Semaphore and flags
SEMAPHORE_AUTH = secret("SEMAPHORE_AUTH")
SEMAPHORE_UP_SIGNAL = os.getenv("SEMAPHORE_UP_SIGNAL")
SEMAPHORE_DOWN_SIGNAL = os.getenv("SEMAPHORE_DOWN_SIGNAL")
`,
      'docker/.env.example': 'DEBUG=False\nREGISTRATION_OPEN=False\n',
      'docs/hosting.md': `# Hosting

## \`REGISTRATION_OPEN\` {: #REGISTRATION_OPEN }

Default: \`True\`

Whether strangers may berth here, which private piers do not want.
`,
      'pier/views.py': 'def disable(tolls):\n    return None\n',
    };
    const world = await startSharedSearchService([makeRepository(files, 'pier').path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it.each([
    'How do I disable sign-ups?',
    'how do I turn off sign ups?',
    'How can we disable sign up?',
    'can I disable registration?',
  ])('is shown alone, also if it is asked for in other words: %s', async (question) => {
    const answer = await answerTo(question);
    expect(answer).toMatch(
      /^(?:I found no .*\n\n)?Configured in `pier\/settings\.py`: `REGISTRATION_OPEN` /,
    );
    expect(answer).toMatch(
      /- `REGISTRATION_OPEN`: Whether strangers may berth here.* \(\[docs\/hosting\.md:3–7\]/,
    );
    expect(answer).not.toMatch(/DEBUG|SEMAPHORE/);
  });
});
