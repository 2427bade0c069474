import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseViewSubmission } from '../../../src/intake/parse/view-submission.js';
import type { Modal } from '../../../src/model/modal.js';

const NOW = 1_700_000_000_000;
const seal = (secret: string, as: string) => `sealed ${as} ${secret.length}`;

type Values = Readonly<Record<string, Record<string, unknown>>>;

/** As Slack sends it: block → input → what was typed or chosen. */
function submission(modal: Modal, values: Values, place?: object) {
  const state = Object.entries(values).map(([name, value]) => [name, { [name]: value }]);
  return {
    type: 'view_submission',
    team: { id: 'T1', domain: 'acme' },
    user: { id: 'U1', team_id: 'T1' },
    trigger_id: '1.2.3',
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: modal.kind,
      private_metadata: JSON.stringify({ modal, ...(place && { place }) }),
      state: { values: Object.fromEntries(state) },
    },
    response_urls: [],
  };
}

const text = (value: string | null) => ({ type: 'plain_text_input', value });
const choice = (value: string) => ({ type: 'radio_buttons', selected_option: { value } });
const channel = (id: string | null) => ({
  type: 'conversations_select',
  selected_conversation: id,
});

describe('the form', () => {
  const ask = (change: Values = {}, around: object = {}) =>
    parseViewSubmission(
      {
        ...submission(
          { kind: 'ask' },
          {
            question: text(' how does retry work? '),
            audience: choice('channel'),
            where: channel('C1'),
            ...change,
          },
        ),
        ...around,
      },
      NOW,
      seal,
    );

  it('a submitted form is a question in the chosen channel', () => {
    const response_urls = [{ channel_id: 'C1', response_url: 'https://hooks.slack.com/app/1' }];
    expect(ask({}, { response_urls })).toEqual({
      kind: 'ask',
      id: expect.stringMatching(/^T1-C1-f[0-9a-f]{20}$/),
      origin: 'form',
      place: { workspace: 'T1', channel: 'C1', direct: false },
      user: 'U1',
      text: 'how does retry work?',
      externallyShared: false,
      at: NOW,
      sealedResponseUrl: 'sealed response_url 29',
    });
  });

  it.each(['me', 'channel'])('a form without a channel asks in private (audience: %s)', (who) => {
    expect(ask({ audience: choice(who), where: channel(null) })).toMatchObject({
      kind: 'ask',
      place: { workspace: 'T1', channel: 'U1', direct: true },
      privately: true,
    });
  });

  it('a form whose channel is a direct message asks in private', () => {
    expect(ask({ where: channel('D1') })).toMatchObject({ privately: true });
  });

  it.each([
    [{ question: text('  ') }, 'question'],
    [{ question: text(null) }, 'question'],
    [{ where: channel('X1') }, 'where'],
  ] as [Values, string][])('shows a missing value below its field: %j', (change, field) => {
    const parsed = ask(change);
    expect(parsed.kind === 'form-errors' && Object.keys(parsed.errors)).toEqual([field]);
  });

  it('a form submitted twice is the same question', () => {
    expect(ask()).toEqual(ask());
  });
});

