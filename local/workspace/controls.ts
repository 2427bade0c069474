import { asPerson, growth } from './control/growth.js';
import { reading } from './control/reading.js';
import { wire } from './control/wire.js';
import type { Deeds } from './deeds.js';
import type { Engine } from './engine.js';
import { idOf } from './state/directory.js';
import type { ViewDeeds } from './view-deeds.js';
import type { WorkflowDeeds } from './workflow-deeds.js';
import type { Workspace } from './workspace-api.js';

interface Parts {
  readonly engine: Engine;
  readonly deeds: Deeds;
  readonly viewDeeds: ViewDeeds;
  readonly workflowDeeds: WorkflowDeeds;
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly stopped: AbortSignal;
}

/** The handle that `startWorkspace` gives out. */
export function controls(parts: Parts): Workspace {
  const { engine, deeds, viewDeeds, workflowDeeds, url, stop } = parts;
  const { seeded, book, faults, gates, socket } = engine;
  return {
    url,
    apiUrl: `${url}/api/`,
    app: identityOf(engine),
    people: peopleOf(engine),
    channels: seeded.channels,
    ...growth(parts),
    ...wire(parts),
    ...reading(parts),
    invite: (input) => deeds.member('joined', input),
    kick: (input) => deeds.member('left', input),
    say: (input) => deeds.say(input),
    edit: (input) => deeds.edit(input),
    remove: (input) => deeds.remove(input),
    unfurl: (input) => deeds.unfurl(input),
    react: (input) => deeds.react(input),
    command: (input) => deeds.command(input),
    click: (input) => deeds.click(input),
    runStep: (input) => workflowDeeds.runStep(input),
    stepRuns: (of) => workflowDeeds.runs(of),
    stopSession: (input) => deeds.stopSession(input),
    agentThread: (channel, threadTs) => engine.world.agents.thread(idOf(channel), threadTs),
    agentPrompts: (channel) => engine.world.agents.prompts.get(idOf(channel)),
    openHome: (input) => viewDeeds.openHome(input),
    shortcut: (input) => viewDeeds.shortcut(input),
    clickInView: (input) => viewDeeds.click(input),
    submit: (input) => viewDeeds.submit(input),
    closeView: (input) => viewDeeds.close(input),
    faults: { add: (fault) => faults.add(fault), clear: () => faults.clear() },
    gate: (method, options = {}) => gates.add(method, options),
    get calls() {
      return book.calls;
    },
    get deliveries() {
      return book.deliveries;
    },
    socket,
    stop,
  };
}

function identityOf({ secrets, seeded }: Engine): Workspace['app'] {
  const { appId, appToken, signingSecret, clientId, clientSecret } = secrets;
  const { teamId, botToken, botUserId, botId } = seeded.install;
  return {
    appId,
    teamId,
    botToken,
    appToken,
    signingSecret,
    clientId,
    clientSecret,
    botUserId,
    botId,
  };
}

function peopleOf({ seeded }: Engine): Workspace['people'] {
  const { kim, ravi, ada, guest, outsider } = seeded.people;
  return {
    kim: asPerson(kim),
    ravi: asPerson(ravi),
    ada: asPerson(ada),
    guest: asPerson(guest),
    outsider: asPerson(outsider),
  };
}
