import type { SuggestedQuestion } from '../service/service.js';
import type { Workspace } from '../workspace/api/workspace.js';

/** How long to wait for the app's first reply before the page's address is printed. */
const REPLY_TIMEOUT_MS = 10_000;

/**
 * In an empty #general, Ravi asks the first question by mention, as anybody would: the first screen
 * then shows a thread. Resolves when the app has replied; asks nothing if there is a message already.
 */
export async function askFirstQuestion(
  workspace: Workspace,
  [question]: readonly SuggestedQuestion[],
): Promise<void> {
  const { ravi } = workspace.people;
  const { general: channel } = workspace.channels;
  if (question === undefined || workspace.messages({ channel }).length > 0) return;
  const text = `<@${workspace.app.botUserId}> ${question.message}`;
  const { ts: threadTs } = await workspace.say({ as: ravi, channel, text });
  const replied = () => workspace.messages({ channel, threadTs }).length > 1;
  await workspace.waitFor(replied, { timeoutMs: REPLY_TIMEOUT_MS }).catch(() => undefined);
}
