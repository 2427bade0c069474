import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createFailedAttempts } from '../../../../local/service/api/failed-attempts.js';
import { createUsers } from '../../../../local/service/api/users.js';
import { createHosts } from '../../../../local/service/http/hosts.js';
import { createOAuth } from '../../../../local/service/oauth/oauth.js';
import { ANN } from '../service-fixture.js';
import { createAuthorizationRequest, OAUTH } from './oauth-fixture.js';

const PUBLIC = 'https://search.example.com/code';

it('OAuth metadata and redirects use the public URL, whatever the forwarded headers say', async () => {
  const app = fastify({ forceCloseConnections: true });
  createOAuth({
    options: {},
    users: createUsers([ANN]),
    url: () => PUBLIC,
    hosts: createHosts({ publicUrl: PUBLIC }, () => PUBLIC),
    failedAttempts: createFailedAttempts(),
  }).addRoutes(app);
  const near = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'http' };
  const found = await fetch(`${near}/.well-known/oauth-authorization-server`, { headers });
  expect(await found.json()).toMatchObject({
    issuer: PUBLIC,
    authorization_endpoint: `${PUBLIC}${OAUTH}/authorize`,
    token_endpoint: `${PUBLIC}${OAUTH}/token`,
    device_authorization_endpoint: `${PUBLIC}${OAUTH}/device/code`,
    registration_endpoint: `${PUBLIC}${OAUTH}/register`,
  });
  const { address } = createAuthorizationRequest(near);
  const asked = await fetch(address, { headers, redirect: 'manual' });
  expect(asked.headers.get('location')).toMatch(/^\/code\/\.auth\/sign-in\/[\w-]+$/);
  const cookies = asked.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; path=\/code\/\.auth\/.*samesite=lax; secure; httponly/i);
  }
  await app.close();
});
