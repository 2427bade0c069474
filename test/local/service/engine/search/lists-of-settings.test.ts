import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'cmd/shop/main.go': 'package main\n\nvar host = os.Getenv("SHOP_HOST")\n',
  'internal/mail/mail.go': 'package mail\n\nvar server = os.Getenv("MAIL_SERVER")\n',
  'docs/telegraph.md': `# Telegraph

| option              | variable             | default | what it does             |
|---------------------|----------------------|---------|--------------------------|
| telegraph.host      | TELEGRAPH_HOST       |         | where wires are sent     |
| telegraph.speed     | TELEGRAPH_SPEED      | \`20\`  | words per minute         |

    TELEGRAPH_HOST
    TELEGRAPH_SPEED
`,
  'src/env.rs':
    'pub fn all() {\n    for (key, value) in env::vars() {\n        set(key, value);\n    }\n}\n',
  'src/Cli.kt': `class Cli {
    private val colour by option("--colour", help = "Print in colours").flag()
    private val limit by option(
        "--limit",
        help = "How many are shown",
    )
}
`,
  'docs/settings.md': `# Settings

## \`[output.paper]\`

The paper that receipts are printed on.

- width: How wide it is.

### \`[output.paper.edges]\`

The edges of the paper.

- colour: Which colour the edges have.
`,
  'src/printer/receipt-printer.ts': `/** How receipts are printed. */
export interface ReceiptPrinterOptions {
  /** If true, all letters are capitals. */
  capitals?: boolean;
  onPrint?: (
    paper: string,
  ) => void;
}

/** Prints receipts. */
export class ReceiptPrinter {
  constructor(readonly options: ReceiptPrinterOptions = {}) {}
}
`,
  'java/Queue.java': 'public class Queue {\n    void join() {\n        open();\n    }\n}\n',
  'java/QueueConfig.java': `public class QueueConfig {
    public static final int DEFAULT_SEATS = 100;
    private int seats = DEFAULT_SEATS;
    private int doors = Runtime.getRuntime()
        .availableProcessors();

    public int getSeats() {
        int unused = 1;
        return seats;
    }
}
`,
  'lua/signals/init.lua': `local M = {
  OPENED = "opened",
  CLOSED = "closed",
  SOLD_OUT = "sold_out",
  RESTOCKED = "restocked",
}
return M
`,
  'lua/signals/queue.lua': 'local M = {}\nreturn M\n',
  'build.rs': 'fn main() {\n    let os = env::var("BUILD_SYSTEM");\n}\n',
  'src/args.rs': `struct Args {
    #[arg(
        long,
        env = "SHOP_COLOUR",
    )]
    colour: bool,
}
`,
  'src/setting.rs': `pub enum Setting {
    OpeningTime(u8),
    ClosingTime(u8),
    Greeting,
    Music,
    Lights,
}
`,
  'src/receipt.rs': `pub enum Receipt {
    Paper,
    Letter,
    Message,
    Sticker,
    Nothing,
}

impl Item {
    fn receipts(&self) -> usize {
        self.receipts.len()
    }
}
`,
  'src/answers.h': `#define SHOP_ANSWER_YES 1
#define SHOP_ANSWER_NO 2
#define SHOP_ANSWER_LATER 3
#define SHOP_ANSWER_NEVER 4
#define SHOP_DOORS 2
`,
  Makefile: 'USE_PAPER?=0\nPREFIX ?= /usr/shop\nCC := cc\n',
  'payapi/pay_card.sh': 'pay_card() {\n  return 0\n}\n',
  'payapi/pay_cash.sh': 'pay_cash() {\n  return 0\n}\n',
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'shop').path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
});

describe('which variables are read', () => {
  it.each(['which environment variables does shop read?', 'env vars shop reads?'])(
    'are those of the whole repository, though a folder has its name: %s',
    async (question) => {
      const answer = await answerTo(question);
      expect(answer).toMatch(/^At least 5 environment variables: .*`SHOP_COLOUR`/);
      expect(answer).toContain('- `SHOP_HOST` (');
      expect(answer).not.toContain('BUILD_SYSTEM');
      expect(answer).toContain('- All variables are taken in `for (key, value) in env::vars() {`');
    },
  );
});

