import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { parseSlashCommand } from '../../../src/intake/parse/slash-command.js';
import { parseViewSubmission } from '../../../src/intake/parse/view-submission.js';
import { ACTIONS } from '../../../src/model/actions.js';
import { BOT, click, command, eventBody, message, parseEventBody } from '../payloads.js';

const NOW = 1_700_000_000_000;
const seal = () => 'sealed';

/** As in messages: https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escaped = (typed: string) =>
  typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const textOf = (parsed: object) => ('text' in parsed ? parsed.text : parsed);

const inMention = (typed: string) =>
  textOf(parseEventBody(eventBody(message({ text: `<@${BOT}> ${escaped(typed)}` }))));

const inEdit = (typed: string) => {
  const before = { user: 'U1', ts: '1700000000.000100', text: `<@${BOT}> before` };
  const edited = { user: 'U1', ts: '1700000009.000100' };
  const now = { ...before, text: `<@${BOT}> ${escaped(typed)}`, edited };
  const parsed = parseEventBody(
    eventBody({
      type: 'message',
      subtype: 'message_changed',
      channel: 'C1',
      message: now,
      previous_message: before,
      event_ts: '1700000009.000200',
    }),
  );
  return 'intent' in parsed ? textOf(parsed.intent) : parsed;
};

const inCommand = (typed: string) =>
  textOf(parseSlashCommand(command({ text: `ask ${escaped(typed)}` }), NOW, seal));

const inUnescapedCommand = (typed: string) =>
  textOf(parseSlashCommand(command({ text: `ask ${typed}` }), NOW, seal));

const inForm = (typed: string) => {
  const input = (value: object) => ({ type: 'input', ...value });
  const values = {
    question: { question: input({ value: typed }) },
    audience: { audience: input({ selected_option: { value: 'channel' } }) },
    where: { where: input({ selected_conversation: 'C1' }) },
  };
  const view = {
    id: 'V1',
    type: 'modal',
    callback_id: 'ask',
    private_metadata: JSON.stringify({ modal: { kind: 'ask' } }),
    state: { values },
  };
  const user = { id: 'U1', team_id: 'T1' };
  const body = { type: 'view_submission', team: { id: 'T1' }, user, trigger_id: '1.2.3', view };
  return textOf(parseViewSubmission({ ...body, response_urls: [] }, NOW, seal));
};

/** The button of the note that asks whether a subcommand was meant. */
const inButton = (typed: string) => {
  const parsed = parseAction(
    click(
      { action_id: ACTIONS.askTyped, value: `ask ${typed}` },
      {
        message: undefined,
        container: { message_ts: '1700000005.000100' },
        response_url: 'https://hooks.slack.com/actions/1/2/3',
      },
    ),
    NOW,
    seal,
  );
  return 'result' in parsed ? textOf(parsed.result) : parsed;
};

const SURFACES = [
  ['a message', inMention],
  ['an edited message', inEdit],
  ['a command', inCommand],
  ['a form', inForm],
  ['a button', inButton],
] as const;

const TYPED = [
  'a < b && c > d',
  'why does List<String> not fit Map<K, V>?',
  '<T: Display> and std::vector<foo::bar>',
  '&lt;b&gt; in the page',
  '&amp;amp; twice',
  'https://x.test/a?b=1&c=2',
];

describe.each(SURFACES)('text typed in %s', (_what, textIn) => {
  it.each(TYPED)('is read as it was typed: %s', (typed) => {
    expect(textIn(typed)).toBe(typed);
  });

  it('is read as it was typed, whatever it is', () => {
    const word = fc.string({ unit: fc.constantFrom('&', '<', '>', 'amp;', 'lt;', 'a', ':', ' ') });
    fc.assert(
      fc.property(word, (typed) => {
        const text = `x${typed}x`;
        expect(textIn(text)).toBe(text);
      }),
    );
  });
});

// Slack does not say whether a command's text is escaped if `should_escape` is off.
describe('text typed in a command that Slack does not escape', () => {
  it.each(TYPED.filter((typed) => !typed.includes('&lt;') && !typed.includes('&amp;')))(
    'is read as it was typed: %s',
    (typed) => {
      expect(inUnescapedCommand(typed)).toBe(typed);
    },
  );
});
