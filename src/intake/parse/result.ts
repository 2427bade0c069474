import { z } from 'zod';
import type { CodeRequest, ConversationRequest } from '../../model/conversation-request.js';
import type {
  AskRequest,
  DidYouMean,
  DoctorRequest,
  HelpRequest,
  Intent,
  JoinedChannel,
  MessageChanged,
  MessageDeleted,
  QuestionAction,
  SmallTalk,
  ThreadCommand,
} from '../../model/intent.js';
import type { Modal } from '../../model/modal.js';
import type { Place } from '../../model/place.js';
import type { ViewRequest, ViewTrigger } from '../../model/view-request.js';
import { digest } from './digest.js';

/** What a Slack payload can mean, besides an `Intent`. */

/** An event that is ignored; `reason` is logged. */
export interface Ignored {
  readonly kind: 'ignored';
  readonly reason: string;
}

export function ignored(reason: string): Ignored {
  return { kind: 'ignored', reason };
}

const NO_WORKSPACE = 'no workspace';

/** Adds the `workspace` to a payload of Slack; one without any cannot be read. */
export function withWorkspace<S extends object>(workspaceOf: (payload: S) => string | undefined) {
  return <T extends S>(
    payload: T,
    context: z.RefinementCtx,
  ): T & { readonly workspace: string } => {
    const workspace = workspaceOf(payload);
    if (workspace !== undefined) return { ...payload, workspace };
    context.addIssue({ code: 'custom', message: NO_WORKSPACE });
    return z.NEVER;
  };
}

/** Why a payload cannot be read. */
export function unreadable({ issues }: z.ZodError): Ignored {
  const hasNoWorkspace = issues.some(({ message }) => message === NO_WORKSPACE);
  return ignored(hasNoWorkspace ? NO_WORKSPACE : 'unknown shape');
}

/** A message that reads as a command. */
export type MessageCommand =
  | ConversationRequest
  | CodeRequest
  | HelpRequest
  | SmallTalk
  | DoctorRequest
  | DidYouMean;

/** A message in a thread: for the bot only if the thread is, which has to be looked up. */
export interface ThreadReply {
  readonly kind: 'reply';
  readonly intent: AskRequest | ThreadCommand | MessageCommand | MessageChanged | MessageDeleted;
  /** It mentions the bot, answers a message of the bot or is in a direct message with it. */
  readonly toBot: boolean;
}

/** A message in a thread that is addressed to somebody else. */
export interface SideMessage {
  readonly kind: 'side-message';
  readonly place: Place;
  readonly messageTs: string;
}

/** A reaction: for the bot only if the message belongs to an open question, which has to be looked up. */
export interface Reaction {
  readonly kind: 'reaction';
  readonly messageTs: string;
  readonly action: Omit<QuestionAction, 'kind' | 'questionId'> & { readonly kind: 'stop' };
}

/** What was looked up of these channels is outdated. */
export interface ChannelsChanged {
  readonly kind: 'channels-changed';
  readonly channels: readonly string[];
  /** The change is that the bot was invited. */
  readonly joined?: JoinedChannel;
}

/** A parsed event. For some, it has to be looked up whether they are for the bot. */
export type IncomingEvent =
  | Intent
  | Ignored
  | ThreadReply
  | SideMessage
  | Reaction
  | ChannelsChanged;

/** A view to be opened within 3 s by the process that received the click. */
export interface OpenView {
  readonly kind: 'open-view';
  readonly request: ViewRequest;
  readonly trigger: ViewTrigger;
}

/** What a command means, typed or run by a button. */
export type CommandResult = Intent | Ignored | OpenView;

/** A button that stands for a command: its ephemeral message is deleted afterwards. */
export interface RunCommand {
  readonly kind: 'run-command';
  readonly result: CommandResult;
}

interface Opener extends Pick<ViewRequest, 'workspace' | 'user' | 'at' | 'place'> {
  readonly triggerId: string;
  readonly sealedResponse?: SealedResponse;
}

export function openView(modal: Modal, opener: Opener): OpenView {
  const { workspace, user, at, place, triggerId, sealedResponse } = opener;
  const request: ViewRequest = {
    kind: 'view-request',
    id: `view-${digest(`${workspace} ${user} ${triggerId}`)}`,
    modal,
    workspace,
    ...(place === undefined ? {} : { place }),
    user,
    at,
    ...sealedResponse,
  };
  return { kind: 'open-view', request, trigger: { id: triggerId, inModal: false } };
}

/** Encrypts a capability before it is stored in a job. */
export type Seal = (secret: string, as: 'response_url' | 'pasted_link') => string;

export interface SealedResponse {
  readonly sealedResponseUrl?: string;
}

/** The sealed `response_url` of a payload, if it has one. */
export function sealResponseUrl(url: string | undefined, seal: Seal | undefined): SealedResponse {
  if (url === undefined || seal === undefined) return {};
  return { sealedResponseUrl: seal(url, 'response_url') };
}

/** A place in a channel, or in a thread of it. */
export function placeIn(workspace: string, channel: string, threadTs?: string): Place {
  const thread = threadTs === undefined ? {} : { threadTs };
  return { workspace, channel, direct: channel.startsWith('D'), ...thread };
}

/** ms since the epoch. Without a dot, it is told by its length whether it is in s, ms or µs. */
export function timeOf(slackTs: string): number {
  const value = Number(slackTs);
  if (slackTs.includes('.') || slackTs.length < 12) return Math.round(value * 1000);
  return slackTs.length < 15 ? value : Math.round(value / 1000);
}

/** Undefined if it is not JSON. */
export function fromJson(text: string | null | undefined): unknown {
  try {
    return text == null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
