import { describe, expect, it } from 'vitest';
import { BOT, eventBody, parseEventBody } from '../payloads.js';

const seal = (link: string, as: string) => `${as} of ${link.length}`;

describe('shared links', () => {
  const shared = (change: object = {}, around: object = {}) =>
    parseEventBody(
      eventBody(
        {
          type: 'link_shared',
          user: 'U1',
          channel: 'C1',
          message_ts: '1700000000.000100',
          source: 'conversations_history',
          is_bot_user_member: true,
          links: [{ domain: 'code.example.com', url: 'https://code.example.com/x' }],
          ...change,
        },
        { ...around },
      ),
      seal,
    );

  it('shared links are sealed, with their message', () => {
    expect(shared({ thread_ts: '1600000000.000100' })).toEqual({
      kind: 'links-shared',
      id: expect.stringMatching(/^links-[0-9a-f]{20}$/),
      place: { workspace: 'T1', channel: 'C1', direct: false, threadTs: '1600000000.000100' },
      messageTs: '1700000000.000100',
      user: 'U1',
      externallyShared: false,
      sealedLinks: ['pasted_link of 26'],
    });
  });

  it('shared links have one id however often they are sent', () => {
    expect(shared()).toEqual(shared());
    expect(shared({ message_ts: '1700000000.000200' })).not.toEqual(shared());
  });

  it('shared links are at most five, of at most 2,000 characters', () => {
    const url = 'https://code.example.com/';
    const links = Array.from({ length: 9 }, (_, i) => ({ url: `${url}${'x'.repeat(i * 400)}` }));
    expect(shared({ links })).toMatchObject({ sealedLinks: { length: 5 } });
    expect(shared({ links: [{ url: `${url}${'x'.repeat(2_000)}` }] })).toMatchObject({
      sealedLinks: [],
    });
  });

  it.each([
    ['where we are not', { is_bot_user_member: false }],
    ['where Slack does not say', { is_bot_user_member: undefined }],
    ['our own', { user: BOT }],
  ])('shared links are ignored: %s', (_what, change) => {
    expect(shared(change)).toMatchObject({ kind: 'ignored' });
  });
});

describe('links in the composer', () => {
  const drafted = (change: object = {}) =>
    parseEventBody(
      eventBody({
        type: 'link_shared',
        user: 'U1',
        channel: 'COMPOSER',
        is_bot_user_member: true,
        message_ts: 'U1-0abc-909b',
        unfurl_id: 'U1-0abc-909b',
        source: 'composer',
        links: [{ domain: 'code.example.com', url: 'https://code.example.com/x' }],
        ...change,
      }),
      seal,
    );

  // The changelog and the guide of Slack show different fields.
  it.each([
    ['with a channel', {}],
    ['with a channel_id', { channel: undefined, channel_id: 'COMPOSER' }],
    ['without a member', { is_bot_user_member: undefined }],
  ])('links in the composer are sealed, %s', (_what, change) => {
    expect(drafted(change)).toEqual({
      kind: 'links-drafted',
      id: expect.stringMatching(/^draft-[0-9a-f]{20}$/),
      workspace: 'T1',
      user: 'U1',
      unfurlId: 'U1-0abc-909b',
      sealedLinks: ['pasted_link of 26'],
    });
  });

  it('links in the composer have a new id when they change', () => {
    expect(drafted()).toEqual(drafted());
    const links = [{ url: 'https://code.example.com/y' }];
    expect(drafted({ links })).not.toEqual(drafted());
  });

  it.each([
    ['without an unfurl_id', { unfurl_id: undefined }],
    ['with a strange unfurl_id', { unfurl_id: 'a b' }],
  ])('links in the composer are ignored %s', (_what, change) => {
    expect(drafted(change)).toMatchObject({ kind: 'ignored' });
  });
});

describe('a workflow step', () => {
  const BY_U1 = { id: 'U1', secret: 'secret' };

  const step = (inputs: object, change: object = {}) =>
    parseEventBody(
      eventBody({
        type: 'function_executed',
        function: { callback_id: 'ask_deep_search' },
        inputs,
        function_execution_id: 'Fx0123ABCD',
        event_ts: '1700000000.000100',
        bot_access_token: 'xwfp-secret',
        ...change,
      }),
    );

  it('a workflow step is a question of the asker', () => {
    expect(step({ question: ' why? ', user_context: BY_U1, channel: 'C1' })).toEqual({
      kind: 'ask',
      id: 'T1-C1-wFx0123ABCD',
      origin: 'workflow',
      place: { workspace: 'T1', channel: 'C1', direct: false },
      user: 'U1',
      text: 'why?',
      externallyShared: false,
      at: 1_700_000_000_000,
      execution: 'Fx0123ABCD',
    });
  });

  it('a workflow step without a channel is for the asker alone', () => {
    expect(step({ question: 'why?', user_context: BY_U1 })).toMatchObject({
      place: { channel: 'U1', direct: true },
      privately: true,
    });
  });

  it.each([
    ['question', {}],
    ['question', { user_context: BY_U1, question: 7 }],
    ['asker', { question: 'why?' }],
    ['asker', { question: 'why?', asker: 'U1' }],
    ['asker', { question: 'why?', user_context: 'U1' }],
    ['asker', { question: 'why?', user_context: { id: '<!channel>' } }],
  ])('a workflow step is incomplete without the %s', (lacks, inputs) => {
    expect(step(inputs)).toEqual({
      kind: 'incomplete-step',
      id: 'step-Fx0123ABCD',
      workspace: 'T1',
      execution: 'Fx0123ABCD',
      missing: lacks,
    });
  });

  it.each([
    ['another app’s', { function: { callback_id: 'other' } }],
    ['without a name', { function_execution_id: 'Fx:1' }],
  ])('a workflow step is ignored: %s', (_what, change) => {
    expect(step({ question: 'why?', user_context: BY_U1 }, change)).toMatchObject({
      kind: 'ignored',
    });
  });
});
