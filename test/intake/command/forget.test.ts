import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { parseSlashCommand } from '../../../src/intake/parse/slash-command.js';
import { ACTIONS } from '../../../src/model/actions.js';
import { click, command } from '../payloads.js';

const typed = (text: string) => parseSlashCommand(command({ text }), 5);

describe('the subcommand forget', () => {
  it.for([
    ['forget', undefined],
    ['  Forget ', undefined],
    ['forget U012ABCDEF', 'U012ABCDEF'],
    ['forget @U012ABCDEF', 'U012ABCDEF'],
    ['forget <@U012ABCDEF>', 'U012ABCDEF'],
    ['forget <@W012ABCDEF|ada.park>', 'W012ABCDEF'],
    ['forget @ada', 'unknown'],
    ['forget @Ada Park', 'unknown'],
  ] as const)('"%s" names %s', ([text, subject]) => {
    const named = subject === undefined ? {} : { subject };
    const found = typed(text);
    expect(found).toMatchObject({ kind: 'forget', user: 'U1', confirmed: false, ...named });
    expect('subject' in found).toBe(subject !== undefined);
  });

  it.for([
    ['forget me', 'forget'],
    ['Forget my data', 'forget'],
    ['forget everything', 'forget'],
    ['forget all of my data', 'forget'],
    ['forgt me', 'forget'],
    ['forget 12', 'forget'],
    ['forget U012ABCDEF and the rest', 'forget U012ABCDEF'],
    ['forget u012abcdef', 'forget U012ABCDEF'],
  ] as const)(
    '"%s" is not asked before it is clear that "%s" was not meant',
    ([text, suggestion]) => {
      expect(typed(text)).toMatchObject({ kind: 'did-you-mean', text, suggestion });
    },
  );

  it.for([
    'forget the cache, which requests are retried then',
    'forget @ada why do we retry after the third attempt?',
    'forgetting: where is that?',
  ])('"%s" is a question', (text) => {
    expect(typed(text)).toMatchObject({ kind: 'ask', text });
  });

  it('deletes nothing by itself, whatever follows it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (rest) => {
        const found = typed(`forget ${rest}`);
        expect(found.kind === 'forget' && found.confirmed).toBe(false);
      }),
    );
  });
});

describe('the button that confirms it', () => {
  const pressed = (value: string) =>
    parseAction(
      click(
        { action_id: ACTIONS.forget, value },
        { message: undefined, container: { message_ts: '1700000005.000100' } },
      ),
      5,
    );

  it('names whose data it is, and is one request however often it is clicked', () => {
    const [first, again] = [pressed('U012ABCDEF'), pressed('U012ABCDEF')];
    expect(first).toMatchObject({ kind: 'forget', subject: 'U012ABCDEF', confirmed: true });
    expect(again).toEqual(first);
  });

  it.for(['', 'unknown', 'U1 U2', 'all'])('"%s" is no person', (value) => {
    expect(pressed(value).kind).toBe('ignored');
  });
});
