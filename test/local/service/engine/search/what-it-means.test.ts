import { beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSharedSearchService,
} from '../../service-fixture.js';

const HARBOR = {
  'src/moor-boat.ts':
    '/** Ties a boat to the quay. */\nexport function moorBoat(boat: string): string {\n  return boat; // it is tied\n}\n',
  'src/quay.ts':
    "import { moorBoat } from './moor-boat.js';\n\n// it is small\nexport function land(): string {\n  return moorBoat('it');\n}\n",
  'src/pilots.ts':
    "import { land } from './quay.js';\n\nexport function boardShip(pilot: string): string {\n  return land() + pilot;\n}\n\nexport const boarded = boardShip('Ann');\n",
  'lib/harbor/crane.ex':
    'defmodule Harbor.Crane do\n  def lift(crate) do\n    it = crate\n    it\n  end\nend\n',
  'lib/harbor/dock.ex':
    'defmodule Harbor.Dock do\n  alias Harbor.Crane\n\n  def unload(crate) do\n    Crane.lift(crate)\n  end\nend\n',
  'docs/pilots.md':
    '# Boarding\n\nHow pilots board ships at night in winter storms: a boat brings the pilot to the ladder of the ship.\n',
};

const BARGES = {
  'README.md': '# Barges\n\nBarges test the river. It is called barges, and it calls the lock.\n',
  'src/barge.rs': `/// Carries coal.
pub struct Barge {
    hold: u32,
}

impl Barge {
    /// Loads some coal.
    pub fn load(&mut self, barge: u32) -> u32 {
        barge + self.hold
    }

    /// Whether it swims with so much coal.
    pub fn test(&self, coal: u32) -> bool {
        coal < 100
    }
}
`,
  'src/lock.rs': `use crate::barge::Barge;

/// Whether it may go up.
pub fn checker(papers: u32) -> bool {
    papers > 3
}

pub fn lift(barge: &Barge) -> bool {
    checker(4) && barge.test(12)
}
`,
  'docs/checks.md':
    '# Duplicate papers\n\nWhat the checker does with duplicate papers of barges: it keeps the newer ones of them.\n',
};

let world: ServiceFixture;
let barges: ServiceFixture;
beforeAll(async () => {
  world = await startSharedSearchService([makeRepository(HARBOR, 'harbor').path]);
  barges = await startSharedSearchService([makeRepository(BARGES, 'barges').path]);
});

/** To the last of the questions of one conversation. */
async function lastAnswer(first: string, ...others: readonly string[]): Promise<string> {
  const { id } = await world.ask(first);
  for (const question of others) {
    await world.request('POST', `/${id}/questions`, { body: { question } });
    await world.waitForOutcome(await world.read(id));
  }
  const { questions } = await world.read(id);
  return questions.at(-1)?.answer ?? '';
}

it('"it" in the second half of a question about a file is that file', async () => {
  const answer = await lastAnswer('what does src/moor-boat.ts do and who uses it?');
  expect(answer).toContain('**Who uses it?** `src/moor-boat.ts` is imported by 1 file.');
});

it('when a file was introduced is told of the file, also in a second half', async () => {
  const answer = await lastAnswer('what does src/moor-boat.ts do? and when was it introduced?');
  expect(answer).toMatch(/\*\*When was it introduced\?\*\* `src\/moor-boat\.ts` was added on /);
});

it('after an answer about a file, "it" is that file', async () => {
  const answer = await lastAnswer('src/moor-boat.ts', 'who calls it?');
  expect(answer).toMatch(/^`src\/moor-boat\.ts` is imported by 1 file\./);
});

it('who uses a file of a language that imports no files is told who uses what the file is called after', async () => {
  const answer = await lastAnswer('lib/harbor/crane.ex', 'and who uses it?');
  expect(answer).toMatch(/^`(?:Harbor\.)?Crane` is used once/);
  expect(answer).toContain('lib/harbor/dock.ex:5');
});

it('after an answer from a document, "it" is the code that it names', async () => {
  const document = 'how do pilots board ships at night in winter storms by a boat and the ladder';
  expect(await lastAnswer(document)).toMatch(/^(?:Best guess: )?\*\*Boarding\*\*/);
  const answer = await lastAnswer(document, 'who calls it?');
  expect(answer).toMatch(/^`boardShip` is called once\./);
});

it.each(['who uses it?', 'Where is this used?', 'Where are they called?'])(
  'a pronoun is no name: %s',
  async (question) => {
    const answer = await lastAnswer(question);
    expect(answer).toMatch(/^I can't tell what the question means by “(?:it|this|they)”/);
    expect(answer).not.toContain('By name only');
  },
);

it('what is written as a name is one: who calls `it`', async () => {
  expect(await lastAnswer('where is `it` used?')).toContain('`it`');
});

it('the subject of a second half is what the first half is about, and no word of its own', async () => {
  const question = 'what does the checker do with duplicate papers, and who calls it?';
  const { answer = '' } = onlyQuestion(await barges.ask(question));
  expect(answer).toMatch(/^(?:Best guess: )?\*\*Duplicate papers\*\*/);
  expect(answer).toContain('**Who calls it?** `checker` is called once');
});

it.each([
  'what does Barge::test do and where is it called',
  'what does Barge.test do?',
  'where is Barge.test?',
  'where is Barge::test defined?',
])('a function may be named test: %s', async (question) => {
  const { answer = '' } = onlyQuestion(await barges.ask(question));
  expect(answer).toMatch(
    /^`Barge\.test`: Whether it swims with so much coal\. \(\[src\/barge\.rs:\d/,
  );
  if (question.includes('called')) {
    expect(answer).toMatch(
      /\*\*Where is it called\?\*\* (?:By name only: )?`Barge\.test` is called once/,
    );
  }
});
