import { expect, it } from 'vitest';
import {
  choosePlaces,
  furtherPlaces,
} from '../../../../../local/service/engine/search/forms/choose-places.js';
import type { Candidate } from '../../../../../local/service/engine/search/forms/place-candidates.js';
import { sourceFile } from './ranked-excerpts.js';

const SEND = `send(letter) {
  const response = this.post(letter);
  if (response.isLost) {
    this.retry(letter);
  }
  return response;
}`;
const SEND_ASYNC = `async sendAsync(letter) {
  const response = await this.postAsync(letter);
  if (response.isLost) {
    await this.retryAsync(letter);
  }
  return response;
}`;
const RECEIVE = `receive(letter) {
  this.box.add(letter);
  this.bell.ring();
  return letter.sender;
}`;

function candidates(...texts: readonly string[]): Candidate[] {
  const file = sourceFile('mail.js', texts.join('\n'));
  let next = 1;
  return texts.map((text, n) => {
    const start = next;
    next += text.split('\n').length;
    const passage = { file, name: `part ${n}`, start, end: next - 1 };
    return { passage, start, end: next - 1, score: 1 - n / 10, role: 'code' } as Candidate;
  });
}

it('of two functions that differ by what they await, the better one is shown', () => {
  const chosen = choosePlaces(candidates(SEND, SEND_ASYNC, RECEIVE), [], 3);
  expect(chosen.map(({ passage }) => passage.name)).toEqual(['part 0', 'part 2']);
});

it('options that share the frame of a setting are no twins', () => {
  const setting = (name: string, standard: number) =>
    `class ${name}(Setting):
    name = "${name.toLowerCase()}"
    section = "Workers"
    meta = "INT"
    type = int
    default = ${standard}
    desc = "How long ${name} is."`;
  const chosen = choosePlaces(candidates(setting('Wait', 30), setting('Rest', 5)), [], 3);
  expect(chosen).toHaveLength(2);
});

it('further places are the best of the others, and of another file sooner where that is wanted', () => {
  const inOne = candidates(
    SEND,
    RECEIVE,
    'ring(bell) {\n  bell.ring();\n}',
    'burn(letter) {\n  fire.add(letter);\n}',
  );
  const [first = [], other] = [
    inOne.slice(0, 1),
    candidates('weigh(letter) {\n  return scale(letter);\n}'),
  ];
  const elsewhere = other.map((one) => ({
    ...one,
    passage: { ...one.passage, name: 'elsewhere', file: { ...one.passage.file, path: 'scale.js' } },
    score: 0.6,
  }));
  const names = (ofSameFile: number) =>
    furtherPlaces([...inOne, ...elsewhere], first, { most: 3, ofSameFile }).map(
      ({ passage }) => passage.name,
    );
  expect(names(1)).toEqual(['part 1', 'part 2', 'part 3']);
  expect(names(0.7)).toEqual(['part 1', 'elsewhere', 'part 2']);
});