describe('which variables there are for something', () => {
  it.each(['all environment variables for telegraph', 'which telegraph env vars do I need?'])(
    'are those that a table lists behind the flags, with what it says of them: %s',
    async (question) => {
      const answer = await answerTo(question);
      expect(answer).toMatch(/^At least 2 environment variables for `telegraph`: /);
      expect(answer).toContain('- `TELEGRAPH_HOST`: where wires are sent (');
      expect(answer).toContain('- `TELEGRAPH_SPEED`, default `20`: words per minute (');
    },
  );
});

describe('which variables can be set', () => {
  const WRAPPED = {
    'app/main.py': 'run(settings)\n',
    'shop/settings.py': `import os


def envbool(name, default):
    return os.getenv(name, default) == "True"


DEBUG = envbool("DEBUG", "True")
HOST = os.getenv("SHOP_HOST", "localhost")
os.setenv("NOT_READ", "1")
`,
    'server/env.js': `const spec = {
  PORT: num({ default: 3000 }),
  SHOP_NAME: str({ default: "Shop" }),
};
`,
    '.env.example': 'SHOP_KEY=\nSHOP_COLOUR=red\n',
    'src/files.ts': "const key = getEnvOrFile('SHOP_SECRET');\n",
    'src/many.ts': `${Array.from({ length: 22 }, (_, n) => `use(process.env.MANY_${n});`).join('\n')}\n`,
  };

  it.each([
    'Which environment variables can I set?',
    'which env vars can be set?',
    'Which environment variables does the app support?',
  ])('are also those that functions of the program read: %s', async (question) => {
    const world = await startSharedSearchService([makeRepository(WRAPPED, 'wares').path]);
    const { answer = '' } = onlyQuestion(await world.ask(question));
    expect(answer).toMatch(/^At least 29 environment variables: /);
    expect(answer).toContain('The first 25 of 29:');
    expect(answer).not.toContain('NOT_READ');
    expect(answer).toContain('- `SHOP_COLOUR` ([');
    for (const one of ['`DEBUG`, default `True`', '`PORT`, default `3000`', '`SHOP_NAME`, default'])
      expect(answer).toContain(`- ${one}`);
    for (const one of ['SHOP_KEY', 'SHOP_COLOUR', 'SHOP_HOST'])
      expect(answer).toContain(`- \`${one}\``);
  });
});

describe('a question for all options', () => {
  it.each([
    [
      'which cli options are there?',
      /^At least 2 flags: `--colour`, `--limit`\. \(\[src\/Cli\.kt:2\]\)/,
    ],
    [
      'what options does ReceiptPrinter take?',
      /^`ReceiptPrinterOptions` has at least 2 options: \(\[src\/printer\/receipt-printer\.ts:2–8\]\)\n\n- `capitals`: If true, all letters are capitals\. .*\n- `onPrint` \(/,
    ],
    [
      'which settings are there for Queue?',
      /^`QueueConfig` has at least 2 options: .*\n\n- `seats`, default `100` .*\n- `doors` \(/,
    ],
    ['which settings are there?', /^`Setting` .*\n\n```rust\npub enum Setting \{/],
    [
      'which build options does the Makefile have?',
      /^`Makefile` has 2 variables that can be set: .*\n\n- `USE_PAPER`, default `0` .*\n- `PREFIX`, default `\/usr\/shop` /,
    ],
    ['which settings are there for output.paper?', /^\*\*\\\[output\.paper\\\]\*\*: The paper/],
  ])('lists them where they are declared: %s', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });

  it('is none for what turns parts of a program on', async () => {
    expect(await answerTo('which feature flags are there?')).not.toMatch(/flags?:|settings?:/);
  });
});

describe('a question for all of something', () => {
  it.each([
    ['which signals are there?', 'RESTOCKED = "restocked"'],
    ['which receipts are there?', 'pub enum Receipt {'],
    ['what are the receipts of the language', 'pub enum Receipt {'],
    ['which answer types are there', '#define SHOP_ANSWER_NEVER 4'],
    ['which pay apis exist?', '`payapi/` has 2 entries: `pay_card`, `pay_cash`'],
  ])('is answered by its table or its folder: %s', async (question, expected) => {
    expect(await answerTo(question)).toContain(expected);
  });
});