describe('settings', () => {
  const place = { channel: 'C1' };
  const set = (values: Values, where: object | undefined = place, modal: object = {}) =>
    parseViewSubmission(submission({ kind: 'settings', ...modal } as Modal, values, where), NOW);
  const people = (...ids: string[]) => ({ type: 'multi_users_select', selected_users: ids });
  const settingsIn = (values: Values) => {
    const { settings, unset, errors } = set(values) as {
      settings?: unknown;
      unset?: unknown;
      errors?: unknown;
    };
    return errors === undefined ? { settings, unset } : { errors };
  };

  it('submitted settings of a channel are parsed', () => {
    const values = {
      who: choice('listed'),
      people: people('U2', 'U3'),
      replies: choice('mention'),
      answers: choice('inherited'),
      language: { type: 'static_select', selected_option: { value: 'Deutsch' } },
    };
    expect(set(values, place, { level: 'channel', edit: 'asking', revision: 4 })).toEqual({
      kind: 'settings',
      id: expect.stringMatching(/^settings-/),
      place: { workspace: 'T1', channel: 'C1', direct: false },
      user: 'U1',
      at: NOW,
      settings: { who: 'listed', people: ['U2', 'U3'], replies: 'mention', language: 'Deutsch' },
      unset: ['answers'],
      revision: 4,
    });
  });

  it('names and instructions are parsed, and empty fields set nothing', () => {
    expect(
      settingsIn({
        repositories: text('acme/shop\n acme/web, acme/shop\n\n'),
        instructions: text(' Be short. '),
        audience: text(null),
      }),
    ).toEqual({
      settings: { repositories: ['acme/shop', 'acme/web'], instructions: 'Be short.' },
      unset: ['audience'],
    });
  });

  it('the address of a repository stands for its name', () => {
    const pasted = 'https://github.com/acme/shop\nhttps://github.com/acme/web.git';
    expect(settingsIn({ repositories: text(pasted) })).toEqual({
      settings: { repositories: ['github.com/acme/shop', 'github.com/acme/web'] },
      unset: [],
    });
  });

  it('budgets are parsed, and an empty one sets nothing', () => {
    const budget = (name: string, [day, month, credits]: (string | null)[]) => ({
      [`${name}.day.questions`]: text(day ?? null),
      [`${name}.month.questions`]: text(month ?? null),
      [`${name}.day.credits`]: text(null),
      [`${name}.month.credits`]: text(credits ?? null),
    });
    expect(
      settingsIn({
        ...budget('channelBudget', ['100', null, '2.50']),
        ...budget('personBudget', [null, null, null]),
      }),
    ).toEqual({
      settings: { channelBudget: { day: { questions: 100 }, month: { credits: 2.5 } } },
      unset: ['personBudget'],
    });
  });

  it.each([
    [{ who: choice('listed') }, 'people', 'at least one person'],
    [{ repositories: text('acme shop') }, 'repositories', 'is not the name of a repository'],
    [{ audience: text(Array.from({ length: 51 }, (_, i) => `r${i}`).join()) }, 'audience', '50'],
    [{ instructions: text('a\u202eb') }, 'instructions', 'without invisible ones'],
    [
      { 'channelBudget.day.questions': text('-1') },
      'channelBudget.day.questions',
      'a whole number',
    ],
    [
      { 'channelBudget.day.questions': text('1.5') },
      'channelBudget.day.questions',
      'a whole number',
    ],
    [
      { 'channelBudget.day.questions': text('10000000001') },
      'channelBudget.day.questions',
      'Enter 1,000,000,000 or less.',
    ],
    [{ 'channelBudget.day.credits': text('1e3') }, 'channelBudget.day.credits', 'a number'],
  ])('%j is an error beside its field', (values, field, says) => {
    expect(settingsIn(values)).toEqual({ errors: { [field]: expect.stringContaining(says) } });
  });

  it('what a form does not offer counts as unchanged', () => {
    expect(settingsIn({ who: choice('x'), replies: choice('x'), language: choice('x') })).toEqual({
      settings: {},
      unset: [],
    });
    expect(settingsIn({})).toEqual({ settings: {}, unset: [] });
  });

  it('settings of a channel need one; those of the workspace can be opened anywhere', () => {
    expect(set({}, { channel: 'D1' }).kind).toBe('ignored');
    expect(parseViewSubmission(submission({ kind: 'settings' }, {}), NOW).kind).toBe('ignored');
    const modal = { kind: 'settings', level: 'workspace' } as const;
    expect(parseViewSubmission(submission(modal, {}), NOW)).toMatchObject({
      level: 'workspace',
      place: { workspace: 'T1', channel: 'U1', direct: true },
    });
  });
});

describe('words about an answer', () => {
  const modal: Modal = { kind: 'reason', questionId: 'T1-C1-1.1' };
  const place = { channel: 'C1', threadTs: '1.1' };

  it('submitted feedback text is a vote with a comment', () => {
    expect(
      parseViewSubmission(submission(modal, { reason: text('Wrong repo') }, place), NOW),
    ).toEqual({
      kind: 'vote',
      id: expect.stringMatching(/^vote-/),
      questionId: 'T1-C1-1.1',
      place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1.1' },
      user: 'U1',
      at: NOW,
      vote: 'down',
      comment: 'Wrong repo',
    });
  });

  it('empty feedback text is an error', () => {
    const parsed = parseViewSubmission(submission(modal, { reason: text(' ') }, place), NOW);
    expect(parsed).toMatchObject({ kind: 'form-errors', errors: { reason: expect.any(String) } });
  });
});

describe('whatever else is sent', () => {
  it('other view submissions are ignored', () => {
    fc.assert(
      fc.property(fc.string(), (private_metadata) => {
        const body = submission({ kind: 'ask' }, {});
        const parsed = parseViewSubmission(
          { ...body, view: { ...body.view, private_metadata } },
          NOW,
        );
        expect(parsed.kind).toBe('ignored');
      }),
    );
    expect(parseViewSubmission({ type: 'view_submission' }, NOW).kind).toBe('ignored');
  });
});
