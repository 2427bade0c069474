import type { Call, ToolServer } from '../mcp/client.js';
import type { Commit } from '../mcp/records.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Ask } from '../model/intent.js';
import { toolTrouble } from '../render/code/trouble.js';
import { renderAbout } from '../render/conversations/about.js';
import { renderCheck, renderOwners, withMeant } from '../render/conversations/checked.js';
import { type Message, note } from '../render/message.js';
import * as checkWords from '../render/texts/check.js';
import * as words from '../render/texts/conversations.js';
import { type About, type AboutOptions, type CheckErrand, createAbout } from './about.js';
import type { Caller } from './caller.js';
import { type CitedFile, lookAtEach } from './cited.js';
import { likelyOwners } from './owners.js';

export interface CheckOptions extends AboutOptions {
  readonly tools: Pick<ToolServer, 'commitSearch'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
  readonly accept: (ask: Ask) => Promise<void>;
  readonly now: () => number;
}

/** A look at the history takes a call for each. */
const MOST_FILES = 20;
/** What has not been looked up by then is told as that; the whole errand may take longer, ms. */
const LOOKING_MS = 12_000;

/** What has become of the files that answers rest on, and who knows them: from their history. */
export function createCheck(options: CheckOptions) {
  const { tools, baseUrl, now } = options;
  const about = createAbout(options);

  /** Undefined where the tool gives no commits that can be read. */
  async function commitsTo(
    { repo, path }: CitedFile,
    after: number | undefined,
    call: Call,
  ): Promise<readonly Commit[] | undefined> {
    const span = after === undefined ? {} : { after: new Date(after).toISOString() };
    const found = await tools.commitSearch({ repos: [repo], files: [path], ...span }, call);
    return found.kind === 'record' ? found.record.commits : undefined;
  }

  async function callOf({ who, signal }: Caller): Promise<Call> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(LOOKING_MS)]);
    return { token: await options.credentialFor(who), signal: within };
  }

  async function check(about: About, caller: Caller): Promise<Message> {
    const { files } = about;
    const call = await callOf(caller);
    const looked = await lookAtEach(files.slice(0, MOST_FILES), (file) =>
      file.since === 0 ? Promise.resolve(undefined) : commitsTo(file, file.since, call),
    );
    const rest = files.length - looked.length;
    return renderCheck({ ...about, looked, rest, baseUrl });
  }

  async function owners(about: About, caller: Caller): Promise<Message> {
    const { files } = about;
    const call = await callOf(caller);
    const looked = await lookAtEach(files.slice(0, MOST_FILES), (file) =>
      commitsTo(file, undefined, call),
    );
    const histories = looked.flatMap(({ found }) => (found === undefined ? [] : [found]));
    return renderOwners({ ...about, owners: likelyOwners(histories, now()) });
  }

  /** In the thread of the note, or as a command where there is none; as a conversation of its own. */
  async function askAnew({ asked }: About, { place, who, visit, at }: Caller): Promise<Message> {
    if (asked === undefined) return note(words.nothingAsked);
    const origin = place.threadTs === undefined ? 'command' : 'suggestion';
    const id = `${place.workspace}-${place.channel}-${visit}`;
    const ask = { kind: 'ask', id, origin, place, user: who.user, text: asked, at } as const;
    await options.accept({ ...ask, newConversation: true, externallyShared: false });
    return note(checkWords.askedAnew);
  }

  async function find(found: About, errand: CheckErrand, caller: Caller): Promise<Message> {
    if (found.files.length === 0) return renderAbout({ ...found, text: checkWords.noFiles });
    const work = errand.do === 'check' ? check(found, caller) : owners(found, caller);
    return work.catch((error: unknown) => {
      const text = caller.signal.aborted ? undefined : toolTrouble(error);
      if (text === undefined) throw error;
      return renderAbout({ ...found, text });
    });
  }

  return async (errand: CheckErrand, caller: Caller): Promise<Message> => {
    const found = await about(errand, caller);
    if ('blocks' in found) return found;
    if (errand.do === 'ask-anew') return askAnew(found, caller);
    const message = await find(found, errand, caller);
    return found.meant === undefined ? message : withMeant(message, { ...found, ...found.meant });
  };
}
