import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHistory } from '../../../../../local/service/engine/search/facts/history-file.js';
import {
  basesOf,
  foldersIn,
  isInFolder,
  namedShare,
  namesIn,
} from '../../../../../local/service/engine/search/forms/names-in.js';
import { definitionPassage } from '../../../../../local/service/engine/search/passages/passage.js';
import { hintsOf } from '../../../../../local/service/engine/search/text/asked-shape.js';
import {
  type CodeAsked,
  codeAskedBy,
} from '../../../../../local/service/engine/search/text/code-asked.js';
import { buildQuery } from '../../../../../local/service/index/query.js';
import { termsOf } from '../../../../../local/service/index/terms.js';
import { askedOf, rankedExcerpts, sourceFile } from './ranked-excerpts.js';

interface Given {
  readonly question: string;
  /** The text of each file by its path, best first. */
  readonly files: Readonly<Record<string, string>>;
  readonly isMinor?: (path: string) => boolean;
  readonly codeAsked?: CodeAsked;
}

/** The names of what the excerpts of the files are in, best first. */
function ranked({ question, files, isMinor = () => false, codeAsked }: Given): string[] {
  const found = Object.entries(files).map(([path, text]) => sourceFile(path, text));
  const asked = askedOf(question, found);
  return found
    .flatMap((file, n) =>
      rankedExcerpts(file, asked, {
        rank: n + 1,
        isMinor: isMinor(file.path),
        codeAsked,
        found,
      }),
    )
    .toSorted((a, b) => b.score - a.score)
    .map(({ passage }) => passage.name);
}

const FERRY = `export function moor(rope) {
  // A ferry that waits is moored.
  rope.tie();
  return rope.length;
}

export function leave(ferry) {
  ferry.bell.ring();
  ferry.rope.untie();
}
`;

describe('a name in a question', () => {
  const names = (question: string) => namesIn({ question, query: buildQuery(question) });

  it('is a compound word, or a capitalized one within the sentence', () => {
    expect([...names('How does Ferry call maxAge?')]).toEqual(['maxAge', 'Ferry']);
    expect([...names('How does a ferry leave its port?')]).toEqual([]);
  });

  it('names a definition, the members of a class a little less, and nothing else', () => {
    const text = `export class Ferry {\n  leave() {\n    this.rope.untie();\n  }\n}\n\nfunction moor(rope) {\n  rope.tie();\n}\n`;
    const file = sourceFile('ferry.js', text);
    const shares = file.outline.map((one) =>
      namedShare(definitionPassage(file, one), new Set(['Ferry'])),
    );
    expect(shares).toEqual([1, 0.6, 0]);
  });

  it.each([
    [
      'Ferry.java',
      'public class Ferry<T> extends ships.Base<T> implements Floating {\n}\n',
      ['Base'],
    ],
    [
      'ferry.py',
      'class Ferry(ships.Base, Floating, metaclass=Meta):\n    pass\n',
      ['Base', 'Floating'],
    ],
    ['ferry.rb', 'class Ferry < Ships::Base\nend\n', ['Base']],
    ['Ferry.cs', 'public sealed class Ferry : Base<int>\n{\n}\n', ['Base']],
    ['Ferry.kt', 'class Ferry(val rope: Rope) : Base(rope) {\n}\n', ['Base']],
    [
      'ferry.ts',
      'export class Ferry extends Base {\n}\nexport class Boat extends Hull {}\n',
      ['Base'],
    ],
    ['ferry.go', 'type Ferry struct {\n}\n', []],
  ])('includes what a class extends: %s', (path, text, expected) => {
    expect([...basesOf(new Set(['Ferry']), [sourceFile(path, text)])]).toEqual(expected);
  });

  it('includes what the extended class extends, and its members a little less', () => {
    const text =
      'export class Ferry extends Ship {\n  leave() {\n    return 1;\n  }\n}\n\nexport class Ship extends Hull {\n  float() {\n    return 2;\n  }\n}\n';
    const file = sourceFile('ferry.ts', text);
    const names = new Set(['Ferry']);
    const bases = basesOf(names, [file]);
    expect([...bases]).toEqual(['Ship', 'Hull']);
    const shares = file.outline.map((one) => [
      one.name,
      namedShare(definitionPassage(file, one), names, bases),
    ]);
    expect(shares).toEqual([
      ['Ferry', 1],
      ['leave', 0.6],
      ['Ship', 0.5],
      ['float', 0.5],
    ]);
  });

  it('may be that of a folder', () => {
    const folders = foldersIn('Where in sea-port do we moor?');
    expect(isInFolder('sea-port/src/moor.ts', folders)).toBe(true);
    expect(isInFolder('src/sea-port.ts', folders)).toBe(false);
    expect(isInFolder('src/moor.ts', foldersIn('Where do we moor?'))).toBe(false);
  });

  it('raises what it names', () => {
    const file = sourceFile('ferry.js', FERRY);
    const asked = askedOf('What does the rope do?', [file]);
    const best = (named: number) => rankedExcerpts(file, asked, { named })[0]?.score ?? 0;
    expect(best(1)).toBeGreaterThan(best(0));
  });
});

