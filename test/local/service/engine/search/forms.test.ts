import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** A small mailer, with a history, in a language that is resolved; and a job in one that is not. */
const FILES = {
  'src/mail/send.ts': `import { connect } from '../net/connect.js';
import { MAIL } from '../settings.js';

/** Sends one message. */
export async function sendMail(to: string): Promise<void> {
  if (to === '') {
    throw new Error('no recipient');
  }
  const line = await connect(MAIL.host);
  line.write(to);
}

export function unusedHelper(): void {}
`,
  'src/net/connect.ts': `import { RETRIES } from '../settings.js';

/** Opens a line; throws after the last attempt. */
export async function connect(host: string): Promise<{ write(text: string): void }> {
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    if (host !== '') return { write: () => {} };
  }
  throw new Error(\`no answer from \${host}\`);
}
`,
  'src/settings.ts': `export const MAIL = { host: process.env.MAIL_HOST ?? 'localhost' };
export const RETRIES = Number(process.env['MAIL_RETRIES'] ?? 3);
`,
  'src/jobs/digest.ts': `import { sendMail } from '../mail/send.js';

export async function sendDigest(people: string[]): Promise<void> {
  for (const person of people) {
    try {
      await sendMail(person);
    } catch (error) {
      console.error('not sent', error);
    }
  }
}

export async function sendOne(): Promise<void> {
  await sendMail('ann');
}
`,
  'test/send.test.ts': `import { sendMail } from '../src/mail/send.js';

test('sends', () => sendMail('ann'));
`,
  'jobs/nightly.rb': `def nightly
  cleanup(1)
end

def cleanup(days)
  raise ArgumentError if days.zero?
end
`,
  'jobs/mailbox.rb': `class Mailbox
  def self.purge(age)
    age
  end

  def sweep(age)
    if age > 30
      Mailbox.purge(age)
    end
  end
end

def clear(bin)
  bin.purge(1)
end
`,
  'src/mail/tray.ts': `export class Tray {
  readonly letters: string[] = [];
}
`,
  'src/mail/desk.ts': `import { Tray } from './tray.js';

const shared = new Tray();

export function trayOf(own?: Tray) {
  return own ?? shared;
}
`,
  'src/mail/stamp.ts': `export function stampAll(one: string) {
  return one;
}
`,
  'src/mail/press.ts': `import { stampAll } from './stamp.js';

export const tools = { stampAll };
export const note = 'stampAll was called';
export const split = stampAll
  ('two');

export const done = stampAll('one');

export const odd = (machine: any) => [1].map(machine.stampAll);
`,
  'boats/tug.py': `class Tug:
    def start_engine(self):
        return 1


def tow(boat: Tug):
    boat.start_engine()
`,
  'boats/ferry.py': `class Ferry:
    def start_engine(self):
        return 2


def cross(boat):
    boat.start_engine()
`,
  'docs/deploying.md': `# Deploying

| variable | default | meaning |
|---|---|---|
| \`POST_OFFICE_URL\` | \`http://localhost\` | Where letters go |
`,
  'mux/vars.go': `package mux

type Match struct {
	Vars map[string]string
}

func Vars(name string) string {
	return name
}

func (m *Match) fill() {
	m.Vars = map[string]string{"a": Vars("a")}
}
`,
  '.github/nightly.rb': `cleanup(7)
`,
  'winch/haul.rs': `fn haul<T>(rope: T) -> T {
    rope
}

fn unhaul() {
    haul::<Vec<u8>>(vec![]);
}
`,
  'src/mail/Office.java': `class Office {
    void post(Stamped one) {
        one.putStamp();
    }
}

interface Stamped {
    void putStamp();
}

class Letter implements Stamped {
    private int stamps;

    protected <T> T sealWith(T wax) {
        return wax;
    }

    void seal() {
        sealWith("red");
    }

    public void putStamp() {
        stamps += 1;
    }
}
`,
  'lib/response.js': `const res = module.exports = {};

/** Sends res.deliver(). */
res.deliver = function deliver(text) {
  if (!text) throw new TypeError('nothing to deliver');
};
`,
  'lib/app.js': `const res = require('./response');

exports.greet = () => res.deliver('hello');
`,
  'docs/settings.md': `# Settings

| variable | default | meaning |
|---|---|---|
| \`MAIL_HOST\` | \`localhost\` | Host that takes the mail |
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const repository = makeRepository(FILES, 'post');
  const { path, git } = repository;
  const as = (name: string) => ['-c', `user.name=${name}`, '-c', 'user.email=secret@example.com'];
  const send = FILES['src/mail/send.ts'];
  repository.commit({ 'src/mail/send.ts': send.replace('one message', 'a message') });
  const message =
    'Say which host, as eve@example.com asked\n\n' +
    'The address alone told nobody what was wrong, says ann@example.com. It does now.';
  git('mv', 'src/net/connect.ts', 'src/net/dial.ts');
  git('mv', 'src/net/dial.ts', 'src/net/connect.ts');
  repository.commit({ 'notes.md': '# Notes\n' });
  const connect = FILES['src/net/connect.ts'].replace('no answer from', 'nobody answers at');
  repository.commit({ 'src/net/connect.ts': connect });
  git(...as('ben@example.com'), 'commit', '-q', '--amend', '--reset-author', '-m', message);
  const world = await startSharedSearchService([path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    // Without the links, and the note about the search.
    return answer.replace(/\]\(\/[^)]*\)/g, ']').replace(/\n+\*Found by search[\s\S]*$/, '');
  };
});

describe('usages', () => {
  it('of what is no name at all are none, whatever its characters', async () => {
    expect(await answerTo('Who calls c++( in Java?')).not.toContain('is called');
  });

  it('by name are no signature of what has the name', async () => {
    const answer = await answerTo('Who calls sealWith?');
    expect(answer).toMatch(/`Letter\.sealWith` is called once\./);
    expect(answer).toContain('`sealWith("red");` in `Letter.seal`');
  });

  it('through an interface are found by name, and no definition is taken for one', async () => {
    const answer = await answerTo('Who calls putStamp?');
    expect(answer).toMatch(
      /^By name only: `putStamp` is called once\..* `Letter\.putStamp` is defined/,
    );
    expect(answer).toContain('`one.putStamp();` in `Office.post` ([src/mail/Office.java:3])');
    expect(answer).not.toContain('- `public void putStamp');
  });

  it('are counted, with the definition; calls come first and tests last', async () => {
    const answer = await answerTo('Where is sendMail used?');
    expect(answer.replace(/\n```[^`]*```\n/, '').split('\n')).toEqual([
      '`sendMail` is called in 3 places in 2 files, 1 of them in tests. It is defined as ' +
        '`export async function sendMail(to: string): Promise<void>`. ([src/mail/send.ts:5])',
      '',
      '- `await sendMail(person);` in `sendDigest` ([src/jobs/digest.ts:6])',
      "- `await sendMail('ann');` in `sendOne` ([src/jobs/digest.ts:14])",
      "- Test: `test('sends', () => sendMail('ann'));` ([test/send.test.ts:3])",
    ]);
  });

  it('are shown with the lines around the first call where there are few, to see what it is for', async () => {
    const [, code = ''] = (await answerTo('Where is sendMail used?')).split('```');
    expect(code).toMatch(/^typescript\nexport async function sendDigest\(/);
    expect(code).toContain('await sendMail(person);');
  });

  it('of a file are the lines that import it', async () => {
    const answer = await answerTo('What imports src/settings.ts?');
    expect(answer).toContain('`src/settings.ts` is imported by 2 files.');
    expect(answer).toContain("`import { MAIL } from '../settings.js';`");
    expect(answer).not.toContain('digest');
  });

  it('without a grammar are found by name, which the answer says', async () => {
    const answer = await answerTo('Who calls cleanup?');
    expect(answer).toMatch(
      /^`cleanup` is called in 2 places in 2 files, found by its name, which nothing else is defined with\./,
    );
    expect(answer).toContain('- `cleanup(7)` ([.github/nightly.rb:1])');
    expect(answer).toContain('- `cleanup(1)` in `nightly` ([jobs/nightly.rb:2])');
  });

  it('of a method of a class are those on the class, below the condition that decides them', async () => {
    const answer = await answerTo('Who calls Mailbox.purge?');
    expect(answer).toContain(
      '- `Mailbox.purge(age)` in `Mailbox.sweep`, below `if age > 30` ([jobs/mailbox.rb:8])',
    );
    expect(answer).not.toContain('bin.purge');
  });

  it('of a bare name are those of all of its few definitions', async () => {
    const answer = await answerTo('Who calls start_engine?');
    expect(answer).toMatch(
      /^`start_engine` is called in 2 places in 2 files, found by the name of 2 definitions together\./,
    );
    expect(answer).toContain('`boat.start_engine()` in `tow` ([boats/tug.py:7])');
    expect(answer).toContain('`boat.start_engine()` in `cross` ([boats/ferry.py:7])');
    expect(answer).not.toContain('- `def start_engine');
  });

  it('that pass a function on are no calls, and say so', async () => {
    const answer = await answerTo('Who calls stampAll?');
    expect(answer).toMatch(/^`stampAll` is called in 2 places in 1 file\./);
    expect(answer).toContain('- `export const split = stampAll` ([src/mail/press.ts:5])');
    expect(answer).toContain("- `export const done = stampAll('one');` ([src/mail/press.ts:8])");
    expect(answer).toContain(
      '- Named here: `export const tools = { stampAll };` ([src/mail/press.ts:3])',
    );
    expect(answer).not.toContain('machine.stampAll');
    expect(answer).not.toContain('was called');
  });

  it('outside of a folder, or of the tests, are the others', async () => {
    const outside = await answerTo('Who calls sendMail outside of jobs?');
    expect(outside).toMatch(/^`sendMail` is called once outside of `jobs`, only in tests\./);
    expect(outside).not.toContain('digest');
    const ofFile = await answerTo('Who calls sendMail outside of src/jobs/digest.ts?');
    expect(ofFile).toMatch(
      /^`sendMail` is called once outside of `src\/jobs\/digest\.ts`, only in/,
    );
    const nowhere = await answerTo('Who calls stampAll outside of mail?');
    expect(nowhere).toMatch(
      /^`stampAll` is called in 2 places in 1 file, nowhere outside of `mail`\./,
    );
    const inCode = await answerTo('Who calls sendMail outside the tests?');
    expect(inCode).toMatch(/^`sendMail` is called in 2 places in 1 file\./);
    expect(inCode).not.toContain('Test:');
  });

  it('with types are calls, and a longer name that ends alike is none', async () => {
    const answer = await answerTo('Who calls haul?');
    expect(answer).toMatch(/^`haul` is called once\b/);
    expect(answer).toContain('- `haul::<Vec<u8>>(vec![]);` in `unhaul` ([winch/haul.rs:6])');
  });

  it('of a class are all lines that name it, though calls are asked for', async () => {
    const answer = await answerTo('Who calls Tray?');
    expect(answer).toContain('- `const shared = new Tray();` ([src/mail/desk.ts:3])');
    expect(answer).toContain('`export function trayOf(own?: Tray) {`');
  });

  it('are those of the function, not of a field with its name', async () => {
    const answer = await answerTo('Where is Vars used?');
    expect(answer).toMatch(
      /^`Vars` is called once\. It is defined as `func Vars\(name string\) string`\./,
    );
  });

  it('are found of functions that are assigned to an object; comments use nothing', async () => {
    const answer = await answerTo('Where is res.deliver used?');
    expect(answer).toContain('It is defined as `res.deliver = function deliver(text)`.');
    expect(answer).toContain("- `exports.greet = () => res.deliver('hello');` ([lib/app.js:3])");
    expect(answer).not.toContain('Sends');
  });

  it('may be none', async () => {
    expect(await answerTo('Where is unusedHelper used?')).toBe(
      'No line uses `unusedHelper`. It is defined as `export function unusedHelper(): void {}`. ([src/mail/send.ts:13])',
    );
  });
});

