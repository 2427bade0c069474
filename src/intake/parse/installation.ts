/*
 * What the rest of the bot calls a workspace is an installation of the app: on a workspace (`T…`), or
 * on a whole organization (`E…`), whose workspaces share its token and its channels.
 * https://docs.slack.dev/enterprise/developing-for-enterprise-orgs
 */

type Id = string | null | undefined;
type WithId = { readonly id: string } | null | undefined;

interface InteractionSource {
  readonly team?: WithId;
  readonly enterprise?: WithId;
  readonly is_enterprise_install?: boolean | null | undefined;
  readonly user: { readonly team_id?: Id };
  readonly view?: { readonly app_installed_team_id?: Id } | undefined;
}

/**
 * The installation that an interaction belongs to. With one on an organization, `team` is null or that
 * of the user; in a view in a shared channel, it may be another company's.
 */
export function installationOf(payload: InteractionSource): string | undefined {
  const { team, enterprise, is_enterprise_install: onOrganization, user, view } = payload;
  const organization = onOrganization ? enterprise?.id : undefined;
  const installed = organization ?? view?.app_installed_team_id ?? team?.id;
  return installed ?? enterprise?.id ?? user.team_id ?? undefined;
}

interface CommandSource {
  readonly team_id?: Id;
  readonly enterprise_id?: Id;
  readonly is_enterprise_install?: boolean | 'true' | 'false' | null | undefined;
}

/** The same for a slash command, whose body is a form: its values are text. */
export function installationOfCommand(payload: CommandSource): string | undefined {
  const { team_id, enterprise_id, is_enterprise_install: onOrganization } = payload;
  const organization = String(onOrganization) === 'true' ? enterprise_id : undefined;
  return organization ?? team_id ?? enterprise_id ?? undefined;
}

interface EventSource {
  readonly team_id?: Id;
  readonly enterprise_id?: Id;
  readonly context_team_id?: Id;
  readonly authorizations?: readonly CommandSource[] | undefined;
}

/** The same for an event. In a shared channel its `team_id` may be another company's. */
export function installationOfEvent(payload: EventSource): string | undefined {
  const [ours] = payload.authorizations ?? [];
  const authorized = ours === undefined ? undefined : installationOfCommand(ours);
  const workspace = authorized ?? payload.context_team_id ?? payload.team_id;
  return workspace ?? payload.enterprise_id ?? undefined;
}
