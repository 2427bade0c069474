import type { AgentStatus } from '../deliver/agent-status.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { ThreadCommand } from '../model/intent.js';
import type { ThreadKey } from '../model/place.js';
import { hasEnded, type Question } from '../model/question.js';
import * as notes from '../render/texts/notes.js';
import type { AcceptedQuestionStore } from '../store/accepted-questions.js';
import type { QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { Stop } from './stop.js';

export interface ThreadCommandOptions {
  readonly questions: Pick<QuestionStore, 'load' | 'setFlag'>;
  readonly stop: Stop;
  readonly threads: Pick<ThreadStore, 'queue' | 'setMuted' | 'startNewConversation'>;
  readonly acceptedQuestions: Pick<AcceptedQuestionStore, 'upTo'>;
  /** Clears the status that Slack shows. */
  readonly agentStatus: Pick<AgentStatus, 'clear'>;
  readonly postEphemeral: PostEphemeral;
}

/** Runs a reply that is a command, such as `stop`. */
export function createThreadCommandHandler(options: ThreadCommandOptions) {
  const { questions, stop, threads, postEphemeral } = options;

  /** The open questions asked before the command. */
  async function openBefore(thread: ThreadKey, at: number): Promise<Question[]> {
    const line = await Promise.all((await threads.queue(thread)).map((id) => questions.load(id)));
    return line
      .filter((question) => question !== undefined)
      .filter((question) => !hasEnded(question) && question.askedAt <= at);
  }

  /** Questions that are not accepted yet start as stopped. */
  async function stopAhead(
    thread: ThreadKey,
    stopRequest: { by: string; at: number },
  ): Promise<boolean> {
    const heard = await options.acceptedQuestions.upTo(thread, stopRequest.at);
    const known = await Promise.all(heard.map((id) => questions.load(id)));
    const ahead = heard.filter((_, i) => known[i] === undefined);
    for (const id of ahead) await questions.setFlag(id, 'stop', stopRequest);
    return ahead.length > 0;
  }

  /** Stops the queued ones first, so that none starts when the running one ends. */
  async function stopAll(
    request: ThreadCommand,
    thread: ThreadKey,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { user: by, at } = request;
    const ahead = await stopAhead(thread, { by, at });
    const open = await openBefore(thread, at);
    for (const question of open.reverse()) await stop(question, { by, at }, signal);
    return ahead || open.length > 0;
  }

  /** The reply to the user, if the result is not visible otherwise. */
  async function run(
    request: ThreadCommand,
    thread: ThreadKey,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { at } = request;
    switch (request.command) {
      case 'stop':
        if (await stopAll(request, thread, signal)) return undefined;
        if (request.messageTs === undefined) options.agentStatus.clear(thread, { anyway: true });
        return notes.nothingToStop;
      case 'mute':
        await threads.setMuted(thread, { muted: true, at });
        return notes.muted;
      case 'unmute':
        await threads.setMuted(thread, { muted: false, at });
        return notes.unmuted;
      default:
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
