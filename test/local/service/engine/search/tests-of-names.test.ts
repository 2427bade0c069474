import { beforeAll, describe, expect, it } from 'vitest';
import { testMentions } from '../../../../../local/service/engine/search/facts/test-mentions.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';
import { sourceFile } from './ranked-excerpts.js';

const FILES = {
  'lib/quay/rope_store.rb': `module Quay
  # Keeps the ropes of boats.
  class RopeStore
    def initialize(size)
      @size = size
    end
  end
end
`,
  'spec/quay/rope_store_spec.rb': `require 'spec_helper'

describe Quay::RopeStore do
  it 'is empty at first' do
    expect(described_class.new(3)).to be_empty
  end

  it 'keeps what is put into it' do
    expect(described_class.new(3).put(1)).to eq(1)
  end
end
`,
  'harbour/line.py': `class Line:
    def splice(self, fun):
        def _spliced(*args):
            return fun(*args)
        return _spliced

    def coil(self):
        return 3
`,
  'tests/test_line.py': `from harbour.line import Line


class test_Line:
    def test_splice_calls(self):
        def fetch():
            return 1
        assert Line().splice(fetch)() == 1
`,
  'tests/test_crane.py': `def test_lifts_twice():
    coil = 0  # the coil of the crane
    assert coil + 1 == 1
`,
};

describe('a question about tests', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const { path } = makeRepository(FILES, 'quay');
    const world = await startSharedSearchService([path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it.each(['`Quay.RopeStore`', 'Quay::RopeStore'])(
    'finds those of %s in its group',
    async (name) => {
      const answer = await answerTo(`How is ${name} tested?`);
      expect(answer).toMatch(/^2 tests name `Quay\.RopeStore`, such as “/);
      expect(answer).toContain('“is empty at first” ([spec/quay/rope\\_store\\_spec.rb:4]');
      expect(answer).toContain('“keeps what is put into it” ([spec/quay/rope\\_store\\_spec.rb:8]');
    },
  );

  it('about what is inside of a function finds those of the function', async () => {
    const answer = await answerTo('How is Line.splice._spliced tested?');
    expect(answer).toMatch(
      /^I found no test that names `Line\.splice\._spliced`, which is a part of `Line\.splice`\. 1 test names `Line\.splice`: `test_Line\.test_splice_calls` /,
    );
  });

  it('finds none where only a variable has the name, and links to the code once', async () => {
    const answer = await answerTo('How is Line.coil tested?');
    expect(answer).toMatch(/^I found no test that names `Line\.coil`\. \(\[harbour\/line\.py:\d+/);
    expect(answer.match(/harbour\/line\.py:/g)).toHaveLength(1);
  });

  it('about a test does not say that it tests itself', async () => {
    const answer = await answerTo('What does test_lifts_twice do?');
    expect(answer).toContain('`test_lifts_twice`');
    expect(answer).not.toContain('Tested by');
  });
});

const MOOR = { word: 'moor', isMember: true };

it.each([
  ['quay_test.go', 'be.moor(boat)'],
  ['quay_test.rb', "describe '#moor' do"],
  ['quay.test.ts', "it('can moor', () => moor(boat));"],
  ['quay.test.ts', "const moor = require('./quay').moor;\nmoor(boat);"],
  ['quay.test.ts', 'const moor = quay.moor;'],
  ['quay_test.go', 'moor := 0\nbe.moor(boat)'],
  ['quay_test.py', 'assert moor == 3'],
])('%s: %j names it', (path, text) => {
  expect(testMentions(sourceFile(path, text), MOOR)).not.toHaveLength(0);
});

it.each([
  ['quay_test.go', '\tmoor := 0\n\tmoor += 1'],
  ['quay_test.go', '// moor(boat) is next'],
  ['quay_test.go', 'be := moor.New(boat)'],
  ['quay_test.lua', 'local function moor()\nend\nmoor()'],
  ['quay.test.ts', 'let moor = 3;\nexpect(moor).toBe(3);'],
  ['quay.test.ts', 'harbour.moor = () => 3;\nconst moor = 3;'],
])('%s: %j does not', (path, text) => {
  expect(testMentions(sourceFile(path, text), MOOR)).toHaveLength(0);
});
