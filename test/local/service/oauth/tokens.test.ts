import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANN, BEN } from '../service-fixture.js';
import { CLIENT, obtainTokens, refreshTokens, startOAuthFixture } from './oauth-fixture.js';

afterEach(() => vi.useRealTimers());

const IN = { conversation: 200, tools: 200 };
const OUT = { conversation: 401, tools: 401 };

describe('a refresh token', () => {
  it('a refresh token can be used once and is rotated', async () => {
    const at = await startOAuthFixture();
    const first = await obtainTokens(at, BEN.token);
    const second = await refreshTokens(at, first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(second.body.access_token).not.toBe(first.access_token);
    const third = await refreshTokens(at, second.body.refresh_token);
    expect(third.status).toBe(200);
    const made = await at.api.create('Still me?', { token: third.body.access_token });
    expect(made.user_id).toBe(BEN.id);
  });

  it('reusing a refresh token revokes its grant, and no other', async () => {
    const at = await startOAuthFixture();
    const other = await obtainTokens(at, ANN.token);
    const first = await obtainTokens(at, ANN.token);
    const second = (await refreshTokens(at, first.refresh_token)).body;
    expect(await at.statuses(`Bearer ${second.access_token}`)).toEqual(IN);

    const again = await refreshTokens(at, first.refresh_token);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await at.statuses(`Bearer ${second.access_token}`)).toEqual(OUT);
    expect((await refreshTokens(at, second.refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await at.statuses(`Bearer ${other.access_token}`)).toEqual(IN);
  });

  it('only one of several concurrent refreshes succeeds', async () => {
    const at = await startOAuthFixture();
    const { refresh_token } = await obtainTokens(at, ANN.token);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => refreshTokens(at, refresh_token)),
    );
    const statuses = all.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  it('a refresh token is not an access token', async () => {
    const at = await startOAuthFixture();
    const { refresh_token } = await obtainTokens(at, ANN.token);
    expect(await at.statuses(`Bearer ${refresh_token}`)).toEqual(OUT);
  });
});

describe('an access token', () => {
  it('an access token expires after an hour and can be refreshed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const at = await startOAuthFixture();
    const first = await obtainTokens(at, ANN.token);
    vi.setSystemTime(Date.now() + 3_500_000);
    expect(await at.statuses(`Bearer ${first.access_token}`)).toEqual(IN);
    vi.setSystemTime(Date.now() + 120_000);
    expect(await at.statuses(`Bearer ${first.access_token}`)).toEqual(OUT);
    const { body } = await refreshTokens(at, first.refresh_token);
    expect(await at.statuses(`Bearer ${body.access_token}`)).toEqual(IN);
    vi.setSystemTime(Date.now() + 15 * 86_400_000);
    expect((await refreshTokens(at, body.refresh_token)).status).toBe(400);
  });

  it('an access token is invalid once its user is revoked', async () => {
    const at = await startOAuthFixture();
    const tokens = await obtainTokens(at, ANN.token);
    at.api.service.revoke(ANN.token);
    expect(await at.statuses(`Bearer ${tokens.access_token}`)).toEqual(OUT);
    const { status, body } = await refreshTokens(at, tokens.refresh_token);
    expect([status, body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
  });

  it('an access token is invalid once its client revokes it', async () => {
    const at = await startOAuthFixture();
    const { access_token, refresh_token } = await obtainTokens(at, ANN.token);
    await at.post('/revoke', { client_id: CLIENT, token: refresh_token });
    expect(await at.statuses(`Bearer ${access_token}`)).toEqual(OUT);
  });

  it('rejects made-up tokens, and accepts a user’s own token with both schemes', async () => {
    const at = await startOAuthFixture();
    for (const wrong of ['Bearer x', 'Bearer', `Basic ${ANN.token}`, 'Basic eDp4', '']) {
      expect([wrong, await at.statuses(wrong)]).toEqual([wrong, OUT]);
    }
    for (const scheme of ['token', 'Bearer']) {
      expect(await at.statuses(`${scheme} ${ANN.token}`)).toEqual(IN);
    }
  });
});
