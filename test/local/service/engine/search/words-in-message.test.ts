import { describe, expect, it } from 'vitest';
import { questionKind } from '../../../../../local/service/engine/search/question-kind.js';
import { codeAskedBy } from '../../../../../local/service/engine/search/text/asked-shape.js';

const formOf = (question: string) => {
  const asked = questionKind(question);
  return asked.kind === 'usages' ? `usages: ${asked.subject}` : asked.kind;
};

describe('a message in none of the usual forms', () => {
  it.each([
    ['I want to make `boardAll()` async. What would I break outside of the pier?', 'boardAll'],
    [
      'Is anything still reading `Ferry.max_cars_soft`? Would love to delete it',
      'Ferry.max_cars_soft',
    ],
    ['usages of HORN_VOLUME outside pier/ ?', 'HORN_VOLUME'],
    ['Please list all the places which make an instance of `DeckPlan` directly', 'DeckPlan'],
    ['`DEFAULT_SPEED`: used somewhere or leftover?', 'DEFAULT_SPEED'],
    ['Do both the car and the truck deck go through _load_once, or just one?', '_load_once'],
    ['Need to rename `on_depart`. Where is this callback invoked from?', 'on_depart'],
    ['I suspect `OldHorn` is dead code. Any remaining references before I send this?', 'OldHorn'],
    ['can we drop BuildDeck.toDot or is some debugging command relying on it', 'BuildDeck.toDot'],
    ['If I remove the PIER_STALE constant, what breaks?', 'PIER_STALE'],
    ['nothing subscribes to TideChanged on the river. am i right?', 'TideChanged'],
    ['nobody uses Anchor#peek anymore, right?', 'Anchor#peek'],
  ])('asks who uses what it names: %s', (question, name) => {
    expect(formOf(question)).toBe(`usages: ${name}`);
  });

  it.each([
    'Ferries left twice in spring, I remember that being fixed. Anybody got the commit?',
    'In old versions the horn kept all waiting cars in memory. Which change got rid of that leak?',
    'Which commit switched the pier lights to blue, and why were they red before?',
    'Why was `max_cars` bumped from 5 to 12?',
    'How come the lock of the anchor was removed? Looks dangerous to me.',
    'Has the captain always been asked twice, or did that sneak in with the new deck?',
    'What was the motivation for splitting the horn off into its own package?',
    'which release first had the car deck?',
    'I am searching the change that introduced `skipRain`, because it seems wrong at night.',
    'That race in Pier.drain, didn’t we fix it last year?',
    'what did #4412 change about the anchor',
    'The bug where trucks lost their tickets: fixed now or only worked around?',
    'Can you tell me everything that landed around the anchor between the two tags?',
  ])('asks for a change: %s', (question) => {
    expect(formOf(question)).toBe('history');
  });

  it.each([
    'Any protection if someone calls `Ferry.leave` after `close()`? Which error do I catch?',
    'What happens when it reads `ferry.yml` and the file is empty?',
    'How does the pier decide which handler calls `leaveNow`?',
    'why was my ticket dropped?',
    'Our logs have `horn lost, leaving`, and grep finds nothing. Which class emits it?',
    'How long is a ticket trusted, and can we make the pier check it every time?',
    'The pier has files like horn_00.out and .lock piling up. Which code creates them?',
  ])('asks for neither: %s', (question) => {
    expect(formOf(question)).not.toMatch(/^(?:usages|history)/);
  });

  it.each([
    ['entry point for loading trucks?', 'place'],
    ['Somebody maps a full deck to our own error, and I can’t find who.', 'place'],
    ['Does the ticket check sit in the gate or in the individual lanes?', 'place'],
    ['what actually turns `Retry-After` into a wait? It isn’t in retry.py.', 'place'],
    ['Can the number of cars be set per pier, or is it one global value?', 'setting'],
    ['allowed ports for the ferry: db, env or hardcoded?', 'setting'],
    ['If both FERRY_PORT and the `port` argument are given, which one wins?', 'setting'],
    ['Is the horn opt in or opt out?', 'setting'],
    [
      'A captain got lost while cars were loading. What becomes of the half-loaded ones?',
      'failure',
    ],
    ['Passing a pier that doesn’t exist: exception, null, or silently nothing?', 'failure'],
    ['Would `loadMany` with no cars raise?', 'failure'],
    ['two captains grab the same ferry, who wins', 'failure'],
    ['Why is the bell rung twice?', undefined],
    ['How does a ferry work?', undefined],
  ])('tells what code is asked for: %s', (question, asked) => {
    expect(codeAskedBy(question)).toBe(asked);
  });
});
