import { checkClick } from './click.js';
import { EXAMPLES, exampleMessages, exampleViews } from './examples.js';
import { checkAccount, checkChannel } from './lookups.js';
import { checkForPerson } from './person.js';
import type { Recorder } from './report.js';
import type { Session, Target } from './session.js';
import { checkThread, removeAll } from './thread.js';

export interface SmokeOptions {
  readonly channel: string;
  /** Who gets what only one person sees; default: the first person in the channel. */
  readonly user?: string;
  /** How long to wait for somebody to click, ms. */
  readonly clickMs: number;
  /** Of the instance: the link that is previewed. */
  readonly baseUrl: string;
  /** Stops the wait for a click. */
  readonly signal: AbortSignal;
}

/** Does everything that the bot does in Slack once, and deletes what it posted. */
export async function runSmoke(
  session: Session,
  recorder: Recorder,
  options: SmokeOptions,
): Promise<void> {
  const account = await checkAccount(session, recorder);
  if (account === undefined) return;
  await checkBlocks(session, recorder);
  const target: Target = {
    ...account,
    channel: options.channel,
    ...(await checkChannel(session, recorder, { ...account, ...options })),
  };
  const post = { method: 'chat.postMessage', what: 'a message in the channel (chat:write)' };
  const root = await recorder.attempt(post, () =>
    session.messages.post(target, { ...EXAMPLES.received }),
  );
  if (root === undefined) {
    const rest = { method: '', what: 'everything that is posted in the channel' };
    recorder.skip(rest, 'the app cannot post there');
    return;
  }
  const posted = [root];
  try {
    posted.push(...(await checkThread(session, recorder, { ...target, root, ...options })));
    await checkForPerson(session, recorder, { ...target, root });
    posted.push(...(await checkClick(session, recorder, { ...target, ...options })));
  } finally {
    await removeAll(session, recorder, { ...target, root, posted });
  }
}

/** Slack's own validator may not be available to everybody, so what it says is not decisive. */
async function checkBlocks({ call }: Session, { attempt }: Recorder): Promise<void> {
  const method = 'blocks.validate';
  const optional = true as const;
  for (const [what, { blocks }] of Object.entries(exampleMessages())) {
    if (blocks.length === 0) continue;
    await attempt({ method, what, optional }, () => call(method, { message: { blocks } }));
  }
  for (const [what, view] of Object.entries(exampleViews())) {
    await attempt({ method, what, optional }, () => call(method, { view }));
  }
}
