import type { Workspace, WorkspaceOptions } from './api/workspace.js';
import type { AppManifest } from './manifest.js';
import { startWorkspace } from './workspace.js';

/** An organization, since Slack shows an app's workflow steps nowhere else. */
const ORGANIZATION = 'E0ACMEORG';

type MoreOptions = Pick<
  WorkspaceOptions,
  'port' | 'requestUrl' | 'prompts' | 'unfurlDomains' | 'onInstalled'
>;

/** Starts a workspace in which the app of this manifest is installed. It calls only `more.requestUrl`. */
export function startWithManifest(
  { name, redirectUrls, options }: AppManifest,
  more: MoreOptions = {},
): Promise<Workspace> {
  return startWorkspace({
    ...options,
    appName: name,
    redirectUrls,
    enterpriseId: ORGANIZATION,
    orgInstall: true,
    ...more,
  });
}

/**
 * Starts one in which the app is not installed yet: OAuth installs it there, and in a second
 * workspace.
 */
export async function startDistributed(
  { name, redirectUrls, options }: AppManifest,
  more: MoreOptions = {},
): Promise<{ readonly workspace: Workspace; readonly workspaceIds: readonly string[] }> {
  const workspace = await startWorkspace({
    ...options,
    appName: name,
    redirectUrls,
    installed: false,
    distributed: true,
    ...more,
  });
  return { workspace, workspaceIds: [workspace.app.teamId, addSecondTeam(workspace)] };
}

function addSecondTeam(workspace: Workspace): string {
  const { id: team_id } = workspace.addTeam({ name: 'Initech', install: false });
  workspace.addPerson({ name: 'nora', real_name: 'Nora Lind', is_admin: true, team_id });
  workspace.addPerson({ name: 'sam', real_name: 'Sam Ortiz', team_id });
  workspace.addChannel({ name: 'general', topic: 'Company-wide talk', team_id });
  return team_id;
}