describe('the history', () => {
  it('says what changed last, when, by whom and why, without addresses', async () => {
    const answer = await answerTo('What changed in connect.ts lately and why?');
    expect(answer).toMatch(
      /^`src\/net\/connect\.ts` last changed on \d{4}-\d\d-\d\d, by ben: “Say which host, as eve asked” Why: “The address alone told nobody what was wrong, says ann\.” \(\[[0-9a-f]{8}\]\)/,
    );
    expect(answer).not.toContain('@example.com');
  });

  it('says who wrote it, and links to commits', async () => {
    const answer = await answerTo('who wrote connect.ts and what changed last?');
    expect(answer).toContain('ben made 1 of the 2 changes to `src/net/connect.ts`, Ann 1.');
    expect(answer).toMatch(/- \d{4}-\d\d-\d\d, Ann: “a change” \(\[[0-9a-f]{8}\]\)/);
  });

  it('of a definition is that of its lines', async () => {
    expect(await answerTo('Why was connect changed?')).toContain('`connect` last changed on');
    expect(await answerTo('When was unusedHelper added?')).toMatch(
      /^`unusedHelper` came into `src\/mail\/send\.ts` on \d{4}-\d\d-\d\d, by Ann: “a change”/,
    );
  });

  it('is that of the line which says most, where only a part of the question asks for it', async () => {
    const answer = await answerTo(
      'since when can connect say that nobody answers at a host, who added that?',
    );
    expect(answer).toMatch(
      /The line ``.{1,80}nobody answers at.{1,40}`` was added on \d{4}-\d\d-\d\d by ben: “Say which host, as eve asked”/,
    );
  });

  it.each([
    'Why do we say that nobody answers at a host when we connect?',
    'connect says that nobody answers at a host. Is there a reason for saying the host, or was that for debugging?',
    'What is the point of saying in connect that nobody answers at a host?',
  ])('is why the line came, where it is asked why the code is as it is: %s', async (question) => {
    expect(await answerTo(question)).toMatch(
      /The line ``.{1,80}nobody answers at.{1,40}`` was added on \d{4}-\d\d-\d\d by ben: “Say which host, as eve asked” Why: “The address alone told nobody what was wrong, says ann\.”/,
    );
  });

  it('is left out where it is asked why something happens', async () => {
    const question = 'Why does connect fail because nobody answers at a host?';
    expect(await answerTo(question)).not.toContain('was added on');
  });

  it('is left out where the line came with a change of style alone', async () => {
    const repository = makeRepository(
      { 'ferry.py': 'def moor(rope):\n  return rope*2\n' },
      'ferry',
    );
    repository.commit({ 'ferry.py': 'def moor(rope):\n    return rope * 2  # moored twice\n' });
    const world = await startSharedSearchService([repository.path]);
    const ask = async () =>
      onlyQuestion(await world.ask('Why do we return the rope twice when we moor?')).answer;
    expect(await ask()).toContain('moored twice` was added on');
    repository.git('commit', '--quiet', '--amend', '-m', 'style: four blanks');
    expect(await ask()).not.toContain('was added on');
  });

  it('is the newest changes of the lines, where only a part of the question asks for these', async () => {
    const answer = await answerTo(
      'how does connect say that nobody answers at a host, and has that changed recently?',
    );
    expect(answer).toMatch(
      /These lines last changed on \d{4}-\d\d-\d\d, by ben: “Say which host, as eve asked”/,
    );
  });

  it('of the repository is limited to the time that was asked about', async () => {
    expect(await answerTo('What changed since yesterday?')).toMatch(
      /^4 commits have changed `post` since/,
    );
  });
});

