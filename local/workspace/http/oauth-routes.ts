import type { FastifyInstance } from 'fastify';
import type { Team } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { OAuthCodes } from '../web-api/oauth.js';
import { formOf } from './server.js';

interface AuthorizeQuery {
  readonly client_id?: string;
  readonly scope?: string;
  readonly state?: string;
  readonly redirect_uri?: string;
  readonly team?: string;
}

interface OAuthOptions {
  readonly state: WorkspaceState;
  readonly oauth: OAuthCodes;
  readonly clientId: string;
  /** The workspace that the app belongs to. */
  readonly ownerTeam: string;
}

/** The consent page of an installation, with a button for each workspace. */
export function oauthRoutes(server: FastifyInstance, options: OAuthOptions): void {
  const { state, oauth, clientId } = options;

  server.get<{ Querystring: AuthorizeQuery }>('/oauth/v2/authorize', (request, reply) => {
    const query = request.query;
    if (query.client_id !== clientId || !isWebUrl(query.redirect_uri)) {
      return reply.code(400).send('invalid client_id or redirect_uri');
    }
    const teams = [...state.teams.values()].filter((team) => !query.team || team.id === query.team);
    const forms = teams.map((team) => form(query, team)).join('\n');
    return reply.type('text/html; charset=utf-8').send(`<!doctype html><title>Install</title>
<h1>${escapeHtml(state.app.name)} asks for access</h1>
<p>Scopes: ${escapeHtml(query.scope ?? '')}</p>
${forms}`);
  });

  server.post('/oauth/v2/authorize', (request, reply) => {
    const query: AuthorizeQuery & { decision?: string } = formOf(request);
    const { client_id, redirect_uri, team = '' } = query;
    if (client_id !== clientId || !isWebUrl(redirect_uri) || !state.teams.has(team)) {
      return reply.code(400).send('invalid request');
    }
    const redirect = new URL(redirect_uri);
    if (query.state) redirect.searchParams.set('state', query.state);
    const error = query.decision === 'deny' ? 'access_denied' : refusalFor(options, query);
    if (error !== undefined) redirect.searchParams.set('error', error);
    else redirect.searchParams.set('code', oauth.issueCode(grantFor(state, query)));
    return reply.redirect(redirect.href, 302);
  });
}

/** Apps return to their redirect URL with this error: https://nango.dev/blog/fix-slack-oauth-error-invalid-team-for-non-distributed-app */
function refusalFor(
  { state, ownerTeam }: Pick<OAuthOptions, 'state' | 'ownerTeam'>,
  { team }: AuthorizeQuery,
): string | undefined {
  const isAllowed = state.app.distributed || team === ownerTeam;
  return isAllowed ? undefined : 'invalid_team_for_non_distributed_app';
}

function grantFor(
  state: WorkspaceState,
  { team = '', scope = '', redirect_uri, decision }: AuthorizeQuery & { decision?: string },
) {
  const people = [...state.people.values()].filter((it) => it.team_id === team && !it.is_bot);
  const admin = people.find((it) => it.is_admin) ?? people[0];
  return {
    teamId: team,
    onOrganization: decision === 'allow-organization',
    user: admin?.id ?? 'USLACKBOT',
    scopes: scope.split(/[\s,]+/).filter(Boolean),
    redirectUri: redirect_uri,
  };
}

function form(query: AuthorizeQuery, team: Team): string {
  const fields = Object.entries({ ...query, team: team.id })
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('');
  return `<form method="post">${fields}<button name="decision" value="allow">Allow in ${escapeHtml(team.name)}</button>
${team.enterpriseId ? `<button name="decision" value="allow-organization">Allow in the organization of ${escapeHtml(team.name)}</button>` : ''}
<button name="decision" value="deny">Cancel</button></form>`;
}

function isWebUrl(value: string | undefined): value is string {
  return value !== undefined && /^https?:\/\//.test(value) && URL.canParse(value);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
