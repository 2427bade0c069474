import { describe, expect, it } from 'vitest';
import { suggestQuestions } from '../../../local/service/service.js';
import { makeFolder, makeRepository } from './repositories.js';
import { onlyQuestion, startSearchService } from './service-fixture.js';

const FILES = {
  'README.md': '# Zoo\n\nFeeds animals.\n\n## Opening hours\n\nNine to five.\n',
  'src/feeding.ts':
    '/** Brings every giraffe its leaves. */\nexport function feedGiraffe(leaves: number): number {\n  return leaves * 2;\n}\n',
  'src/keeper.ts':
    "import { feedGiraffe } from './feeding.js';\n\n/** Looks after all animals of a house. */\nexport class HouseKeeper {\n  work() {\n    return feedGiraffe(3);\n  }\n}\n",
  'src/undocumented.ts': 'export function somethingWithoutDocs() {\n  return 1;\n}\n',
  'test/feeding.test.ts': '/** Tests. */\nexport function testedThing() {}\n',
};

describe('suggestQuestions', () => {
  it('asks about documented code, files and the README, and each has an answer', async () => {
    const { path } = makeRepository(FILES, 'zoo');
    const suggested = await suggestQuestions([path]);
    expect(suggested).toEqual([
      { title: 'Learn how it works', message: 'How does feedGiraffe work?' },
      { title: 'Find where it is used', message: 'Where is HouseKeeper used?' },
      { title: 'Look into a file', message: 'What does src/feeding.ts do?' },
      { title: 'Read the README', message: 'What does README.md say about “Opening hours”?' },
    ]);
    const world = await startSearchService([path]);
    for (const { message } of suggested) {
      const { answer = '' } = onlyQuestion(await world.ask(message));
      expect(answer).not.toMatch(/^I found no/);
      const named = /feedGiraffe|HouseKeeper|src\/feeding\.ts|README/.exec(message)?.[0] ?? '';
      expect(answer).toContain(named);
    }
  });

  it('takes each kind of question from another repository, if there are several', async () => {
    const zoo = makeRepository(FILES, 'zoo');
    const docs = makeRepository({ 'README.md': '# Docs\n' }, 'docs');
    const suggested = await suggestQuestions([docs.path, zoo.path]);
    expect(suggested.map(({ message }) => message)).toEqual([
      'What does README.md say?',
      'Where is HouseKeeper used?',
      'What does src/feeding.ts do?',
    ]);
  });

  it('asks about what lies in namespaces, and about no examples', async () => {
    const { path } = makeRepository(
      {
        'README.md':
          '# Zoo\n\nFeeds animals.\n\n## License\n\nMIT.\n\n## Tickets\n\nAt the gate.\n',
        'app/jobs.rb': '# Does something.\nclass FooJob\n  def perform\n  end\nend\n\nFooJob.new\n',
        'lib/zoo/animal_list.rb':
          'module Zoo\n  # All animals of a house.\n  class AnimalList\n    # How many there are.\n    def howMany\n      3\n    end\n  end\nend\n',
        'lib/use.rb': 'puts FooJob.new.perform, howMany\n',
        'lib/use_again.rb': 'puts FooJob.new.perform, howMany\n',
      },
      'ruby-zoo',
    );
    const messages = (await suggestQuestions([path])).map(({ message }) => message);
    expect(messages[0]).toBe('How does AnimalList work?');
    expect(messages.join()).not.toMatch(/FooJob|howMany|License/);
    expect(messages.at(-1)).toBe('What does README.md say about “Tickets”?');
  });

  it('suggests nothing for an empty repository', async () => {
    expect(await suggestQuestions([makeRepository({}, 'new').path])).toEqual([]);
    await expect(suggestQuestions([makeFolder()])).rejects.toThrow('is not a git repository');
  });
});
