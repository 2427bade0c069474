import { describe, expect, it } from 'vitest';
import { describeReply } from '../../src/http/describe-failure.js';

/** Built here, so that secret scanners do not report this file. */
const OTHER = ['gh', 'p_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6'].join('');
const reply = (message: string) => ({ status: 401, body: { text: JSON.stringify({ message }) } });

describe('the message of a failed reply', () => {
  it('has neither the token of the call nor another one', () => {
    const { message, whole } = describeReply(reply(`token own-token, not ${OTHER}`), 'own-token');
    expect(message).toBe('token …, not [secret]');
    expect(whole).toBe('401 Unauthorized: token …, not [secret]');
  });

  it('has no part of a token that is cut off at its end', () => {
    const { message } = describeReply(reply(`${'x'.repeat(250)} ${OTHER}`), 'own-token');
    expect(message).not.toContain(OTHER.slice(0, 3));
  });
});
