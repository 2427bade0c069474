import type { FastifyInstance } from 'fastify';
import type { World } from '../state/world.js';
import type { Installations } from '../web-api/installing.js';
import { formOf } from './server.js';

interface Ask {
  readonly client_id?: string;
  readonly scope?: string;
  readonly state?: string;
  readonly redirect_uri?: string;
  readonly team?: string;
}

/** The page on which an admin lets an app into a workspace: one button for each workspace. */
export function oauthRoutes(
  server: FastifyInstance,
  with_: {
    readonly world: World;
    readonly installations: Installations;
    readonly clientId: string;
  },
): void {
  const { world, installations, clientId } = with_;

  server.get<{ Querystring: Ask }>('/oauth/v2/authorize', (request, reply) => {
    const ask = request.query;
    if (ask.client_id !== clientId || !isWebUrl(ask.redirect_uri)) {
      return reply.code(400).send('invalid client_id or redirect_uri');
    }
    const teams = [...world.teams.values()].filter((team) => !ask.team || team.id === ask.team);
    const forms = teams.map((team) => form(ask, team)).join('\n');
    return reply.type('text/html; charset=utf-8').send(`<!doctype html><title>Install</title>
<h1>${escaped(world.app.name)} asks for access</h1>
<p>Scopes: ${escaped(ask.scope ?? '')}</p>
${forms}`);
  });

  server.post('/oauth/v2/authorize', (request, reply) => {
    const ask: Ask & { decision?: string } = formOf(request);
    const { client_id, redirect_uri, team = '' } = ask;
    if (client_id !== clientId || !isWebUrl(redirect_uri) || !world.teams.has(team)) {
      return reply.code(400).send('invalid request');
    }
    const back = new URL(redirect_uri);
    if (ask.state) back.searchParams.set('state', ask.state);
    if (ask.decision === 'deny') back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', installations.grant(grantOf(world, ask)));
    return reply.redirect(back.href, 302);
  });
}

function grantOf(world: World, { team = '', scope = '', redirect_uri }: Ask) {
  const people = [...world.people.values()].filter((it) => it.team_id === team && !it.is_bot);
  const admin = people.find((it) => it.is_admin) ?? people[0];
  return {
    teamId: team,
    user: admin?.id ?? 'USLACKBOT',
    scopes: scope.split(/[\s,]+/).filter(Boolean),
    redirectUri: redirect_uri,
  };
}

function form(ask: Ask, team: { readonly id: string; readonly name: string }): string {
  const fields = Object.entries({ ...ask, team: team.id })
    .map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    .join('');
  return `<form method="post">${fields}<button name="decision" value="allow">Allow in ${escaped(team.name)}</button>
<button name="decision" value="deny">Cancel</button></form>`;
}

function isWebUrl(value: string | undefined): value is string {
  return value !== undefined && /^https?:\/\//.test(value) && URL.canParse(value);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
