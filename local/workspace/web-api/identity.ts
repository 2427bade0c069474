import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import type { PersonRecord } from '../state/records.js';
import { arg, type Caller, type Method, method } from './method.js';

const apiTest = method({
  name: 'api.test',
  token: 'none',
  limit: 'tier4PerMinute',
  args: z.looseObject({ error: z.string().optional() }),
  run(args) {
    if (args.error !== undefined) throw new SlackError(args.error, { args });
    return { args };
  },
});

const authTest = method({
  name: 'auth.test',
  limit: 'unlimited',
  args: z.object({}),
  run(_args, { state, install, origin }) {
    const team = state.teams.get(install.teamId);
    return {
      url: `${origin}/`,
      team: team?.name,
      user: state.people.get(install.botUserId)?.name,
      team_id: install.organizationId ?? install.teamId,
      user_id: install.botUserId,
      bot_id: install.botId,
      is_enterprise_install: install.organizationId !== undefined,
      ...(team?.enterpriseId ? { enterprise_id: team.enterpriseId } : {}),
    };
  },
});

const teamInfo = method({
  name: 'team.info',
  scopes: ['team:read'],
  args: z.object({ team: arg.string.optional() }),
  run(args, { state, install }) {
    const team = state.teams.get(args.team ?? install.teamId);
    if (!team || team.id !== install.teamId) throw new SlackError('team_not_found');
    const { id, name, domain, enterpriseId } = team;
    return {
      team: {
        id,
        name,
        domain,
        email_domain: '',
        icon: { image_default: true },
        ...(enterpriseId ? { enterprise_id: enterpriseId } : {}),
      },
    };
  },
});

const usersInfo = method({
  name: 'users.info',
  scopes: ['users:read'],
  limit: 'tier4PerMinute',
  args: z.object({ user: arg.string, include_locale: arg.flag.optional() }),
  run(args, { state }) {
    const person = state.people.get(args.user);
    if (!person) throw new SlackError('user_not_found');
    return { user: { ...userObject(person), ...(args.include_locale ? { locale: 'en-US' } : {}) } };
  },
});

const botsInfo = method({
  name: 'bots.info',
  scopes: ['users:read'],
  args: z.object({ bot: arg.string.optional() }),
  run(args, { state, install }) {
    const wanted = args.bot ?? install.botId;
    const bot = [...state.people.values()].find((person) => person.bot_id === wanted);
    if (!bot) throw new SlackError('bot_not_found');
    return {
      bot: {
        id: wanted,
        deleted: bot.deleted,
        name: bot.name,
        updated: state.clock.seconds(),
        app_id: state.app.appId,
        user_id: bot.id,
        icons: {},
      },
    };
  },
});

function userObject(person: PersonRecord): Record<string, unknown> {
  const { id, team_id, name, real_name, deleted, enterprise_id: enterprise } = person;
  return {
    id,
    team_id,
    name,
    real_name,
    deleted,
    color: '3b6ea5',
    tz: 'Europe/Amsterdam',
    tz_label: 'Central European Time',
    tz_offset: 3600,
    profile: {
      real_name,
      display_name: name,
      team: team_id,
      ...(person.bot_id ? { bot_id: person.bot_id } : {}),
    },
    is_admin: person.is_admin,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.is_restricted,
    is_ultra_restricted: person.is_ultra_restricted,
    is_bot: person.is_bot,
    is_app_user: false,
    updated: 0,
    is_email_confirmed: true,
    // As in Slack, only present for people from other workspaces.
    ...(person.is_stranger ? { is_stranger: true } : {}),
    ...(enterprise ? { enterprise_user: enterpriseUser(person, enterprise) } : {}),
  };
}

/** What Enterprise Grid adds: https://docs.slack.dev/reference/objects/user-object */
function enterpriseUser(person: PersonRecord, enterprise: string): Record<string, unknown> {
  return {
    id: person.id,
    enterprise_id: enterprise,
    teams: [person.team_id],
    is_admin: person.is_organization_admin,
    is_owner: false,
  };
}

/** The `bot_profile` of messages that an app posted. */
export function botProfile({ state, install }: Caller): Record<string, unknown> {
  return {
    id: install.botId,
    app_id: state.app.appId,
    user_id: install.botUserId,
    name: state.people.get(install.botUserId)?.name,
    icons: {},
    deleted: false,
    updated: 0,
    team_id: install.teamId,
  };
}

export const identityMethods: readonly Method[] = [
  apiTest,
  authTest,
  teamInfo,
  usersInfo,
  botsInfo,
];
