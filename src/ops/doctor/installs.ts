import type { SlackCall } from '../../slack/web-api.js';
import type { Installation } from '../../store/installations.js';
import { VaultError } from '../../vault/vault.js';
import { type Finding, type Findings, warning } from '../doctor.js';
import { checkToken } from './slack.js';

/** The app's installs in many workspaces. */
export interface InstallReader {
  list(): Promise<readonly string[]>;
  find(id: string): Promise<Installation | undefined>;
}

interface By {
  readonly call: SlackCall;
  readonly needed: readonly string[];
}

/** Each install's token, as `lookAtToken` does. One that cannot be opened is `lookAtSecrets`' to tell. */
export async function checkInstalls(installs: InstallReader, by: By): Promise<Findings> {
  const ids = await installs.list();
  if (ids.length === 0) {
    return warning('the app is not installed anywhere yet', 'open PUBLIC_URL/slack/install');
  }
  const findings: Omit<Finding, 'name'>[] = [];
  for (const id of ids) findings.push(...(await lookAtInstall(id, installs, by)));
  return findings;
}

async function lookAtInstall(id: string, installs: InstallReader, by: By): Promise<Findings> {
  try {
    const found = await installs.find(id);
    if (found === undefined) return [];
    const spoken = { token: found.bot.token, from: `the install of ${id}` };
    return await checkToken(by.call, spoken, by.needed);
  } catch (error) {
    if (error instanceof VaultError) return [];
    throw error;
  }
}