describe('the configuration', () => {
  it('is the settings that are read, with their defaults and what documents say', async () => {
    const answer = await answerTo('Which environment variables are there?');
    expect(answer.split('\n')).toEqual([
      'At least 3 environment variables: `MAIL_HOST`, `MAIL_RETRIES`, `POST_OFFICE_URL`. ([src/settings.ts:1])',
      '',
      '- `MAIL_HOST`, default `localhost`: Host that takes the mail ([docs/settings.md:5])',
      '- `MAIL_RETRIES`, default `3` ([src/settings.ts:2])',
      '- `POST_OFFICE_URL`, default `http://localhost`: Where letters go ([docs/deploying.md:5])',
    ]);
  });

  it('is what documents list, if the code reads settings in a way of its own', async () => {
    const answer = await answerTo('What is the default of POST_OFFICE_URL?');
    expect(answer.split('\n')).toEqual([
      '`POST_OFFICE_URL` has the default `http://localhost` here. ([docs/deploying.md:5])',
      '',
      '- `POST_OFFICE_URL`, default `http://localhost`: Where letters go ([docs/deploying.md:5])',
    ]);
  });

  it('of a repository that is named is all of them', async () => {
    expect(await answerTo('Which environment variables does post read?')).toMatch(
      /^At least 3 environment variables: `MAIL_HOST`, /,
    );
  });

  it('of two words is no setting that has one of them, but this may be the closest match', async () => {
    const answer = await answerTo('How is the mail archive configured?');
    expect(answer).toMatch(/^Nothing in `post` fits this question well\. The closest matches:/);
    expect(answer).toContain(
      '- `MAIL_HOST`, default `localhost`: Host that takes the mail ([docs/settings.md:5])',
    );
  });

  it('of one setting is its default', async () => {
    expect(await answerTo('What is the default of MAIL_RETRIES?')).toMatch(
      /^`MAIL_RETRIES` has the default `3` here\. \(\[src\/settings\.ts:2\]\)/,
    );
  });
});

