import { beforeAll, describe, expect, it } from 'vitest';
import { noResultsAnswer } from '../../../../../local/service/engine/search/answer.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** The code about each has the same words of the question, in as many lines as are asked for. */
const SUBJECTS = ['oven', 'dough', 'baker', 'crust', 'flour', 'yeast'];

function bakery(linesEach: number): Record<string, string> {
  return Object.fromEntries(
    SUBJECTS.map((subject) => {
      const lines = Array.from(
        { length: linesEach },
        (_, n) => `  const ${subject}Batch${n} = measure('${subject} temperature', ${n} * limit);`,
      );
      const text = `export function ${subject}Reading(limit) {\n${lines.join('\n')}\n  return limit;\n}\n`;
      return [`src/${subject}.js`, text];
    }),
  );
}

const QUESTION =
  'Why is the temperature of each batch measured with a limit, and not by weight or colour?';

let short: string;
let long: string;

beforeAll(async () => {
  const answerIn = async (linesEach: number, name: string) => {
    const { path } = makeRepository(bakery(linesEach), name);
    const world = await startSharedSearchService([path]);
    return onlyQuestion(await world.ask(QUESTION)).answer ?? '';
  };
  short = await answerIn(1, 'small-bakery');
  long = await answerIn(30, 'large-bakery');
});

describe('where no place stands out', () => {
  it('short places leave room for five', () => {
    expect(filesIn(short)).toHaveLength(5);
  });

  it('long ones only for three', () => {
    expect(filesIn(long)).toHaveLength(3);
  });
});

describe('a search without enough', () => {
  const place = {
    statement: { markdown: '`limits`', reference: referenceTo('README.md:3') },
    code: { reference: referenceTo('README.md:3'), language: '', lines: ['fileSize: Infinity'] },
  };
  const scope = { commits: [], unreadable: [], partial: [], notes: [] };

  it('says so', () => {
    const answer = noResultsAnswer(scope, ['size'], { guess: place, places: [], others: [] });
    expect(answer).toMatch(/^No place in .* has enough of this question\. Best guess: `limits`/);
  });

  it('has no such sentence above lines with all words of the question', () => {
    const closest = { guess: place, isWhole: true, places: [], others: [] };
    expect(noResultsAnswer(scope, ['size'], closest)).toMatch(/^Best guess: `limits`/);
  });
});

function filesIn(answer: string): string[] {
  return [...new Set([...answer.matchAll(/\(\[(src\/\w+\.js):/g)].map(([, file = '']) => file))];
}

function referenceTo(text: string) {
  return { repo: 'shop', type: 'File', link: '/shop', text, label: 'shop · README.md' };
}
