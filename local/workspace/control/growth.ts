import type { Engine } from '../engine.js';
import { SCOPES } from '../identity.js';
import { addChannel, addPerson, addTeam, installApp, openDirect } from '../state/directory.js';
import { addFile, describeFile } from '../state/files.js';
import { channelOf, personOf } from '../state/found.js';
import type { PersonRecord } from '../state/records.js';
import type { Workspace } from '../workspace-api.js';

type Growth = Pick<
  Workspace,
  'dm' | 'addFile' | 'addPerson' | 'addChannel' | 'addTeam' | 'archive' | 'uninstall' | 'setScopes'
>;

/** Who and what comes into the workspace, and goes. */
export function growth({ engine, url }: { readonly engine: Engine; readonly url: string }): Growth {
  const { world, seeded } = engine;
  const home = seeded.team.id;
  const changed = () => void world.announce({ kind: 'channels' });
  return {
    dm: (person) => {
      const of = personOf(world, person);
      return openDirect(world, of.id, world.botOf(of.team_id) ? of.team_id : home);
    },
    addPerson: (person) => {
      const added = addPerson(world, { team_id: home, ...person });
      changed();
      return asPerson(added);
    },
    addChannel: (channel) => {
      const added = addChannel(world, { team_id: home, ...channel });
      changed();
      return added;
    },
    addTeam: ({ install = true, ...input }) => {
      const team = addTeam(world, input);
      if (!install) return { id: team.id };
      const { botToken, botUserId } = installApp(world, team, { scopes: SCOPES });
      return { id: team.id, botToken, botUserId };
    },
    addFile: ({ as, name, content }) => {
      const file = addFile(world, personOf(world, as), { name, content: Buffer.from(content) });
      return describeFile(file, url);
    },
    archive: (channel) => {
      channelOf(world, channel).archived = true;
      changed();
    },
    uninstall: async ({ teamId = home, error = 'token_revoked' } = {}) => {
      const install = world.botOf(teamId);
      if (!install) return;
      install.dead = error;
      await world.announce({ kind: 'uninstalled', install });
    },
    setScopes: (scopes) => {
      if (seeded.team.install) seeded.team.install.scopes = new Set(scopes);
    },
  };
}

export function asPerson(person: PersonRecord): ReturnType<Workspace['addPerson']> {
  const { enterprise_id, bot_id: _bot, ...rest } = person;
  return { ...rest, ...(enterprise_id === undefined ? {} : { enterprise_id }) };
}
