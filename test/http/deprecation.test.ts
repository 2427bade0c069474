import { describe, expect, it } from 'vitest';
import { type Deprecation, readDeprecation } from '../../src/http/deprecation.js';
import { listToolsOnce } from '../../src/mcp/client.js';
import { clientOf, conversation, ROOT, startPair, TOKEN } from '../deepsearch/support.js';
import { cleanUpAfterTest } from '../support/cleanup.js';
import { json, startHttpServer } from '../support/http-server.js';

const JULY = Date.parse('2027-07-01T00:00:00Z');

describe('a reply that announces the end of an API', () => {
  it.each([
    [{}, undefined],
    [{ deprecation: '@1814400000' }, { since: JULY }],
    [{ deprecation: 'Thu, 01 Jul 2027 00:00:00 GMT' }, { since: JULY }],
    [{ deprecation: 'true' }, {}],
    [{ deprecation: '?1' }, {}],
    [{ deprecation: 'false' }, undefined],
    [{ deprecation: '1814400000' }, undefined],
    [{ sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' }, { endsAt: JULY }],
    [{ sunset: 'soon' }, undefined],
    [{ deprecation: 'true', sunset: '12' }, {}],
  ])('%j', (headers: Readonly<Record<string, string>>, dates) => {
    const header = (name: string) => headers[name];
    const found = readDeprecation({ api: 'tools', hasEnded: false, header });
    expect(found).toEqual(dates && { api: 'tools', hasEnded: false, ...dates });
  });
});

describe('the clients of an instance', () => {
  it('the conversation API is reported with its dates', async () => {
    const found: Deprecation[] = [];
    const { far, client, stop } = await startPair({ onDeprecation: (one) => found.push(one) });
    cleanUpAfterTest(stop);
    const headers = { deprecation: '@1814400000', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
    far.handle(json(200, conversation(), headers));
    await client.conversation({ token: TOKEN, id: 12 });
    const dates = { since: JULY, endsAt: JULY };
    expect(found).toEqual([{ api: 'conversations', hasEnded: false, ...dates }]);
  });

  it('410 is the end of the API only where no conversation is named', async () => {
    const found: Deprecation[] = [];
    const far = await startHttpServer();
    const client = clientOf(far.url, { onDeprecation: (one) => found.push(one) });
    cleanUpAfterTest(() => client.close());
    cleanUpAfterTest(() => far.close());
    far.handle(json(410, { message: 'gone' }));
    await expect(client.conversation({ token: TOKEN, id: 12 })).rejects.toThrow('gone');
    expect(found).toEqual([]);
    await expect(client.list({ token: TOKEN })).rejects.toThrow('gone');
    expect(found).toEqual([{ api: 'conversations', hasEnded: true }]);
    expect(far.seen.map(({ path }) => path)).toEqual([`${ROOT}/12`, ROOT]);
  });

  it('the code tools are reported too', async () => {
    const found: Deprecation[] = [];
    const far = await startHttpServer();
    cleanUpAfterTest(() => far.close());
    far.handle(json(410, { message: 'gone' }));
    const onDeprecation = (one: Deprecation) => void found.push(one);
    const options = { baseUrl: far.url, version: '1', token: TOKEN, onDeprecation };
    await expect(listToolsOnce(options)).rejects.toThrow();
    expect(found.at(-1)).toEqual({ api: 'tools', hasEnded: true });
  });
});
