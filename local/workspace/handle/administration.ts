import type { Workspace } from '../api/workspace.js';
import { DEFAULT_SCOPES } from '../core/app-credentials.js';
import type { WorkspaceCore } from '../core/core.js';
import {
  addChannel,
  addPerson,
  addTeam,
  installApp,
  openDirectMessage,
} from '../state/directory.js';
import { addFile, fileObject } from '../state/files.js';
import { requireChannel, requirePerson } from '../state/lookup.js';
import { addMessage } from '../state/messages.js';
import type { PersonRecord } from '../state/records.js';

type Administration = Pick<
  Workspace,
  | 'dm'
  | 'addFile'
  | 'addPerson'
  | 'addChannel'
  | 'addTeam'
  | 'archive'
  | 'share'
  | 'convert'
  | 'changePerson'
  | 'uninstall'
  | 'setScopes'
>;

/** Adding and removing people, channels, workspaces, files and installations. */
export function administration({
  core,
  url,
}: {
  readonly core: WorkspaceCore;
  readonly url: string;
}): Administration {
  const { state, seed } = core;
  const home = seed.team.id;
  const changed = () => void state.emit({ kind: 'channels-changed' });
  return {
    dm: (person) => {
      const of = requirePerson(state, person);
      return openDirectMessage(state, of.id, state.botOf(of.team_id) ? of.team_id : home);
    },
    addPerson: (person) => {
      const added = addPerson(state, { team_id: home, ...person });
      changed();
      return publicPerson(added);
    },
    addChannel: (channel) => {
      const added = addChannel(state, { team_id: home, ...channel });
      changed();
      return added;
    },
    addTeam: ({ install = true, ...input }) => {
      const team = addTeam(state, input);
      if (!install) return { id: team.id };
      const { botToken, botUserId } = installApp(state, team, { scopes: DEFAULT_SCOPES });
      return { id: team.id, botToken, botUserId };
    },
    addFile: ({ as, name, content }) => {
      const file = addFile(state, requirePerson(state, as), {
        name,
        content: Buffer.from(content),
      });
      return fileObject(file, url);
    },
    changePerson: (person, change) => {
      const before = requirePerson(state, person);
      state.people.set(before.id, { ...before, ...change });
    },
    ...channelAdministration(core),
    uninstall: async ({ teamId = home, error = 'token_revoked' } = {}) => {
      const install = state.botOf(teamId);
      if (!install) return;
      install.tokenError = error;
      await state.emit({ kind: 'app-uninstalled', install });
    },
    setScopes: (scopes) => {
      if (seed.team.install) seed.team.install.scopes = new Set(scopes);
    },
  };
}

function channelAdministration({
  state,
  seed,
}: WorkspaceCore): Pick<Workspace, 'archive' | 'share' | 'convert'> {
  const changed = () => state.emit({ kind: 'channels-changed' });
  return {
    archive: async (ref) => {
      const channel = requireChannel(state, ref);
      channel.archived = true;
      await Promise.all([state.emit({ kind: 'channel-archived', channel }), changed()]);
    },
    share: async (ref, shared = true) => {
      const channel = requireChannel(state, ref);
      channel.isExtShared = shared;
      const kind = shared ? 'channel-shared' : 'channel-unshared';
      const { team_id: teamId } = seed.people.outsider;
      await Promise.all([state.emit({ kind, channel, teamId }), changed()]);
    },
    convert: async (ref, kind, by) => {
      const channel = requireChannel(state, ref);
      const { id: user, team_id: team } = requirePerson(state, by);
      channel.kind = kind;
      const subtype = `channel_convert_to_${kind}`;
      const text = `made this channel *${kind}*`;
      const { emitted } = addMessage(state, channel, { user, team, text, subtype });
      await Promise.all([emitted, changed()]);
    },
  };
}

export function publicPerson(person: PersonRecord): ReturnType<Workspace['addPerson']> {
  const { enterprise_id, bot_id: _bot, ...rest } = person;
  return { ...rest, ...(enterprise_id === undefined ? {} : { enterprise_id }) };
}
