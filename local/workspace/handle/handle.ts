import type { Workspace } from '../api/workspace.js';
import type { WorkspaceCore } from '../core/core.js';
import { idOf } from '../state/directory.js';
import { requireChannel } from '../state/lookup.js';
import type { UserActions } from '../user-actions/user-actions.js';
import { administration, publicPerson } from './administration.js';
import { appRequests } from './app-requests.js';
import { queries } from './queries.js';

interface Parts {
  readonly core: WorkspaceCore;
  readonly actions: UserActions;
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly stopped: AbortSignal;
}

/** The handle that `startWorkspace` gives out. */
export function workspaceHandle(parts: Parts): Workspace {
  const { core, actions, url, stop } = parts;
  const { seed, traffic, faults, gates, socket } = core;
  return {
    url,
    apiUrl: `${url}/api/`,
    app: appIdentity(core),
    people: seededPeople(core),
    channels: seed.channels,
    ...administration(parts),
    ...appRequests(parts),
    ...queries(parts),
    invite: (input) => actions.conversations.join(input),
    kick: (input) => actions.conversations.leave(input),
    say: (input) => actions.conversations.say(input),
    draft: (input) => actions.conversations.draft(input),
    draftPreviews: (id) => core.state.drafts.get(id)?.previews ?? [],
    edit: (input) => actions.conversations.edit(input),
    remove: (input) => actions.conversations.remove(input),
    unfurl: (input) => actions.conversations.unfurl(input),
    react: (input) => actions.conversations.react(input),
    command: (input) => actions.conversations.command(input),
    click: (input) => actions.conversations.click(input),
    runStep: (input) => actions.workflows.runStep(input),
    stepRuns: (of) => actions.workflows.runs(of),
    stopSession: (input) => actions.conversations.stopSession(input),
    agentThread: (channel, threadTs) => core.state.agents.thread(idOf(channel), threadTs),
    agentPrompts: (channel) => core.state.agents.promptsIn(requireChannel(core.state, channel)),
    openHome: (input) => actions.views.openHome(input),
    shortcut: (input) => actions.views.shortcut(input),
    clickInView: (input) => actions.views.click(input),
    submit: (input) => actions.views.submit(input),
    closeView: (input) => actions.views.close(input),
    faults: { add: (fault) => faults.add(fault), clear: () => faults.clear() },
    gate: (method, options = {}) => gates.add(method, options),
    get calls() {
      return traffic.calls;
    },
    get deliveries() {
      return traffic.deliveries;
    },
    socket,
    stop,
  };
}

function appIdentity({ credentials, seed }: WorkspaceCore): Workspace['app'] {
  const { appId, appToken, signingSecret, clientId, clientSecret } = credentials;
  const installed = () => {
    const install = seed.install ?? seed.team.install;
    if (install === undefined) throw new Error('the app is not installed');
    return install;
  };
  return {
    appId,
    teamId: seed.team.id,
    appToken,
    signingSecret,
    clientId,
    clientSecret,
    get botToken() {
      return installed().botToken;
    },
    get botUserId() {
      return installed().botUserId;
    },
    get botId() {
      return installed().botId;
    },
  };
}

function seededPeople({ seed }: WorkspaceCore): Workspace['people'] {
  const { kim, ravi, ada, guest, outsider } = seed.people;
  return {
    kim: publicPerson(kim),
    ravi: publicPerson(ravi),
    ada: publicPerson(ada),
    guest: publicPerson(guest),
    outsider: publicPerson(outsider),
  };
}
