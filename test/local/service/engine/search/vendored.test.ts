import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSharedSearchService,
} from '../../service-fixture.js';

const FERRY = {
  'README.md': '# Ferry\n\nFerries carry cars.\n',
  'app/notify/foghorn.go': `package notify

// Foghorn tells boats in fog.
type Foghorn struct{}

func (f *Foghorn) Blow() error {
	return radio.Signal("fog")
}
`,
  'app/crew.go': 'package app\n\n// Rota says who of the crew is on watch.\nfunc Rota() {}\n',
  'vendor/github.com/sea/horns/README.md':
    '# Horns\n\nFoghorns and other horns are supported. A buoy is supported, too.\n\n## Crew watch rota\n\nThe crew watch rota of the horns is on watch, and the crew has a rota of who is on watch.\n',
  'vendor/github.com/sea/horns/foghorns.go': `package horns

// Foghorns are many.
type Foghorns struct{}

func Signal(of string) error {
	return radio.Signal(of)
}
`,
  ...Object.fromEntries(
    Array.from({ length: 90 }, (_, n) => [
      `vendor/github.com/sea/winds/wind${n}.go`,
      `package winds\n\n// Gust${n} is a gust of wind: gusts of wind are strong.\nfunc Gust${n}() {}\n`,
    ]),
  ),
  'app/sail.go':
    'package app\n\n// Reef makes the sail smaller.\nfunc Reef() {\n\tturn(GustOfWind)\n}\n',
  'vendor/github.com/sea/lamps/lamp.go':
    'package lamps\n\n// Kindle lights the lantern with whale oil.\nfunc Kindle() {}\n',
  'vendor/github.com/sea/buoys/buoy.go': 'package buoys\n\n// Buoy floats.\ntype Buoy struct{}\n',
};

describe('vendored code', () => {
  let ferry: ServiceFixture;
  beforeAll(async () => {
    ferry = await startSharedSearchService([makeRepository(FERRY, 'ferry').path]);
  });
  const answerTo = async (question: string) => onlyQuestion(await ferry.ask(question)).answer ?? '';

  it('is not named where own code is, in the singular or the plural', async () => {
    const answer = await answerTo('Does it support foghorns?');
    expect(answer).toContain('app/notify/foghorn.go');
    expect(answer).not.toContain('vendor/');
  });

  it('is said to be vendored where nothing else is there', async () => {
    const answer = await answerTo('Does it support buoys?');
    expect(answer).toContain('vendor/github.com/sea/buoys');
    expect(answer).toMatch(/vendored/i);
  });

  it('does not explain what own code does', async () => {
    const answer = await answerTo('Who of the crew is on watch?');
    expect(answer).toContain('app/crew.go');
    expect(answer).not.toContain('vendor/');
  });

  it('does not hide own code behind many files', async () => {
    expect(await answerTo('How is a gust of wind dealt with?')).toContain('app/sail.go');
  });

  it('is called vendored where only that says anything', async () => {
    const answer = await answerTo('What does Kindle do with the lantern?');
    expect(answer).toContain('endored code');
  });

  it('is no use beside those of own code', async () => {
    const answer = await answerTo('Where is Signal used?');
    expect(answer).toContain('app/notify/foghorn.go');
    expect(answer).not.toMatch(/^- .*vendor/m);
  });
});
