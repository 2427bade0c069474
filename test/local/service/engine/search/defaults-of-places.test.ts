import { beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** Options whose names the questions do not say. */
const FILES = {
  'lib/tide/config.rb': `module Tide
  class Config
    DEFAULT_OPTIONS = {
      enabled: true,
      moored: false,
      moored_every: '5s',
      basin_depth: nil
    }.freeze
  end
end
`,
  'lib/tide/harbor.rb': `module Tide
  class Harbor
    # Looks at the tables of the tide, in moored mode again and again.
    def start(tables)
      return if tables.empty?
      clock.every(moored_every) do
        read_changes(tables)
      end
    end

    def read_changes(tables)
      tables.each { |table| table.reload if table.changed? }
    end
  end
end
`,
  'lib/crate.rb': `class Crate
  def seal_type(env)
    seal_type = env['SEAL']
    seal_type.nil? || seal_type.empty? ? nil : seal_type
  end
end
`,
  'lib/tide/table.rb': `module Tide
  class Table
    def changed?
      @stamp != File.mtime(@path)
    end

    def reload
      @rows = File.readlines(@path)
    end
  end
end
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'tide').path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
});

it('a guess says what the option that its lines name is set to, though only its use is asked for', async () => {
  const answer = await answerTo(
    'in moored mode, which option says how often we look whether the tide tables have changed, and what do we get if it is not set',
  );
  expect(answer).toMatch(/^Best guess: /);
  expect(answer).toContain("`moored_every` is set to `'5s'` ([lib/tide/config.rb:6])");
});

it('but only if a value is asked for', async () => {
  const answer = await answerTo(
    'in moored mode, why would we look whether the tide tables have changed although nobody is in the basin at night',
  );
  expect(answer).toMatch(/^Best guess: /);
  expect(answer).not.toContain('is set to');
});

it('a condition on a value in the function that only returns it is not what the value does', async () => {
  const answer = await answerTo(
    'which seal types does a crate take out of the box, and how do I make it take wax as well',
  );
  expect(answer).not.toContain('Read in');
  expect(answer).toContain('[lib/crate.rb');
});
