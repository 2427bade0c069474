import { describe, expect, it } from 'vitest';
import { isSlackTrouble, SlackBusy, SlackRefused, SlackUnclear } from '../../src/slack/errors.js';

describe('a refusal', () => {
  it.each([
    ['msg_blocks_too_long', 'form'],
    ['not_in_channel', 'place'],
    ['missing_scope', 'standing'],
    ['edit_window_closed', 'gone'],
    ['expired_trigger_id', 'trigger'],
    ['not_found', 'gone'],
    ['something_new', 'other'],
    ['', 'other'],
  ])('with %j is about the %s', (code, about) => {
    expect(new SlackRefused('chat.update', code).about).toBe(about);
  });

  it('keeps its cause and names the method', () => {
    const cause = new Error('why');
    const error = new SlackRefused('chat.update', 'not_in_channel', { cause });
    expect(error.cause).toBe(cause);
    expect(error.message).toBe('Slack refused chat.update: not_in_channel');
    expect(error.name).toBe('SlackRefused');
  });
});

describe('Slack’s trouble', () => {
  it('is told from a mistake of ours', () => {
    expect(isSlackTrouble(new SlackRefused('m', 'e'))).toBe(true);
    expect(isSlackTrouble(new SlackBusy('m', 1))).toBe(true);
    expect(isSlackTrouble(new SlackUnclear('m'))).toBe(true);
    expect(isSlackTrouble(new Error('m'))).toBe(false);
    expect(isSlackTrouble(undefined)).toBe(false);
  });
});
