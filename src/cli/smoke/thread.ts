import { setTimeout as sleep } from 'node:timers/promises';
import { SlackRefused } from '../../slack/errors.js';
import { EXAMPLES, exampleLinkPreview, exampleMessages } from './examples.js';
import type { Recorder } from './report.js';
import type { Session, Target } from './session.js';

interface Thread extends Target {
  /** The `ts` of its first message. */
  readonly root: string;
}

const METADATA = { question: 'smoke-test', slot: 'status' };

/** Everything that is posted in a thread; returns the `ts` of each message. */
export async function checkThread(
  session: Session,
  recorder: Recorder,
  thread: Thread & { readonly baseUrl: string },
): Promise<string[]> {
  const { messages } = session;
  const { root } = thread;
  const update = { method: 'chat.update', what: 'a status message that changes' };
  await recorder.attempt(update, () =>
    messages.update(thread, root, { ...EXAMPLES.working, priority: 'final' }),
  );
  const posted: string[] = [];
  for (const [what, message] of Object.entries(exampleMessages())) {
    const check = { method: 'chat.postMessage', what: `${what}, in the thread` };
    const ts = await recorder.attempt(check, () =>
      messages.post(thread, { ...message, threadTs: root, metadata: METADATA }),
    );
    if (ts !== undefined) posted.push(ts);
  }
  const readable = await checkReading(session, recorder, thread);
  await checkReactions(session, recorder, thread);
  posted.push(...(await checkPreview(session, recorder, thread)));
  posted.push(...(await checkFile(session, recorder, { ...thread, readable })));
  return posted;
}

/** What a retry relies on: its messages are found again by their metadata. Returns whether they are. */
async function checkReading(
  { messages }: Session,
  { attempt }: Recorder,
  thread: Thread,
): Promise<boolean> {
  const { root } = thread;
  const method = 'conversations.replies';
  const what = 'the thread, with the metadata of messages (channels:history, or that of its kind)';
  const found = await attempt({ method, what }, async () => {
    const listed = await messages.list(thread, { threadTs: root });
    const ours = listed.some(({ metadata }) => metadata?.question === METADATA.question);
    if (!ours) throw new SlackRefused(method, 'metadata_not_found');
    return true;
  });
  const link = { method: 'chat.getPermalink', what: 'the link to a message' };
  await attempt(link, () => messages.permalink(thread, root));
  return found === true;
}

async function checkReactions(
  { messages }: Session,
  { attempt }: Recorder,
  thread: Thread,
): Promise<void> {
  const { root: ts } = thread;
  const reaction = { ts, name: 'eyes', priority: 'final' } as const;
  const optional = true as const;
  const get = {
    method: 'reactions.get',
    what: 'reactions to a message (reactions:read)',
    optional,
  };
  await attempt(get, () => messages.hasReactions(thread, ts));
  const add = { method: 'reactions.add', what: 'react to a message (reactions:write)', optional };
  await attempt(add, () => messages.react(thread, reaction));
  const remove = { method: 'reactions.remove', what: 'remove the reaction', optional };
  await attempt(remove, () => messages.removeReaction(thread, reaction));
}

/** Slack does not say whether an app may preview a link in a message of its own. */
async function checkPreview(
  { messages, unfurl }: Session,
  { attempt }: Recorder,
  thread: Thread & { readonly baseUrl: string },
): Promise<string[]> {
  const url = `${thread.baseUrl}/acme/shop/-/blob/src/retry.ts`;
  const what = 'a message with a link';
  const ts = await attempt({ method: 'chat.postMessage', what }, () =>
    messages.post(thread, { text: url, threadTs: thread.root }),
  );
  if (ts === undefined) return [];
  const check = { method: 'chat.unfurl', what: 'the preview of a link (links:write)' };
  await attempt({ ...check, optional: true }, () =>
    unfurl({ ...thread, ts }, { [url]: { blocks: exampleLinkPreview() } }),
  );
  return [ts];
}

const FILE = { name: 'smoke-test.md', title: 'smoke-test.md', content: '# Smoke test\n' };

/** Returns the messages that share the file. */
async function checkFile(
  { files, downloadFile, call }: Session,
  { attempt, skip }: Recorder,
  thread: Thread & { readonly readable: boolean },
): Promise<readonly string[]> {
  const upload = { method: 'files.getUploadURLExternal', what: 'upload a file (files:write)' };
  const id = await attempt(upload, () => files.keep(thread, FILE));
  const share = { method: 'files.completeUploadExternal', what: 'share the file in the thread' };
  if (id === undefined) {
    skip(share, 'the file was not uploaded');
    return [];
  }
  const read = { method: 'files.info', what: 'read the file (files:read)' };
  const shared = await shareFile();
  const shares = thread.readable ? await waitForShare(files, thread, id) : [];
  if (shared) await attempt(read, readFile);
  else skip(read, 'the file was not shared');
  await attempt({ method: 'files.delete', what: 'delete the file' }, deleteFile);
  return shares;

  /** Slack does not return the message of a file: it is found by the file, or in the thread. */
  async function shareFile(): Promise<boolean> {
    if (!thread.readable) {
      skip(share, 'its message could not be found again, to delete it');
      return false;
    }
    const file = { id: String(id), title: FILE.title };
    const done = await attempt(share, () => files.show(thread, file, thread.root).then(() => true));
    return done === true;
  }

  async function readFile(): Promise<void> {
    const { file } = await call('files.info', { file: id });
    const { url_private: url } = (file ?? {}) as { url_private?: unknown };
    await downloadFile(thread.workspace, String(url), 1_000);
  }

  /** Slack may not know a file that was never shared. */
  async function deleteFile(): Promise<void> {
    try {
      await files.remove(thread.workspace, String(id));
    } catch (error) {
      if (!(error instanceof SlackRefused && error.error === 'file_not_found')) throw error;
    }
  }
}

const SHARE_TIMEOUT_MS = 10_000;
const POLL_MS = 500;

/** Slack posts the message of a file a moment after it has accepted the file. */
async function waitForShare(
  files: Session['files'],
  thread: Thread,
  id: string,
): Promise<readonly string[]> {
  for (let waitedMs = 0; waitedMs < SHARE_TIMEOUT_MS; waitedMs += POLL_MS) {
    const shares = await files.shares(thread, id).catch(() => undefined);
    // Without the scope for it, the thread is read in the end.
    if (shares === undefined || shares.length > 0) return shares ?? [];
    await sleep(POLL_MS);
  }
  return [];
}

/** Deletes what was posted, and what else of ours is in the thread, such as the message of a file. */
export async function removeAll(
  { messages }: Session,
  { attempt }: Recorder,
  thread: Thread & { readonly posted: readonly string[] },
): Promise<void> {
  const { botUser, root, posted } = thread;
  const others = await messages.list(thread, { threadTs: root }).then(
    (listed) => listed.filter(({ user }) => user === botUser).map(({ ts }) => ts),
    // What was posted is known without the list.
    () => [],
  );
  const all = [...new Set([...posted, ...others])].sort().reverse();
  await attempt({ method: 'chat.delete', what: 'delete all of these messages' }, async () => {
    const failures: unknown[] = [];
    for (const ts of all) {
      await messages.remove(thread, ts).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  });
}
