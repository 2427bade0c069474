import type { Deeds } from './deeds.js';
import type { Engine } from './engine.js';
import { sign } from './events/sign.js';
import { verifyRequestUrl } from './events/verify.js';
import { SCOPES } from './identity.js';
import { shownModal, shownView } from './interact/view.js';
import { addChannel, addPerson, addTeam, idOf, installApp, openDirect } from './state/directory.js';
import { addFile, describeFile } from './state/files.js';
import { channelOf, personOf } from './state/found.js';
import type { ChannelRecord, PersonRecord } from './state/records.js';
import { repliesOf, rootOf, rootsOf, view } from './state/timeline.js';
import { homeOf, stackOf } from './state/views.js';
import { transcriptOf } from './transcript.js';
import type { ViewDeeds } from './view-deeds.js';
import { waitUntil } from './waiting.js';
import type { WorkflowDeeds } from './workflow-deeds.js';
import type { Delivery, Ref, Workspace } from './workspace-api.js';

const WAIT_MS = 60_000;

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

type Growth = Pick<
  Workspace,
  'dm' | 'addFile' | 'addPerson' | 'addChannel' | 'addTeam' | 'archive' | 'uninstall' | 'setScopes'
>;

function growth({ engine, url }: Parts): Growth {
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

function asPerson(person: PersonRecord): ReturnType<Workspace['addPerson']> {
  const { enterprise_id, bot_id: _bot, ...rest } = person;
  return { ...rest, ...(enterprise_id === undefined ? {} : { enterprise_id }) };
}

type Wire = Pick<Workspace, 'connect' | 'verify' | 'redeliver' | 'deliverRaw' | 'sign'>;

function wire({ engine }: Parts): Wire {
  const { http, outbox, book, secrets, world } = engine;
  return {
    connect: ({ requestUrl }) => {
      http.requestUrl = requestUrl;
    },
    verify: () => verifyRequestUrl({ http, token: world.app.token }),
    redeliver: async (eventId, options = {}) => {
      const sent = book.deliveries.findLast((it) => it.id === eventId && it.kind === 'event');
      if (!sent) throw new Error(`no event ${eventId} was sent`);
      await outbox.attempt(parcelOf(sent), {
        number: sent.attempt + 1,
        reason: sent.via === 'socket' ? 'timeout' : 'http_timeout',
        sameEnvelope: options.sameEnvelope === true,
      });
      return book.deliveries.findLast((it) => it.id === eventId) ?? sent;
    },
    deliverRaw: async (input) => {
      const headers = { 'content-type': 'application/json', ...input.headers };
      const { status, body } = await http.post({ ...input, headers });
      return { status, body };
    },
    sign: (body, timestamp) => sign(secrets.signingSecret, body, timestamp),
  };
}

function parcelOf({ id, what, payload }: Delivery) {
  return { kind: 'event', id, what, payload: payload as Record<string, unknown> } as const;
}

type Reading = Pick<
  Workspace,
  'messages' | 'message' | 'ephemerals' | 'modals' | 'home' | 'waitFor' | 'transcript'
>;

function reading({ engine, stopped }: Parts): Reading {
  const { world, book } = engine;
  const transcript = () => transcriptOf(world, book);
  return {
    messages: ({ channel, threadTs }) =>
      listed(channelOf(world, channel), threadTs).map((message) =>
        view(channelOf(world, channel), message, { metadata: true }),
      ),
    message: (ref, ts) => {
      const channel = channelOf(world, ref);
      const message = channel.messages.get(ts);
      return message && view(channel, message, { metadata: true });
    },
    ephemerals: (of = {}) =>
      world.ephemerals.filter((it) => matches(it.user, of.user) && matches(it.channel, of.channel)),
    modals: (of) => stackOf(world, idOf(of)).map((it) => shownModal(world, it)),
    home: (of) => {
      const person = personOf(world, of);
      const own = world.botOf(person.team_id) ?? engine.seeded.install;
      const view = homeOf(world, own, person.id);
      return view && shownView(world, view);
    },
    waitFor: (fn, { timeoutMs = WAIT_MS, what = 'what was waited for' } = {}) =>
      waitUntil(world, fn, {
        timeoutMs,
        stopped,
        onTimeout: () => new Error(`${what} did not come within ${timeoutMs} ms\n${transcript()}`),
      }),
    transcript,
  };
}

function listed(channel: ChannelRecord, threadTs: string | undefined) {
  if (threadTs === undefined) return rootsOf(channel);
  const root = rootOf(channel, threadTs);
  return root ? [root, ...repliesOf(channel, root.ts)] : [];
}

function matches(id: string, wanted: Ref | undefined): boolean {
  return wanted === undefined || idOf(wanted) === id;
}
