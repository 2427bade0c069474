import { beforeAll, describe, expect, it } from 'vitest';
import { nearMessage } from '../../../../../local/service/engine/search/text/near-message.js';
import { makeRepository } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSharedSearchService,
} from '../../service-fixture.js';

const HARBOUR = {
  'README.md': '# Harbour\n\nBoats moor here.\n',
  'CHANGELOG.md': '# Changes\n\n- Boats stay moored in storms\n',
  'src/mooring.ts': `/** Keeps boats, which stay moored in storms, at their ropes. */
export function keepMoored(boat: Boat) {
  return boat.ropes.every((rope) => rope.holds(boat.weight));
}
`,
  'src/pier.ts': `export function moor(boat: Boat) {
  if (isTaken(boat)) throw translated('error.berth_taken');
  return berthOf(boat);
}

export function build() {
  return translated('error.pier_taken');
}

export function rename(boat: Boat, name: string) {
  if (boat.owner === name) {
    throw new Error(\`boat \${boat.name} can not carry the name of its owner\`);
  }
}
`,
  'src/log.ts': `export function check(boat: Boat) {
  console.warn('this berth is already taken by ' + boat.name);
}

export function isTaken(error: Error) {
  return error.message.includes('can not carry the name of its owner');
}
`,
  'src/labels.ts': `export const labels = {
  tide: 'label.tide',
  storm: 'label.storm',
};
`,
  'src/bridge.ts': `import { labels } from './labels.js';

export function warn(show: (text: string) => void) {
  show(labels.storm);
}
`,
  'locales/de.json': '{\n  "error": {\n    "berth_taken": "Der Platz ist schon belegt"\n  }\n}\n',
  'locales/en.json': `{
  "error": {
    "berth_taken": "This berth is already taken",
    "pier_taken": "This berth is already taken"
  },
  "label": {
    "tide": "The tide comes in",
    "storm": "A storm comes in"
  }
}
`,
  'locales/fr.json': '{\n  "error": {\n    "berth_taken": "This berth is already taken"\n  }\n}\n',
  'vendor/github.com/anchor/anchor.go': `package anchor

// Weigh says that the anchor is stuck in mud, so that a boat can not leave.
func Weigh() error {
	return errors.New("anchor is stuck in mud")
}
`,
};

describe('where a message comes from', () => {
  let harbour: ServiceFixture;
  beforeAll(async () => {
    harbour = await startSharedSearchService([makeRepository(HARBOUR, 'harbour').path]);
  });
  const answerTo = async (question: string) =>
    onlyQuestion(await harbour.ask(question)).answer ?? '';

  it('is not where a changelog or a comment has the words, asked how it works', async () => {
    const answer = await answerTo("How does 'stay moored in storms' work for boats?");
    expect(answer).toMatch(/^(?:Best guess: )?`keepMoored`/);
  });

  it.each([
    "Where does the message 'This berth is already taken' come from?",
    'Where does "This berth is already taken" come from?',
    'Why do I get "the berth is already taken!"?',
  ])(
    'is the code that uses the key of a text, then the text in one language: %s',
    async (asked) => {
      const answer = await answerTo(asked);
      const [first = ''] = answer.split('\n');
      expect(first).toContain('`moor` in `src/pier.ts`');
      expect(first).toContain("throw translated('error.berth_taken')");
      expect(answer).toContain('locales/en.json:3');
      expect(answer).toContain("`return translated('error.pier_taken');`");
      expect(answer).not.toContain('fr.json');
      expect(answer).not.toContain('de.json');
    },
  );

  it('is the code that uses the name of the key, where another table has that', async () => {
    const [first = ''] = (await answerTo("Where is 'A storm comes in' shown?")).split('\n');
    expect(first).toContain('`warn` in `src/bridge.ts`');
  });

  it.each([
    'Why do I get "can\'t carry the name of its owner"?',
    'Why do I see “cannot carry name of your owner”?',
    "Where does 'Boat Tern can’t carry the name of its owner' come from?",
  ])('is found although the message is quoted in other words: %s', async (asked) => {
    const [first = ''] = (await answerTo(asked)).split('\n');
    expect(first).toContain('`rename` in `src/pier.ts`');
    expect(first).toContain('can not carry the name of its owner');
  });

  it('says so where only vendored code has it, and shows no comment first', async () => {
    const answer = await answerTo("Where does 'anchor is stuck in mud' come from?");
    expect(answer.split('\n')[0]).toContain('errors.New("anchor is stuck in mud")');
    expect(answer).toMatch(/vendored/i);
  });
});

describe('a message in other words', () => {
  it.each([
    ["can't vote for own boat", 'errorf("user %s can not vote for his own boat %s", user)'],
    ['It is over', "say('It’s over')"],
    ['Tern is not at its berth', 'fail("{name} isn\'t at its berth")'],
    ['No boat named Old Tern was found', 'fail(f"No boat named {name} was found")'],
    ['No boat named Tern was found', '"No boat named " + name + " was found"'],
    ['this boat already exists', "'Boat already exists'"],
  ])('%s is like %s', (message, line) => {
    expect(nearMessage(message, line)).toBeGreaterThan(0);
  });

  it.each([
    ['boat is not at its berth', 'fail("boat is at its berth")'],
    ['this boat already exists', "'This pier already exists'"],
    ['no boat was found', '"%s %s %s %s"'],
    ['no boat was found', 'noBoat.was(found).pier'],
  ])('%s is not like %s', (message, line) => {
    expect(nearMessage(message, line)).toBe(0);
  });
});

