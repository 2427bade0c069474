import { z } from 'zod';
import { installApp } from '../state/directory.js';
import { newSecret } from '../state/ids.js';
import type { World } from '../state/world.js';
import { type Method, method } from './method.js';
import { Refusal } from './refusal.js';

const CODE_LIFE_MS = 10 * 60_000;

interface Grant {
  readonly teamId: string;
  readonly user: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string | undefined;
  readonly until: number;
}

/** https://docs.slack.dev/authentication/installing-with-oauth: codes given by the approval page, taken once. */
export class Installations {
  private readonly grants = new Map<string, Grant>();

  constructor(
    private readonly world: World,
    private readonly client: { readonly id: string; readonly secret: string },
  ) {}

  /** Somebody approved: the code for the redirect. */
  grant(to: Omit<Grant, 'until'>): string {
    const code = `${newSecret(5)}.${newSecret(16)}`;
    this.grants.set(code, { ...to, until: this.world.clock.now() + CODE_LIFE_MS });
    return code;
  }

  readonly access: Method = method({
    name: 'oauth.v2.access',
    token: 'none',
    limit: 'tier4PerMinute',
    args: z.object({
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      code: z.string().optional(),
      redirect_uri: z.string().optional(),
    }),
    run: (args) => this.exchange(args),
  });

  private exchange(args: {
    client_id?: string | undefined;
    client_secret?: string | undefined;
    code?: string | undefined;
    redirect_uri?: string | undefined;
  }): object {
    if (args.client_id !== this.client.id) throw new Refusal('invalid_client_id');
    if (args.client_secret !== this.client.secret) throw new Refusal('bad_client_secret');
    const grant = this.grants.get(args.code ?? '');
    if (!grant || grant.until < this.world.clock.now()) throw new Refusal('invalid_code');
    if (args.redirect_uri !== grant.redirectUri) throw new Refusal('bad_redirect_uri');
    this.grants.delete(args.code ?? '');
    return this.installed(grant);
  }

  private installed({ teamId, user, scopes }: Grant): object {
    const team = this.world.teams.get(teamId);
    if (!team) throw new Refusal('invalid_code');
    const install = installApp(this.world, team, { scopes });
    void this.world.announce({ kind: 'channels' });
    return {
      app_id: this.world.app.appId,
      authed_user: { id: user },
      scope: [...install.scopes].join(','),
      token_type: 'bot',
      access_token: install.botToken,
      bot_user_id: install.botUserId,
      team: { id: team.id, name: team.name },
      enterprise: team.enterpriseId ? { id: team.enterpriseId, name: team.name } : null,
      is_enterprise_install: false,
    };
  }
}
