import type { Commit } from '../mcp/records.js';
import type { ToolCallOptions, ToolServer } from '../mcp/tool-server.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AskRequest } from '../model/intent.js';
import { type Message, note } from '../render/blocks/message.js';
import { toolErrorText } from '../render/code/error-text.js';
import { renderCheck, renderOwners, withAssumption } from '../render/conversations/check.js';
import { renderResult } from '../render/conversations/result.js';
import * as checkTexts from '../render/texts/check.js';
import * as conversationTexts from '../render/texts/conversations.js';
import {
  type CheckCommand,
  type CheckTarget,
  type CheckTargetOptions,
  createFindCheckTarget,
} from './check-target.js';
import { type CitedFile, lookUpFiles } from './cited-files.js';
import { likelyOwners } from './owners.js';
import type { RequestContext } from './request-context.js';

export interface CheckOptions extends CheckTargetOptions {
  readonly tools: Pick<ToolServer, 'commitSearch'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<string>;
  readonly accept: (ask: AskRequest) => Promise<void>;
  readonly now: () => number;
}

/** Each file's history takes a call of its own. */
const MAX_FILES = 20;
/** Files that are not looked up by then are reported as that; the request may take longer, ms. */
const LOOKUP_MS = 12_000;

export type CheckConversation = ReturnType<typeof createCheckConversation>;

/** Tells from their history whether the files that answers cite have changed, and who knows them. */
export function createCheckConversation(options: CheckOptions) {
  const { tools, baseUrl, now } = options;
  const findTarget = createFindCheckTarget(options);

  /** Undefined if the tool's result has no commits in a known form. */
  async function commitsTo(
    { repo, path }: CitedFile,
    after: number | undefined,
    call: ToolCallOptions,
  ): Promise<readonly Commit[] | undefined> {
    const since = after === undefined ? {} : { after: new Date(after).toISOString() };
    const found = await tools.commitSearch({ repos: [repo], files: [path], ...since }, call);
    return found.kind === 'record' ? found.record.commits : undefined;
  }

  async function callFor({ user, signal }: RequestContext): Promise<ToolCallOptions> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
    return { token: await options.credentialFor(user), signal: limited };
  }

  async function check(target: CheckTarget, context: RequestContext): Promise<Message> {
    const { files } = target;
    const call = await callFor(context);
    const results = await lookUpFiles(files.slice(0, MAX_FILES), async (file) =>
      file.since === 0 ? undefined : commitsTo(file, file.since, call),
    );
    return renderCheck({ ...target, results, rest: files.length - results.length, baseUrl });
  }

  async function owners(target: CheckTarget, context: RequestContext): Promise<Message> {
    const call = await callFor(context);
    const results = await lookUpFiles(target.files.slice(0, MAX_FILES), (file) =>
      commitsTo(file, undefined, call),
    );
    const histories = results.flatMap(({ found }) => (found === undefined ? [] : [found]));
    return renderOwners({ ...target, owners: likelyOwners(histories, now()) });
  }

  /** Asks the last question again as a new conversation: in the note's thread, or else as a command. */
  async function askAgain(
    { lastQuestion }: CheckTarget,
    { place, user, requestId, at }: RequestContext,
  ): Promise<Message> {
    if (lastQuestion === undefined) return note(conversationTexts.nothingAsked);
    await options.accept({
      kind: 'ask',
      id: `${place.workspace}-${place.channel}-${requestId}`,
      origin: place.threadTs === undefined ? 'command' : 'suggestion',
      place,
      user: user.user,
      text: lastQuestion,
      at,
      newConversation: true,
      externallyShared: false,
    });
    return note(checkTexts.askedAnew);
  }

  async function lookUp(
    target: CheckTarget,
    command: CheckCommand,
    context: RequestContext,
  ): Promise<Message> {
    if (target.files.length === 0) return renderResult({ ...target, text: checkTexts.noFiles });
    try {
      return await (command.kind === 'check' ? check(target, context) : owners(target, context));
    } catch (error) {
      const text = context.signal.aborted ? undefined : toolErrorText(error);
      if (text === undefined) throw error;
      return renderResult({ ...target, text });
    }
  }

  return async (command: CheckCommand, context: RequestContext): Promise<Message> => {
    const target = await findTarget(command, context);
    if ('blocks' in target) return target;
    if (command.kind === 'ask-again') return askAgain(target, context);
    return assumptionShown(await lookUp(target, command, context), target);
  };
}

function assumptionShown(message: Message, { assumed, lastQuestion }: CheckTarget): Message {
  if (assumed === undefined) return message;
  const question = lastQuestion === undefined ? {} : { lastQuestion };
  return withAssumption(message, { ...question, ...assumed });
}