describe('a table of texts', () => {
  const WORDS =
    'anchor,crew,deck,engine,fare,galley,helm,island,jetty,keel,lantern,mast,net,oar,pier,rope'.split(
      ',',
    );
  const entries = WORDS.map((one) => `  ${one}Fare: 'Winter ${one} fare of distance',`).join('\n');
  it.each([
    ['texts', entries],
    [
      'keys',
      WORDS.map((one) => `  winter${one}Fare: 'label.winter-${one}-distance-fare',`).join('\n'),
    ],
    [
      'messages',
      WORDS.map(
        (one) =>
          `  ${one}: {\n    id: 'fare.${one}',\n    defaultMessage: 'Winter ${one} fare distance',\n  },`,
      ).join('\n'),
    ],
  ])('of %s explains nothing that code does', async (_, table) => {
    const { path } = makeRepository(
      {
        'README.md': '# Ferry\n',
        'src/labels.ts': `export const words = {\n${table}\n};\n`,
        'src/price.ts':
          'export function price(distance: number, season: string) {\n  const base = distance * 2;\n  return season === "winter" ? base / 2 : base;\n}\n',
      },
      'ferry',
    );
    const service = await startSharedSearchService([path]);
    const asked = 'How does the distance change the winter fare?';
    const answer = onlyQuestion(await service.ask(asked)).answer ?? '';
    expect(answer.split('\n')[0]).toContain('src/price.ts');
  });
});

it('the lines around a message begin with no end of another block, and end with no blank line', async () => {
  const code = `export function check(rope: Rope) {
  if (rope.isNew) {
    return;
  }

  if (rope.isWorn) {
    throw new Error('The rope is worn to its core');
  }

}
`;
  const { path } = makeRepository({ 'src/rope.ts': code }, 'rope');
  const service = await startSharedSearchService([path]);
  const asked = 'Where does "The rope is worn to its core" come from?';
  const answer = onlyQuestion(await service.ask(asked)).answer ?? '';
  expect(answer).toContain(
    "```typescript\nif (rope.isWorn) {\n  throw new Error('The rope is worn to its core');\n}\n",
  );
});

it('the comment of a package is quoted by whole sentences, without the licence above it', async () => {
  const head = `// SPDX-License-Identifier: Apache-2.0
// Copyright 2020 The Sailors

// Package rigging says how sails are rigged.
//
// There are two types of rigging:
//
// Fore Rigging: Rig sails along the keel.
// Square Rigging: Rig sails across the keel.
//
// Rigging is done at the pier.

package rigging

import "fmt"

func Print() { fmt.Println("x") }
`;
  const { path } = makeRepository(
    { 'README.md': '# Boat\n', 'sails/rigging/rigging.go': head },
    'boat',
  );
  const service = await startSharedSearchService([path]);
  const answer = onlyQuestion(await service.ask('What is the rigging package for?')).answer ?? '';
  expect(answer).toContain('Square Rigging: Rig sails across the keel.');
  expect(answer).not.toContain('SPDX');
});

it('no suggestion asks for a name that very many definitions share', async () => {
  const route = (name: string) =>
    `export async function POST(request: Request) {\n  const boat = await read(request);\n  return ${name}(boat);\n}\n`;
  const names = 'anchors boats crews decks engines fares galleys helms islands jetties'.split(' ');
  const files = names.map((name) => [`src/app/${name}/route.ts`, route(`save${name}`)]);
  const { path } = makeRepository(Object.fromEntries(files), 'routes');
  const service = await startSharedSearchService([path]);
  const asked = 'How does src/app/fares/route.ts handle a request?';
  const { suggested_followups: suggested } = onlyQuestion(await service.ask(asked));
  expect((suggested ?? []).join(' ')).not.toContain('POST');
});

it('steps are no helpers that only answer with an error', async () => {
  const code = `package pier

// SendErrorJSON writes an error as JSON, with its status.
func SendErrorJSON(status int) {
	write(status)
	flush(status)
	end(status)
}

// berthFor finds a berth for a boat.
func berthFor(boat string) string {
	found := search(boat)
	return found
}

// Moor moors a boat at its berth.
func Moor(boat string) {
	berth := berthFor(boat)
	if berth == "" {
		SendErrorJSON(404)
		return
	}
	tie(boat, berth)
}
`;
  const { path } = makeRepository({ 'pier/pier.go': code }, 'pier');
  const service = await startSharedSearchService([path]);
  const answer = onlyQuestion(await service.ask('What does Moor do?')).answer ?? '';
  expect(answer).toContain('`berthFor` finds a berth');
  expect(answer).not.toContain('`SendErrorJSON`');
});
