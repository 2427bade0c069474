import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSharedSearchService,
} from '../../service-fixture.js';

const FERRY = {
  'README.md': '# Ferry\n\nCarries cars.\n',
  'ferry.1': '.\\" $Id: ferry.1,v 1.3 $\n.Sh NAME\n.Nm ferry\n.Nd carries cars\n',
  'ferry.h': '#ifndef FERRY_H\n#define FERRY_H\nint ferry_start(int cars);\n#endif\n',
  'pump.c':
    '/* $OpenBSD$ */\n\n#include "ferry.h"\n\nint\npump(int litres)\n{\n\tint left = litres;\n\treturn left - 1;\n}\n',
  'lib/ferry/cabin.rb':
    '# frozen_string_literal: true\n\nmodule Ferry\n  module Decks\n    # Where people sleep.\n    class Cabin\n      def open(key)\n        key == 1\n      end\n    end\n  end\nend\n',
  'lib/deck.ts':
    '/* eslint-disable no-console */\n// vim: set ts=2:\n\n// Keeps what is on the deck.\n\nexport function addCar(car: string): string {\n  return car;\n}\n',
  'lib/horn.py':
    '# -*- coding: utf-8 -*-\n"""Blows the horn in fog."""\n\n\ndef blow(times):\n    return times\n',
  'lib/ferry/light.ex': 'defmodule Ferry.Light do\n  def on(lamp) do\n    lamp\n  end\nend\n',
  'lib/Anchor.php':
    '<?php\n\n/**\n * Wraps the rope in a `<span>` or a `<b>` of <i>good</i> iron.\n */\nclass Anchor\n{\n    public function drop() {\n        return 1;\n    }\n}\n',
  'test/deck.test.ts':
    "import { addCar } from '../lib/deck.js';\n\ndescribe('the deck', () => {\n  it('takes a car', () => {\n    expect(addCar('a')).toBe('a');\n  });\n\n  it('takes no boat', () => {\n    const json = (text: string) => {\n      return text;\n    };\n    expect(json('b')).toBe('b');\n  });\n});\n",
};

let ferry: ServiceFixture;
beforeAll(async () => {
  ferry = await startSharedSearchService([makeRepository(FERRY, 'ferry').path]);
});
const ask = async (question: string) => onlyQuestion(await ferry.ask(question)).answer ?? '';

describe('a question that is a path', () => {
  it.each(['ferry.1', 'where is ferry.1?', 'What is ferry.1?'])(
    'is about the file of that name, whatever its extension: %s',
    async (question) => {
      expect(await ask(question)).toMatch(/^`ferry\.1` is a file with \d lines \(\[ferry\.1:1\]/);
    },
  );

  it('of tests says what they test', async () => {
    const answer = await ask('test/deck.test.ts');
    expect(answer).toMatch(/^`test\/deck\.test\.ts` tests “the deck”: 2 tests \(/);
    expect(answer).toContain('- “takes a car” ([test/deck.test.ts:4]');
    expect(answer).toContain('- “takes no boat” ([test/deck.test.ts:8]');
    expect(answer).not.toContain('`json`');
  });

  it.each([
    ['pump.c', '`pump.c` defines `pump`'],
    ['lib/deck.ts', '`lib/deck.ts`: Keeps what is on the deck.'],
    ['lib/horn.py', '`lib/horn.py`: Blows the horn in fog.'],
    ['lib/ferry/cabin.rb', '`lib/ferry/cabin.rb` defines `Ferry.Decks.Cabin`'],
    ['lib/ferry/light.ex', '`lib/ferry/light.ex` defines `Light`'],
  ])('is not described by a comment for tools, or by the module around: %s', async (path, lead) => {
    const answer = await ask(path);
    expect(answer.slice(0, lead.length)).toBe(lead);
  });
});

it('what is alone in a file is described once, with the tags that are code in it', async () => {
  const answer = await ask('lib/Anchor.php');
  expect(answer).toMatch(
    /^`lib\/Anchor\.php` defines `Anchor`: Wraps the rope in a `<span>` or a `<b>` of good iron\. \(/,
  );
  expect(answer.match(/`Anchor`/g)).toHaveLength(1);
});