describe('the place that answers', () => {
  it('is the section that has the subject as its title, rather than one that mentions it', () => {
    const text = `# Ferries

## Conclusion

A ferry needs a rope, and mooring is easy.

## Mooring a ferry

A rope is tied twice before the ferry is left.
`;
    const names = ranked({ question: 'How is mooring a ferry done?', files: { 'a.md': text } });
    expect(names[0]).toBe('Mooring a ferry');
  });

  const CALLED = `export function hold(it) {
  it.rope.tie();
  it.count += 1;
}

export function free(it) {
  it.rope.untie();
  it.count -= 1;
}
`;

  it('is the function whose callers have the words of the question', () => {
    const callers = `import { free, hold } from './rope.js';

export function arrive(ferry) {
  // In a storm, each ferry gets a second rope.
  hold(ferry);
}

export function leave(ferry) {
  ferry.bell.ring();
  free(ferry);
}
`;
    const first = (text: string) =>
      ranked({
        question: 'What counts the rope of a ferry in a storm?',
        files: { 'rope.js': CALLED, 'harbour.js': text },
      }).find((name) => name === 'hold' || name === 'free');
    expect(first(callers)).toBe('hold');
    const swapped = { hold: 'free', free: 'hold' };
    expect(first(callers.replace(/hold|free/g, (name) => swapped[name as 'hold']))).toBe('free');
  });

  it('is the caller that has the words of the question, rather than what it calls', () => {
    const text = `export function openStormGate(ferry) {
  return shut(ferry);
}

export function shut(it) {
  it.rope.tie();
}
`;
    const names = ranked({ question: 'What opens the storm gate?', files: { 'a.js': text } });
    expect(names[0]).toBe('openStormGate');
  });

  it('has the lines with words that its answers often have, such as a timeout of “how long”', () => {
    const text = `function waitForFerry(ferry) {
  ferry.look();
  ferry.call();
  ferry.look();
}

function watchFerry(ferry) {
  ferry.look();
  ferry.timeoutSeconds = sailing;
  ferry.look();
}
`;
    const question = 'How long is a ferry looked for?';
    expect(ranked({ question, files: { 'a.js': text } })[0]).toBe('watchFerry');
    expect(ranked({ question: 'Who looked for a ferry?', files: { 'a.js': text } })[0]).toBe(
      'waitForFerry',
    );
  });

  it('is in the better of two files, and rather in code than in a test', () => {
    const question = 'What ties the rope?';
    const files = { 'a.js': FERRY, 'b.js': FERRY.replaceAll('moor', 'anchor') };
    expect(ranked({ question, files })[0]).toBe('moor');
    const isMinor = (path: string) => path === 'a.js';
    expect(ranked({ question, files, isMinor })[0]).toBe('anchor');
  });

  it('has a finite score for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), fc.string(), (lines, question) => {
        const file = sourceFile('a.ts', lines.join('\n'));
        for (const { score } of rankedExcerpts(file, askedOf(question, [file]))) {
          expect(Number.isFinite(score)).toBe(true);
        }
      }),
    );
  });
});

describe('hints', () => {
  it.each([
    ['how long does it wait', 'const retryDelayMs = base;', true],
    ['how many boats fit', 'MAX_BOATS', true],
    ['what is it out of the box', 'Defaults: none', true],
    ['can I turn it off', 'a flag', true],
    ['which one wins', 'in this order', true],
    ['who wrote it', 'const retryDelayMs = base;', false],
    ['how long does it wait', 'const boats = 3;', false],
  ])('%s: %s', (question, line, isTold) => {
    const words = termsOf(line);
    expect(hintsOf(question).some((hint) => words.some((word) => hint.has(word)))).toBe(isTold);
  });
});

describe('a document that tells what was', () => {
  it.each([
    ['docs/plans/completed/rope-throttle.md', true],
    ['CHANGELOG.md', true],
    ['docs/releases/v2.md', true],
    ['docs/upgrading.rst', true],
    ['src/history/push.ts', false],
    ['lib/migrate.js', false],
    ['docs/guide.md', false],
  ])('%s: %s', (path, expected) => {
    expect(isHistory(path)).toBe(expected);
  });
});

