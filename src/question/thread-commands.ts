import type { AgentStatus } from '../deliver/agent-status.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { PostOnce } from '../deliver/post-once.js';
import type { ThreadCommand } from '../model/intent.js';
import type { ThreadKey } from '../model/place.js';
import { leaveToNewer } from '../queue/retry.js';
import { note } from '../render/blocks/message.js';
import * as notes from '../render/texts/notes.js';
import { isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { ThreadStore } from '../store/threads.js';
import type { StopThread } from './stop-thread.js';

export interface ThreadCommandOptions {
  readonly stopThread: StopThread;
  readonly threads: Pick<ThreadStore, 'setMuted' | 'setPrivate' | 'startNewConversation'>;
  /** Clears the status that Slack shows. */
  readonly agentStatus: Pick<AgentStatus, 'clear'>;
  readonly postEphemeral: PostEphemeral;
  readonly postOnce: PostOnce;
}

/** Runs a reply that is a command, such as `stop`. */
export function createThreadCommandHandler(options: ThreadCommandOptions) {
  const { stopThread, threads, agentStatus, postEphemeral } = options;

  /** Everybody in the thread has to know; where Slack refuses a post, at least the user is told. */
  async function tellThread(request: ThreadCommand, text: string): Promise<undefined> {
    const { id, at, place, command } = request;
    try {
      await options.postOnce(place, { id, slot: command, at, message: note(text) });
    } catch (error) {
      if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
      await postEphemeral(request, text);
    }
  }

  async function stop(
    thread: ThreadKey,
    { user: by, at, messageTs }: ThreadCommand,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const stopped = await stopThread(thread, { by, at }, signal);
    if (stopped === 'stopped') return undefined;
    if (stopped === 'others') return notes.mayNotStopOthers;
    if (messageTs === undefined) agentStatus.clear(thread, { anyway: true });
    return notes.nothingToStop;
  }

  /** Its questions are answered in the direct messages of their askers from then on, or in the thread again. */
  async function setPrivate(
    request: ThreadCommand,
    thread: ThreadKey,
    isPrivate: boolean,
  ): Promise<string | undefined> {
    const { user: by, at, place } = request;
    if (place.direct) return notes.privateAlready;
    await threads.setPrivate(thread, { private: isPrivate, at });
    return tellThread(request, isPrivate ? notes.madePrivate(by) : notes.madePublic(by));
  }

  /** The reply to the user, if the result is not visible otherwise. */
  async function run(
    request: ThreadCommand,
    thread: ThreadKey,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { command, user: by, at } = request;
    switch (command) {
      case 'stop':
        return stop(thread, request, signal);
      case 'mute':
        await threads.setMuted(thread, { muted: true, at });
        return tellThread(request, notes.muted(by));
      case 'unmute':
        await threads.setMuted(thread, { muted: false, at });
        return tellThread(request, notes.unmuted(by));
      case 'private':
      case 'public':
        return setPrivate(request, thread, command === 'private');
      case 'new-question':
        await threads.startNewConversation(thread, at);
        return notes.nextStartsNewConversation;
      default:
        return leaveToNewer(command);
    }
  }

  return async (request: ThreadCommand, signal: AbortSignal): Promise<void> => {
    const { workspace, channel, threadTs } = request.place;
    if (threadTs === undefined) return;
    const reply = await run(request, { workspace, channel, threadTs }, signal);
    if (reply !== undefined) await postEphemeral(request, reply);
  };
}
