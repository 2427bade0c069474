import type { AgentStatus } from '../deliver/agent-status.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { ThreadCommand } from '../model/intent.js';
import type { ThreadKey } from '../model/place.js';
import * as notes from '../render/texts/notes.js';
import type { ThreadStore } from '../store/threads.js';
import type { StopThread } from './stop-thread.js';

export interface ThreadCommandOptions {
  readonly stopThread: StopThread;
  readonly threads: Pick<ThreadStore, 'setMuted' | 'startNewConversation'>;
  /** Clears the status that Slack shows. */
  readonly agentStatus: Pick<AgentStatus, 'clear'>;
  readonly postEphemeral: PostEphemeral;
}

/** Runs a reply that is a command, such as `stop`. */
export function createThreadCommandHandler(options: ThreadCommandOptions) {
  const { stopThread, threads, agentStatus, postEphemeral } = options;

  /** The reply to the user, if the result is not visible otherwise. */
  async function run(
    { command, user: by, at, messageTs }: ThreadCommand,
    thread: ThreadKey,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    switch (command) {
      case 'stop':
        if (await stopThread(thread, { by, at }, signal)) return undefined;
        if (messageTs === undefined) agentStatus.clear(thread, { anyway: true });
        return notes.nothingToStop;
      case 'mute':
        await threads.setMuted(thread, { muted: true, at });
        return notes.muted;
      case 'unmute':
        await threads.setMuted(thread, { muted: false, at });
        return notes.unmuted;
      case 'new-question':
        await threads.startNewConversation(thread, at);
        return notes.nextStartsNewConversation;
    }
  }

  return async (request: ThreadCommand, signal: AbortSignal): Promise<void> => {
    const { workspace, channel, threadTs } = request.place;
    if (threadTs === undefined) return;
    const note = await run(request, { workspace, channel, threadTs }, signal);
    if (note !== undefined) await postEphemeral(request, note);
  };
}
