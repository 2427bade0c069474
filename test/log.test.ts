import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel, scrub } from '../src/log.js';

function capture(level: LogLevel = 'debug') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level, name: 'bot', destination });
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line)) };
}

/** Built here, so that secret scanners do not report this file. */
const GITHUB = ['gh', 'p_', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7b'].join('');
const UUID = '0b9bb0f2-6a0d-4b8e-9a55-2f1d5b7c1234';

describe('lines', () => {
  it('a log line has level, time, name, fields and message', () => {
    const { logger, entries } = capture();
    logger.child({ part: 'poll' }).info({ question: 'q1' }, 'Asked');
    expect(entries()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        name: 'bot',
        part: 'poll',
        question: 'q1',
        msg: 'Asked',
      },
    ]);
  });

  it('fields that each line gets do not take over the fields of others', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const shared = { trace_id: 'a' };
    const logger = createLogger({ level: 'info', name: 'bot', fields: () => shared, destination });
    logger.info({ question: 'q1' }, 'Asked');
    logger.info('Ready');
    const [asked, ready] = lines.map((line) => JSON.parse(line));
    expect(asked).toMatchObject({ trace_id: 'a', question: 'q1' });
    expect(ready).toMatchObject({ trace_id: 'a', msg: 'Ready' });
    expect(ready).not.toHaveProperty('question');
  });

  it('an error is described more clearly where that is possible, also as a cause', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const describe = ({ message }: Error) => (message === 'below' ? 'Redis is away' : undefined);
    const logger = createLogger({ level: 'info', name: 'bot', describe, destination });
    logger.error({ err: new Error('above', { cause: new Error('below') }) }, 'It failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'above', cause: { message: 'Redis is away' } },
    });
  });

  it('lines below the log level are not written', () => {
    const { logger, lines } = capture('warn');
    logger.info('no');
    logger.warn('yes');
    expect(lines).toHaveLength(1);
  });

  it('an error is logged with its causes, without its other properties', () => {
    const { logger, entries } = capture();
    const cause = Object.assign(new Error('below'), { code: 'ECONNRESET' });
    const err = Object.assign(new Error('above', { cause }), { command: { args: ['a question'] } });
    logger.error({ err }, 'It failed');
    expect(entries()[0].err).toEqual({
      type: 'Error',
      message: 'above',
      stack: expect.stringContaining('above'),
      cause: {
        type: 'Error',
        message: 'below',
        code: 'ECONNRESET',
        stack: expect.stringContaining('below'),
      },
    });
  });

  it('a thrown value that is not an Error is logged', () => {
    const { logger, entries } = capture();
    logger.error({ err: 'just text' }, 'It failed');
    expect(entries()[0].err).toBe('just text');
  });
});

describe('terminal escapes', () => {
  const escapes = '\u001b[2J\u009b31m\u001b]0;title\u0007\r\u0085\u202e';

  it('are removed from fields, messages and errors', () => {
    const { logger, lines, entries } = capture();
    const err = new Error(`refused${escapes}`);
    logger.warn({ err, says: `a${escapes}b\n\tc` }, `Look${escapes}`);
    const [entry] = entries();
    expect(entry).toMatchObject({
      says: 'a\u200bb\n\tc',
      msg: 'Look\u200b',
      err: { message: 'refused\u200b' },
    });
    expect(lines[0]).not.toMatch(/\\u00|[^\P{Cc}\n]/u);
    expect(lines[0]).toMatch(/^[^\n]+\n$/);
  });
});

describe('secrets', () => {
  const secret = 'S3cret-Value_0123456789';
  it.each([
    [{ token: secret }],
    [{ a: { b: { c: { authorization: `token ${secret}` } } } }],
    [{ body: { response_url: `http://127.0.0.1:1/hook/${secret}` } }],
    [{ list: [{ signingSecret: secret }, { readToken: secret }, { share_url: secret }] }],
    [{ headers: { Cookie: `a=${secret}`, 'x-slack-token': secret } }],
    [{ raw: JSON.stringify({ botToken: secret, text: JSON.stringify({ access_token: secret }) }) }],
    [{ err: new Error(`GET https://x.example/?access_token=${secret}`) }],
    [{ err: new Error('outer', { cause: new Error(`authorization: token ${secret}`) }) }],
    [{ url: `redis://user:${secret}@redis.example:6379` }],
    [{ url: `https://hooks.slack.com/commands/T1/2/${secret}` }],
  ])('redacts the secrets in %j', (fields) => {
    const { logger, lines, entries } = capture();
    logger.warn(fields, 'Look');
    expect(lines.join()).not.toContain(secret);
    expect(entries()[0].msg).toBe('Look');
  });

  it.each([
    [`xoxb-12-34-${'a'.repeat(20)} was refused`, '[hidden] was refused'],
    ['xapp-1-A0-99-abc.', '[hidden].'],
    ['xoxe.xoxp-1-Mi0yLTEyMw', '[hidden]'],
    ['Authorization: token abc', 'Authorization: token [hidden]'],
    ['sent Bearer abc.def-ghi/123= to it', 'sent Bearer [hidden] to it'],
    ['the token sgp_0123456789abcdef is old', 'the token [hidden] is old'],
    [`https://x.example/deepsearch/${UUID}?a=1`, 'https://x.example/deepsearch/[hidden]?a=1'],
    [`/v1?filter_read_token=${UUID}&page_first=2`, '/v1?filter_read_token=[hidden]&page_first=2'],
    ['https://hooks.slack.com/actions/T/1/abc failed', 'https://hooks.slack.com/[hidden] failed'],
    ['rediss+sentinel://:p%40ss@a:1,b:2/m', 'rediss+sentinel://[hidden]@a:1,b:2/m'],
    [`pushed with ${GITHUB} by`, 'pushed with [hidden] by'],
    [`"key":"-----BEGIN PRIVATE ${'KEY'}-----\\nMIIE\\n","id":1`, '"key":"[hidden]","id":1'],
  ])('redacts %s', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  it.each([
    'the token expired, and a token is required',
    'see Basic Information for the bearer of it',
    '{"totalTokens":12,"question":"where is the token checked?"}',
    'https://code.example.com/acme/shop/-/blob/src/queue.ts?L10-20',
    `question ${UUID}`,
  ])('does not redact: %s', (text) => {
    expect(scrub(text)).toBe(text);
  });

  it.each(['npm_', 'rk_live_'])('leave valid JSON after an escape sequence: %s', (prefix) => {
    const { logger, entries } = capture();
    const token = `${prefix}${'a1B2'.repeat(10)}`;
    // In JSON these end in `\\npm_…` and `\\rk_live_…`.
    logger.info({ text: ` ${token} \n${token.slice(1)} \r${token.slice(1)}` }, 'x');
    expect(entries()[0].text).toMatch(/^ \[hidden\] /);
  });

  it('a redacted line is valid JSON, whatever the fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const { logger, entries } = capture();
        logger.info({ fields }, 'Look');
        expect(entries()).toHaveLength(1);
      }),
    );
  });
});
