import { z } from 'zod';
import type { Installation } from '../api/options.js';
import { newSecret } from '../protocol/ids.js';
import { SlackError } from '../protocol/slack-error.js';
import { installApp, openDirectMessage } from '../state/directory.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { type Method, method } from './method.js';

const CODE_LIFETIME_MS = 10 * 60_000;

interface Grant {
  readonly teamId: string;
  /** Whether an admin of its organization installs the app on all of that. */
  readonly onOrganization: boolean;
  readonly user: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string | undefined;
  readonly expiresAt: number;
}

/**
 * OAuth: codes issued by the consent page, usable once.
 * https://docs.slack.dev/authentication/installing-with-oauth
 */
export class OAuthCodes {
  private readonly grants = new Map<string, Grant>();

  constructor(
    private readonly state: WorkspaceState,
    private readonly client: { readonly id: string; readonly secret: string },
    private readonly onInstalled: (installation: Installation) => void = () => undefined,
  ) {}

  /** Creates the code for the redirect after approval. */
  issueCode(to: Omit<Grant, 'expiresAt'>): string {
    const code = `${newSecret(5)}.${newSecret(16)}`;
    this.grants.set(code, { ...to, expiresAt: this.state.clock.now() + CODE_LIFETIME_MS });
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
    if (args.client_id !== this.client.id) throw new SlackError('invalid_client_id');
    if (args.client_secret !== this.client.secret) throw new SlackError('bad_client_secret');
    const issueCode = this.grants.get(args.code ?? '');
    if (!issueCode || issueCode.expiresAt < this.state.clock.now())
      throw new SlackError('invalid_code');
    if (args.redirect_uri !== issueCode.redirectUri) throw new SlackError('bad_redirect_uri');
    this.grants.delete(args.code ?? '');
    return this.installed(issueCode);
  }

  /** People find the app in their sidebar. */
  private openDirectMessages(teamId: string): void {
    for (const { id, is_bot, team_id } of this.state.people.values()) {
      if (!is_bot && team_id === teamId) openDirectMessage(this.state, id, teamId);
    }
  }

  private installed({ teamId, onOrganization, user, scopes }: Grant): object {
    const team = this.state.teams.get(teamId);
    if (!team) throw new SlackError('invalid_code');
    const install = installApp(this.state, team, { scopes, onOrganization });
    this.openDirectMessages(install.teamId);
    void this.state.emit({ kind: 'channels-changed' });
    this.onInstalled({ workspace: team.name, botToken: install.botToken });
    return {
      app_id: this.state.app.appId,
      authed_user: { id: user },
      scope: [...install.scopes].join(','),
      token_type: 'bot',
      access_token: install.botToken,
      bot_user_id: install.botUserId,
      team: install.organizationId === undefined ? { id: team.id, name: team.name } : null,
      enterprise: team.enterpriseId ? { id: team.enterpriseId, name: team.name } : null,
      is_enterprise_install: install.organizationId !== undefined,
    };
  }
}