describe('where code is asked for', () => {
  const files = {
    'ferry.md': '# Ferry\n\nA ferry that is full leaves the pier at once.\n',
    'ferry.js': `/** Leaves the pier when the ferry is full. */
export class Ferry {
  get isFull() {
    return this.ferry.full;
  }

  board(guest) {
    this.guests.push(guest);
    const left = this.seats - this.guests.length;
    if (left === 0) {
      this.leave(this.pier);
    }
    return left;
  }
}
`,
  };
  const question = 'where does a full ferry leave the pier?';

  it('lines that decide come before documents, comments and accessors', () => {
    expect(ranked({ question, files })[0]).not.toBe('Ferry.board');
    expect(ranked({ question, files, codeAsked: 'place' })[0]).toBe('Ferry.board');
  });

  it('a default counts more next to words about it, if a setting is asked for', () => {
    const question = 'how many seats does a ferry have by default?';
    const guide = sourceFile('guide.md', '# Guide\n\nBy default, a ferry has seats for all.\n');
    const text = 'export function seatsOf(ferry) {\n  return ferry.seats ?? DEFAULT_SEATS;\n}\n';
    const code = sourceFile('seats.js', text);
    const asked = askedOf(question, [guide, code]);
    const codeShare = (codeAsked?: CodeAsked) => {
      const [inGuide, inCode] = [guide, code].map((file) => {
        return rankedExcerpts(file, asked, { codeAsked })[0]?.score ?? 0;
      });
      return (inCode ?? 0) / (inGuide ?? 0);
    };
    expect(codeShare('setting')).toBeGreaterThan(10 * codeShare());
  });

  it('sections count more, next to code, if it is asked how to do something', () => {
    const guide = sourceFile('guide.md', '# Ropes\n\nTo add a rope, tie it to the pier.\n');
    const code = sourceFile('pier.js', 'export function addRope(pier) {\n  return tie(pier);\n}\n');
    const asked = askedOf('how would I add a rope to the pier?', [guide, code]);
    const guideShare = (codeAsked?: CodeAsked) => {
      const [inGuide, inCode] = [guide, code].map((file) => {
        return rankedExcerpts(file, asked, { codeAsked })[0]?.score ?? 0;
      });
      return (inGuide ?? 0) / (inCode ?? 0);
    };
    expect(guideShare('how-to')).toBeGreaterThan(3 * guideShare('setting'));
    expect(guideShare('how-to')).toBeGreaterThan(guideShare());
  });

  const bestOf = (question: string, text: string, codeAsked: CodeAsked) =>
    ranked({ question, files: { 'harbour.js': text }, codeAsked })[0];

  it('lines that set a value count more than the same ones that do not, if a setting is asked for', () => {
    const scoreOf = (value: string) => {
      const text = `export function open(ropes) {\n  pier.ropes = ${value};\n  return pier;\n}\n`;
      const file = sourceFile('harbour.js', text);
      const asked = askedOf('can we have more ropes?', [file]);
      return rankedExcerpts(file, asked, { codeAsked: 'setting' })[0]?.score ?? 0;
    };
    expect(scoreOf("'none'")).toBeGreaterThan(3 * scoreOf('count(pier)'));
    expect(scoreOf('LONG')).toBeGreaterThan(3 * scoreOf('LONG(pier)'));
  });

  it('a class that is called a default says nothing of a value', () => {
    const text = `export class DefaultHarbour {
  moor(rope) {
    return this.cranes.lift(rope);
  }
}

export class Harbour {
  load(rope) {
    return lift(rope, DefaultRopes);
  }
}
`;
    expect(bestOf('how long is a rope by default?', text, 'setting')).toBe('Harbour.load');
  });

  it('lines that read the environment come first, if a setting is asked for', () => {
    const text = `export function moor(ropes) {
  const tide = clock.tide(ropes);
  return tide > ropes;
}

export function load() {
  const ropes = process.env.ROPES;
  return Number(ropes);
}
`;
    expect(bestOf('which option sets the ropes?', text, 'setting')).toBe('load');
  });

  it('what the question says counts more in the name of a function', () => {
    const text = `export function pull(one) {
  if (one.rope) return tie(one);
  return cut(one);
}

export function ropeOf(one) {
  if (one.loose) return tie(one);
  return cut(one);
}
`;
    expect(bestOf('where is a rope cut?', text, 'place')).toBe('ropeOf');
  });

  it('lines of an option that fits come first, if a setting is asked for', () => {
    const file = sourceFile('ferry.js', files['ferry.js']);
    const asked = askedOf(question, [file]);
    const scoreOf = (codeAsked: CodeAsked, option: number) =>
      rankedExcerpts(file, asked, { codeAsked, option })[0]?.score ?? 0;
    expect(scoreOf('setting', 0.5)).toBeGreaterThan(2 * scoreOf('setting', 0));
    expect(scoreOf('place', 0.5)).toBe(scoreOf('place', 0));
  });

  it.each([
    ['Where is the port chosen?', 'place'],
    ['Which bit of the parser drops a tag?', 'place'],
    ['Looking for the code that prints the path', 'place'],
    ['What happens if the port is closed?', 'failure'],
    ['Does a typo in the name break the start?', 'failure'],
    ['How does it work if a ferry is lost?', 'failure'],
    ['The pier is taken, do we wait or give up?', 'failure'],
    ['The pier is taken, do we retry or wait?', 'failure'],
    ['The ticket is no ticket, what do I get then?', 'failure'],
    ['The engine dies, does the bell ring?', 'failure'],
    ['How do I set the port?', 'how-to'],
    ['What is the default if the port is missing?', 'setting'],
    ['Which option turns errors off?', 'setting'],
    ['Can we make the ferry wait if a car is late?', 'how-to'],
    ['The bell is too loud, what do I turn down to change it?', 'setting'],
    ['Where is that limit and how do I raise it?', 'setting'],
    ['Is there any limit on cars?', 'setting'],
    ['How many cars do we take?', 'setting'],
    ['How do I make it wait for a car?', 'how-to'],
    ['How do I keep an idle rope longer?', 'how-to'],
    ['How do I make a trip?', 'how-to'],
    ['How would I add another kind of rope?', 'how-to'],
    ['How to moor in a storm', 'how-to'],
    ['I need the horn to be quiet at night, how?', 'how-to'],
    ['What’s the right way to leave out one pier?', 'how-to'],
    ['Do I have to ring the bell myself?', 'how-to'],
    ['Is there a way to moor twice?', 'how-to'],
    ['any nice simple way to moor twice', 'how-to'],
    ['whats the best way to moor?', 'how-to'],
    ['How do we deploy a ferry?', 'how-to'],
    ['How do you write a timetable?', 'how-to'],
    ['How does one moor?', 'how-to'],
    ['Could I get a ticket for the whole day?', 'how-to'],
    ['I want to know how to moor', 'how-to'],
    ['Am I supposed to ring the bell?', 'how-to'],
    ['How can a rope be shortened?', 'how-to'],
    ['Hi. We have two piers. How would I use both?', 'how-to'],
    ['how can we lose a car?', 'failure'],
    ['how could I get an invalid ticket error here?', 'failure'],
    ['how do I know whether the trip failed', 'failure'],
    ['how does it know how to go on if the pier is down?', 'failure'],
    ['Can we list hidden cars too?', 'how-to'],
    ['How long does it wait, and what happens if the pier is down?', 'setting'],
    ['What happens if the deck is full, can we resume?', 'failure'],
    ['The bell rang twice in fog. Was that ever dealt with?', 'place'],
    ['What is the default bind address?', 'setting'],
    ['How long is a resolved address cached?', 'setting'],
    ['Can I turn it off, or is the window size fixed?', 'how-to'],
    ['What happens if the host name is not resolved?', 'failure'],
    ['If the pier is down when a ferry comes in, is the car lost?', 'failure'],
    ['If one of the configured piers fails to open, does the ferry still start?', 'failure'],
    ['What happens when a captain joins?', 'place'],
    ['What happens when a captain is lost?', 'failure'],
    ['What happens when Redis is unavailable?', 'failure'],
    ['What happens on timeout?', 'failure'],
    ['What happens once the quota is exceeded?', 'failure'],
    ['What happens between retries when a job fails?', 'failure'],
    ['If I want to add a new error code, what do I have to change?', 'how-to'],
    ['What happens from the bell until a car is lost from the list?', undefined],
  ])('which is asked by: %s', (asked, expected) => {
    expect(codeAskedBy(asked)).toBe(expected);
  });

  it.each([
    'How does a ferry leave the pier?',
    'What is a ferry?',
    'Why is the bell rung twice?',
    'Can I see who rang the bell?',
    'Can you explain how ropes work?',
    'Could you walk me through the trip?',
    'How do we decide who rings the bell?',
    'why do I have to ring twice',
    'why do we need to wait here',
    'when do I have to ring',
    'how does the captain know how to moor?',
    'who decides how to moor?',
    'how would you describe the pier?',
    'how should I read this code',
    'how can I tell which pier it is',
    'is there a way this can deadlock?',
    'can you compare the pier and the quay',
    'could you please describe the pier',
    'How do we keep track of cars?',
    'What do I get back from moor()?',
  ])('which is not asked by: %s', (asked) => {
    expect(codeAskedBy(asked)).toBeUndefined();
  });
});
