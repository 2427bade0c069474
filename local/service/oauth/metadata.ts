import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../api/server.js';
import type { Hosts } from '../http/hosts.js';
import { MCP_PREFIX } from '../mcp/routes.js';

/** The only scope: everything that the user may do. */
export const OAUTH_SCOPE = 'user:all';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** The resource indicators (RFC 8707) that a client may name; a token is always valid for all of them. */
export function resourceIndicators(url: string): string[] {
  return [`${url}${MCP_PREFIX}`, `${url}${API_PREFIX}`, url, `${url}/`];
}

/** The `WWW-Authenticate` header of a 401, which points to the metadata (RFC 9728, section 5.1). */
export function wwwAuthenticate(url: string, authorization: string | undefined): string {
  const error = authorization ? 'error="invalid_token", ' : '';
  const metadata = `resource_metadata="${url}${METADATA_PATH}${MCP_PREFIX}"`;
  return `Bearer ${error}${metadata}, scope="${OAUTH_SCOPE}"`;
}

/** The protected resource metadata: RFC 9728, section 3. */
export function addResourceMetadata(
  app: FastifyInstance,
  { baseUrl }: Pick<Hosts, 'baseUrl'>,
): void {
  for (const path of ['', API_PREFIX, MCP_PREFIX]) {
    app.get(`${METADATA_PATH}${path}`, ({ headers }) => {
      const url = baseUrl(headers.host);
      return {
        resource: `${url}${path}`,
        authorization_servers: [url],
        scopes_supported: [OAUTH_SCOPE],
        bearer_methods_supported: ['header'],
        resource_name: 'Local code search service',
      };
    });
  }
}
