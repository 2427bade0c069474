import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateBlocks } from '../../../local/workspace/block-kit/validate-blocks.js';
import { SlackError } from '../../../local/workspace/protocol/slack-error.js';

function refusal(blocks: unknown): string {
  try {
    validateBlocks(blocks);
    return 'ok';
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    const messages = (error.extra['errors'] as string[] | undefined) ?? [];
    return [error.code, ...messages].join(': ');
  }
}

const x = (length: number) => 'x'.repeat(length);
const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
const markdown = (text: string) => ({ type: 'markdown', text });
const button = (more: object = {}) => ({ type: 'button', text: plain('Go'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const cell = (text: string) => ({ type: 'raw_text', text });
const table = (rows: object[][]) => ({ type: 'table', rows });
/** Markdown, with the header as one of its rows. */
const tableOf = (rows: number, columns: number, text = 'a') => {
  const [head, ...more] = many(rows, `|${many(columns, text).join('|')}|`);
  return [head, `|${many(columns, '---').join('|')}|`, ...more].join('\n');
};
const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

describe('valid blocks', () => {
  it.each<[string, unknown[]]>([
    ['a section at its limit', [section(x(3000))]],
    ['fields', [{ type: 'section', fields: many(10, mrkdwn('a')) }]],
    ['a header at its limit', [{ type: 'header', text: plain(x(150)) }]],
    ['fifty blocks', many(50, { type: 'divider' })],
    ['a full row of buttons', [actions(...many(25, button()))]],
    ['a button at its limits', [actions(button({ value: x(2000), style: 'danger' }))]],
    ['Markdown at its limit', [markdown(x(12_000))]],
    ['a table in Markdown', [markdown(tableOf(100, 20))]],
    ['a table', [table(many(100, many(20, cell('a'))))]],
    ['a plan', [{ type: 'plan', title: 'Doing', tasks: [task('complete'), task('in_progress')] }]],
    ['a container', [{ type: 'container', title: plain('More'), child_blocks: [section('a')] }]],
    ['the same action in two blocks', many(2, actions(button({ action_id: 'a' })))],
    [
      'feedback',
      [
        {
          type: 'context_actions',
          elements: [
            {
              type: 'feedback_buttons',
              action_id: 'f',
              positive_button: { text: plain('Good'), value: 'up' },
              negative_button: { text: plain('Bad'), value: 'down' },
            },
          ],
        },
      ],
    ],
    ['a menu', [{ ...section('a'), accessory: { type: 'overflow', options: [option('a')] } }]],
  ])('accepts %s', (_what, blocks) => {
    expect(refusal(blocks)).toBe('ok');
  });
});

function task(status: string) {
  return { type: 'task_card', task_id: status, title: 'Search', status };
}

function option(value: string) {
  return { text: plain(value), value };
}

describe('invalid blocks', () => {
  it.each<[unknown, string]>([
    ['text', 'invalid_blocks_format: blocks must be an array'],
    [[section(x(3001))], 'must be less than 3001 characters [json-pointer:/blocks/0/text/text]'],
    [[section('')], 'must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
    [[{ type: 'section' }], 'missing required field: text [json-pointer:/blocks/0]'],
    [[{ type: 'header', text: plain(x(151)) }], 'must be less than 151 characters'],
    [
      [{ type: 'header', text: mrkdwn('a') }],
      'must be plain_text [json-pointer:/blocks/0/text/type]',
    ],
    [
      [{ type: 'alert', text: plain('a') }],
      'unsupported type: alert [json-pointer:/blocks/0/type]',
    ],
    [many(51, { type: 'divider' }), 'no more than 50 items allowed [json-pointer:/blocks]'],
    [[{ type: 'context', elements: many(11, mrkdwn('a')) }], 'no more than 10 items allowed'],
    [[actions(...many(26, button()))], 'no more than 25 items allowed'],
    [[actions()], 'no fewer than 1 items required'],
    [[actions(button({ value: x(2001) }))], 'must be less than 2001 characters'],
    [[actions({ ...button(), text: plain(x(76)) })], 'must be less than 76 characters'],
    [[actions(button({ url: 'javascript:alert(1)' }))], 'must be a valid http(s) URL'],
    [[actions(button({ url: `https://a.b/${x(3000)}` }))], 'must be less than 3001 characters'],
    [[actions(button({ colour: 'red' }))], 'invalid additional property: colour'],
    [
      [actions(button({ action_id: 'a' }), button({ action_id: 'a' }))],
      'action_id already exists: a [json-pointer:/blocks/0]',
    ],
    [many(2, { type: 'divider', block_id: 'b' }), 'block_id already exists: b'],
    [[{ type: 'divider', block_id: x(256) }], 'must be less than 256 characters'],
    [[markdown(x(6001)), markdown(x(6000))], 'must be less than 12001 characters in all'],
    [[table([[cell('')]])], 'must be more than 0 characters'],
    [[table(many(101, [cell('a')]))], 'no more than 100 items allowed'],
    [[table([many(21, cell('a'))])], 'no more than 20 items allowed'],
    [[table(many(10, [cell(x(1001))]))], 'a table must be less than 10001 characters'],
    [[markdown(tableOf(101, 1))], 'no more than 100 rows allowed in a table'],
    [[markdown(tableOf(2, 21))], 'no more than 20 columns allowed in a table'],
    [[markdown(tableOf(11, 1, x(1000)))], 'a table must be less than 10001 characters'],
    [[{ type: 'blink' }], 'invalid_blocks'],
    [[null], 'invalid_blocks'],
    [many(5, section(x(2700))), 'msg_blocks_too_long'],
  ])('refuses blocks, case %#', (blocks, reason) => {
    expect(refusal(blocks)).toContain(reason);
  });

  it('accepts or refuses any value without throwing anything but a SlackError', () => {
    const anything = fc.array(fc.oneof(fc.anything(), fc.record({ type: fc.string() })));
    fc.assert(
      fc.property(anything, (blocks) => {
        expect(refusal(blocks)).toMatch(/^(ok|invalid_blocks|msg_blocks_too_long)/);
      }),
    );
  });
});

describe('block and action ids', () => {
  it('adds ids to blocks and elements without one', () => {
    const [block] = validateBlocks([actions(button(), button({ action_id: 'mine' }))]);
    expect(block?.block_id).toMatch(/^[\w-]{5}$/);
    expect(block?.['elements']).toEqual([
      expect.objectContaining({ action_id: expect.stringMatching(/^[\w-]{5}$/) }),
      expect.objectContaining({ action_id: 'mine' }),
    ]);
  });

  it('keeps the id of a block with the same buttons in the next version, but not of one to enter something in', () => {
    const cancel = actions(button({ action_id: 'cancel' }));
    const input = {
      type: 'input',
      label: plain('Why?'),
      element: { type: 'plain_text_input', action_id: 'why' },
    };
    const menu = actions({ type: 'users_select', action_id: 'who' });
    const [before, field, select] = validateBlocks([cancel, input, menu]);
    const [divider, other, after, same, newField, newSelect] = validateBlocks([
      { type: 'divider' },
      actions(button({ action_id: 'retry' })),
      cancel,
      cancel,
      input,
      menu,
    ]);
    expect(after?.block_id).toBe(before?.block_id);
    const all = [divider, other, after, same, field, newField, select, newSelect];
    const ids = all.map((block) => block?.block_id);
    expect(new Set(ids).size).toBe(ids.length);
    const [attached] = validateBlocks([cancel], 'attachment 0');
    expect(attached?.block_id).not.toBe(before?.block_id);
  });
});
