import { ToolRefused } from '../mcp/errors.js';
import type { AskRequest } from '../model/intent.js';
import { type Message, note } from '../render/blocks/message.js';
import { toolErrorText } from '../render/code/error-text.js';
import { inPeoplesWords } from '../render/code/wire-names.js';
import { renderCheck, renderOwners, withAssumption } from '../render/conversations/check.js';
import { renderResult } from '../render/conversations/result.js';
import * as checkTexts from '../render/texts/check.js';
import * as conversationTexts from '../render/texts/conversations.js';
import type { CheckCommand, CheckTarget, FindCheckTarget } from './check-target.js';
import type { FileHistories } from './file-histories.js';
import { likelyOwners } from './owners.js';
import type { RequestContext } from './request-context.js';

export interface CheckOptions {
  readonly findTarget: FindCheckTarget;
  readonly fileHistories: FileHistories;
  readonly accept: (ask: AskRequest) => Promise<void>;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly now: () => number;
}

export type CheckConversation = ReturnType<typeof createCheckConversation>;

/** Tells from their history whether the files that answers cite have changed, and who knows them. */
export function createCheckConversation(options: CheckOptions) {
  const { findTarget, fileHistories, accept, baseUrl, now } = options;

  async function check(target: CheckTarget, context: RequestContext): Promise<Message> {
    const { files } = target;
    const results = await fileHistories.commitsSinceCited(files, context);
    return renderCheck({ ...target, results, rest: files.length - results.length, baseUrl });
  }

  async function owners(target: CheckTarget, context: RequestContext): Promise<Message> {
    const results = await fileHistories.commits(target.files, context);
    const histories = results.flatMap(({ found }) => (found === undefined ? [] : [found]));
    return renderOwners({ ...target, owners: likelyOwners(histories, now()) });
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
      const text = context.signal.aborted ? undefined : errorText(error);
      if (text === undefined) throw error;
      return renderResult({ ...target, text });
    }
  }

  return async (command: CheckCommand, context: RequestContext): Promise<Message> => {
    const target = await findTarget(command, context);
    if ('blocks' in target) return target;
    if (command.kind !== 'ask-again') {
      return assumptionShown(await lookUp(target, command, context), target);
    }
    const { lastQuestion, inOwnThread } = target;
    if (lastQuestion === undefined) return note(conversationTexts.nothingAsked);
    await accept(
      inOwnThread ? askHere(lastQuestion, context) : askInDirectMessage(lastQuestion, context),
    );
    return note(checkTexts.askedAnew(inOwnThread));
  };
}

/** Undefined for a bug of ours. */
function errorText(error: unknown): string | undefined {
  if (!(error instanceof ToolRefused)) return toolErrorText(error);
  return checkTexts.historyRefused(inPeoplesWords(error.toolMessage, ''));
}

function askHere(text: string, context: RequestContext): AskRequest {
  return { ...newConversation(text, context), origin: 'suggestion' };
}

/** A question may be about a private channel, so it is not shown in any other one. */
function askInDirectMessage(text: string, context: RequestContext): AskRequest {
  const { workspace, user } = context.user;
  const place = { workspace, channel: user, direct: true };
  return { ...newConversation(text, context), place, privately: true };
}

function newConversation(text: string, { place, user, requestId, at }: RequestContext): AskRequest {
  return {
    kind: 'ask',
    id: `${place.workspace}-${place.channel}-${requestId}`,
    origin: 'command',
    place,
    user: user.user,
    text,
    at,
    newConversation: true,
    externallyShared: false,
  };
}

function assumptionShown(message: Message, { assumed, lastQuestion }: CheckTarget): Message {
  if (assumed === undefined) return message;
  const question = lastQuestion === undefined ? {} : { lastQuestion };
  return withAssumption(message, { ...question, ...assumed });
}