describe('a failure', () => {
  it('is told from where it is thrown to where it is caught', async () => {
    const answer = await answerTo('What happens when sendMail fails?');
    expect(answer.split('\n')).toEqual([
      'Errors of `sendMail` are thrown in 1 place and caught in 1 place. ([src/mail/send.ts:5–11])',
      '',
      "1. Thrown in `sendMail`: `if (to === '') { throw new Error('no recipient');` ([src/mail/send.ts:6–7])",
      "2. Caught in `sendDigest`: `} catch (error) { console.error('not sent', error);` ([src/jobs/digest.ts:7–8])",
    ]);
  });

  it('without a handler in sight says what was looked at', async () => {
    const answer = await answerTo('What happens when connect fails?');
    expect(answer).toContain(
      'I saw no handler in its own lines or around its call; callers further up were not looked at.',
    );
    expect(answer).toContain('Thrown in `connect`: ``throw new Error(');
  });
});

describe('the structure', () => {
  it('is what the parts import of each other, as a diagram', async () => {
    const answer = await answerTo('How do the modules hang together?');
    expect(answer).toContain('`src/` has 4 parts:');
    expect(answer).toContain('`settings.ts` is imported the most, by 2 of them.');
    expect(answer).toContain('```mermaid\nflowchart LR\n');
    expect(answer).toMatch(
      /- `jobs` imports `mail`: `import \{ sendMail \} from '\.\.\/mail\/send\.js';` \(\[src\/jobs\/digest\.ts:1\]\)/,
    );
  });

  it('between two functions is the path of calls', async () => {
    const answer = await answerTo('call path from sendDigest to connect');
    expect(answer.split('\n').slice(0, 5)).toEqual([
      '`sendDigest` reaches `connect` in 2 calls. ([src/jobs/digest.ts:3])',
      '',
      '1. `sendDigest` calls `sendMail`: `await sendMail(person);` ([src/jobs/digest.ts:6])',
      '2. `sendMail` calls `connect`: `const line = await connect(MAIL.host);` ([src/mail/send.ts:9])',
      '',
    ]);
    expect(await answerTo('call path from connect to sendDigest')).toContain(
      'No path of up to 6 calls',
    );
  });
});

describe('each example of the documentation', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../../docs/local-service.md'),
    'utf8',
  );
  const examples = [
    ...page.matchAll(/^\| (usages|history|configuration|failure|structure) \| (.*?) \|/gm),
  ].flatMap(([, kind = '', questions = '']) =>
    [...questions.matchAll(/"([^"]+)"/g)].map(([, question = '']) => [kind, question] as const),
  );
  /** What only an answer of this form says. */
  const SAYS: Readonly<Record<string, RegExp>> = {
    usages: /is (?:used|called|imported) (?:in|once|by)/,
    history: /(?:changes? to|changed on|came into|have changed|commit has changed)/,
    configuration: /(?:environment variables:|has the default|, default )/,
    failure: /^Errors of/,
    structure: /(?:parts:|is imported by|reaches)/,
  };

  it('is there for each kind', () => {
    expect(new Set(examples.map(([kind]) => kind))).toEqual(new Set(Object.keys(SAYS)));
  });

  it.each(examples)('has an answer in the form of its kind: %s, %s', async (kind, question) => {
    const answer = await answerTo(question);
    expect(answer).toMatch(SAYS[kind] ?? /^$/);
    expect(answer.split('\n').length).toBeLessThanOrEqual(25);
  });
});
