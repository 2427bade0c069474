import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../local/demo/free-port.js';
import type { ServiceOptions } from '../../../../local/service/service.js';
import { rawRequest } from '../http/raw-request.js';
import { startTestService } from '../service-fixture.js';

/** The base URLs in what OAuth clients read, for a request with this `Host` header. */
async function baseUrls(options: Partial<ServiceOptions>, name: string): Promise<string[]> {
  const port = await freePort();
  await startTestService({ oauth: {}, port, ...options });
  const headers = { host: name.includes('.example.com') ? name : `${name}:${port}` };
  const get = async (path: string) => rawRequest(`http://127.0.0.1:${port}`, { path, headers });
  const json = async (path: string) => JSON.parse((await get(path)).body);
  const server = await json('/.well-known/oauth-authorization-server');
  const resource = await json('/.well-known/oauth-protected-resource/.api/mcp/v1');
  const challenge = String((await get('/.api/mcp/v1')).headers['www-authenticate']);
  const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  const endpoints = [
    server.authorization_endpoint,
    server.token_endpoint,
    server.registration_endpoint,
    server.device_authorization_endpoint,
    resource.resource,
    metadata,
  ];
  const bases = endpoints.map((url: string) => url.replace(/\/\.(auth|api|well-known)\/.*$/, ''));
  const all = [server.issuer, ...resource.authorization_servers, ...bases];
  return [...new Set(all.map((url) => url.replace(`:${port}`, ':PORT')))];
}

describe('OAuth metadata', () => {
  it.each([
    ['127.0.0.1', {}],
    ['localhost', {}],
    ['[::1]', {}],
    ['localhost', { host: '0.0.0.0' }],
    ['service', { host: '0.0.0.0', hosts: ['service'] }],
  ])('by the name %s it has that name: %j', async (name, options) => {
    expect(await baseUrls(options, name)).toEqual([`http://${name}:PORT`]);
  });

  it.each(['127.0.0.1', 'service', 'code.example.com'])(
    'by the name %s it has the public URL, if there is one',
    async (name) => {
      const options = { publicUrl: 'https://code.example.com/', hosts: ['service'] };
      expect(await baseUrls(options, name)).toEqual(['https://code.example.com']);
    },
  );
});
