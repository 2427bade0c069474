import { describe, expect, it } from 'vitest';
import {
  isSlackError,
  SlackBusy,
  SlackOutcomeUnknown,
  SlackRefused,
} from '../../src/slack/errors.js';

describe('SlackRefused', () => {
  it.each([
    ['msg_blocks_too_long', 'content'],
    ['not_in_channel', 'channel'],
    ['missing_scope', 'auth'],
    ['edit_window_closed', 'not_found'],
    ['expired_trigger_id', 'trigger'],
    ['not_found', 'not_found'],
    ['something_new', 'other'],
    ['', 'other'],
  ])('the error %j has the category %s', (code, category) => {
    expect(new SlackRefused('chat.update', code).category).toBe(category);
  });

  it('SlackRefused keeps its cause and names the method', () => {
    const cause = new Error('why');
    const error = new SlackRefused('chat.update', 'not_in_channel', { cause });
    expect(error.cause).toBe(cause);
    expect(error.message).toBe('Slack refused chat.update: not_in_channel');
    expect(error.name).toBe('SlackRefused');
  });
});

describe('isSlackError', () => {
  it('isSlackError recognizes failed calls to Slack, but no other errors', () => {
    expect(isSlackError(new SlackRefused('m', 'e'))).toBe(true);
    expect(isSlackError(new SlackBusy('m', 1))).toBe(true);
    expect(isSlackError(new SlackOutcomeUnknown('m'))).toBe(true);
    expect(isSlackError(new Error('m'))).toBe(false);
    expect(isSlackError(undefined)).toBe(false);
  });
});
