import type { FastifyInstance } from 'fastify';
import type { Team } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { OAuthCodes } from '../web-api/oauth.js';
import { consentPage, refusalPage } from './install-page.js';
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
  /** Where it may return to; undefined: anywhere. */
  readonly redirectUrls: readonly string[] | undefined;
  /** The workspace that the app belongs to. */
  readonly ownerTeam: string;
}

/** The consent page of an installation, and where its buttons lead. */
export function oauthRoutes(server: FastifyInstance, options: OAuthOptions): void {
  const { state, oauth } = options;

  server.get<{ Querystring: AuthorizeQuery }>('/oauth/v2/authorize', (request, reply) => {
    const query = request.query;
    reply.type('text/html; charset=utf-8');
    const mistake = mistakeIn(options, query);
    if (mistake !== undefined) return reply.code(400).send(refusalPage(...mistake));
    const teams = [...state.teams.values()].filter(
      (team) => canInstallIn(state, team) && (!query.team || team.id === query.team),
    );
    const scopes = scopesOf(query);
    return reply.send(
      consentPage({ appName: state.app.title, scopes, teams, fields: { ...query } }),
    );
  });

  server.post('/oauth/v2/authorize', (request, reply) => {
    const query: AuthorizeQuery & { decision?: string } = formOf(request);
    const { redirect_uri = '', team = '' } = query;
    if (mistakeIn(options, query) !== undefined || !state.teams.has(team)) {
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

function scopesOf({ scope = '' }: AuthorizeQuery): string[] {
  return scope.split(/[\s,]+/).filter(Boolean);
}

/** Not in the company that a channel is shared with: of that, only people are known here. */
function canInstallIn({ people }: WorkspaceState, { id }: Team): boolean {
  return ![...people.values()].some((it) => it.team_id === id && it.is_stranger);
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
    scopes: scopesOf({ scope }),
    redirectUri: redirect_uri,
  };
}

/** What is wrong with a request to install, and its fix. */
function mistakeIn(
  { clientId, redirectUrls }: OAuthOptions,
  { client_id, redirect_uri }: AuthorizeQuery,
): [problem: string, fix: string] | undefined {
  if (client_id !== clientId) {
    return [
      'There is no app with this client_id.',
      'This workspace has been started again since, with other tokens: copy them into the .env of the app again, and start that again.',
    ];
  }
  if (
    redirect_uri === undefined ||
    !/^https?:\/\//.test(redirect_uri) ||
    !URL.canParse(redirect_uri)
  ) {
    return ['The redirect_uri is missing or no URL.', 'Correct PUBLIC_URL in the .env of the app.'];
  }
  if (redirectUrls?.some((allowed) => isBelow(redirect_uri, allowed)) === false) {
    return [
      `The redirect_uri ${redirect_uri} is not among the redirect_urls of the manifest (bad_redirect_uri).`,
      `PUBLIC_URL of the app must lead to one of these: ${redirectUrls.join(', ') || 'there are none'}.`,
    ];
  }
  return undefined;
}

/** Slack compares addresses by their beginning. */
function isBelow(url: string, allowed: string): boolean {
  return url === allowed || url.startsWith(`${allowed}/`) || url.startsWith(`${allowed}?`);
}
