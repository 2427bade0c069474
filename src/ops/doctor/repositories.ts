import type { Token } from '../../http/credential.js';
import { ToolServerError } from '../../mcp/errors.js';
import type { ToolServer } from '../../mcp/tool-server.js';
import { isNamed } from '../../model/repository-scope.js';
import type { SettingsOwner, SettingsStore } from '../../store/settings.js';
import { type Findings, ok, warning } from '../doctor.js';
import { type ChannelsOf, nameOwners } from './owner-names.js';

export interface RepositoryCheckOptions {
  readonly settings: Pick<SettingsStore, 'layers' | 'owners'>;
  readonly tools: Pick<ToolServer, 'listRepos'>;
  readonly token: Token;
  readonly channelsOf: ChannelsOf;
  /** Whose settings to look at; undefined: those of all workspaces. */
  readonly workspace?: string;
}

/** A repository that is named in settings. */
interface Named {
  readonly name: string;
  readonly owner: SettingsOwner;
  readonly setting: 'repositories' | 'audience';
}

/** More would take too long for one check. */
const MAX_NAMES = 100;
const AT_ONCE = 5;
/** Of the repositories that are similar to a name. */
const LISTED = 100;

/** Whether the instance lists the repositories that the settings of workspaces and channels name. */
export async function checkRepositories(options: RepositoryCheckOptions): Promise<Findings> {
  const named = await namedRepositories(options);
  if (named.length === 0) return [];
  const names = [...new Set(named.map(({ name }) => name))].slice(0, MAX_NAMES);
  const missing = new Set<string>();
  try {
    for (let i = 0; i < names.length; i += AT_ONCE) {
      await Promise.all(
        names.slice(i, i + AT_ONCE).map(async (name) => {
          if (await isMissing(name, options)) missing.add(name);
        }),
      );
    }
  } catch (error) {
    // The check of the service says more.
    if (error instanceof ToolServerError) return [];
    throw error;
  }
  const unlisted = named.filter(({ name }) => missing.has(name));
  const nameOf = await nameOwners(
    unlisted.map(({ owner }) => owner),
    options.channelsOf,
  );
  const findings = unlisted.flatMap((each) => notListed(each, nameOf(each.owner)));
  return findings.length > 0 ? findings : ok('the instance lists all repositories in settings');
}

async function namedRepositories({
  settings,
  workspace,
}: Pick<RepositoryCheckOptions, 'settings' | 'workspace'>): Promise<Named[]> {
  const owners = await settings.owners();
  const all = owners.filter((owner) => workspace === undefined || owner.workspace === workspace);
  const stored = await settings.layers(all);
  return all.flatMap((owner, i) => {
    const set = { ...stored[i]?.form, ...stored[i]?.file };
    return (['repositories', 'audience'] as const).flatMap((setting) => {
      const names = (set[setting] ?? []).filter((name) => !name.includes('*'));
      return names.map((name) => ({ name, owner, setting }));
    });
  });
}

async function isMissing(
  name: string,
  { tools, token }: Pick<RepositoryCheckOptions, 'tools' | 'token'>,
): Promise<boolean> {
  const found = await tools.listRepos({ query: name, limit: LISTED }, { token });
  if (found.kind !== 'record') return false;
  const { repositories } = found.record;
  const isListed = repositories.some((repository) => isNamed(repository.name, name));
  return !isListed && repositories.length < LISTED;
}

function notListed({ name, setting }: Named, where: string): Findings {
  return warning(
    `${setting} of ${where} names ${name}, which the instance does not list`,
    'correct the name with /deepsearch settings or in the settings file, or give the app access to the repository',
  );
}
