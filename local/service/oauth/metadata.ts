import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../api/server.js';
import { MCP_PREFIX } from '../mcp/routes.js';

/** The one scope of the document: all that the person may do here. */
export const SCOPE = 'user:all';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What a token may be asked for (RFC 8707); it is good for all of the service, whichever is named. */
export function resourceIndicators(url: string): string[] {
  return [`${url}${MCP_PREFIX}`, `${url}${API_PREFIX}`, url, `${url}/`];
}

/** `WWW-Authenticate` of a 401: where a client finds out how to get a token (RFC 9728, section 5.1). */
export function wwwAuthenticate(url: string, authorization: string | undefined): string {
  const error = authorization ? 'error="invalid_token", ' : '';
  const metadata = `resource_metadata="${url}${METADATA_PATH}${MCP_PREFIX}"`;
  return `Bearer ${error}${metadata}, scope="${SCOPE}"`;
}

/** Who gives out tokens for what is here: RFC 9728, section 3. */
export function addResourceMetadata(app: FastifyInstance, url: () => string): void {
  for (const path of ['', API_PREFIX, MCP_PREFIX]) {
    app.get(`${METADATA_PATH}${path}`, () => ({
      resource: `${url()}${path}`,
      authorization_servers: [url()],
      scopes_supported: [SCOPE],
      bearer_methods_supported: ['header'],
      resource_name: 'Local code search service',
    }));
  }
}
