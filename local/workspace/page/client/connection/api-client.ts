import type { Entries, Entry, PageMessage, PageState } from '../../../api/page.js';

/** The workspace refused a request, with a message to show. Without `status` it did not respond at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

export interface BlockActionRequest {
  readonly channel: string;
  readonly ts: string;
  readonly block_id: string;
  readonly action_id: string;
  readonly value?: Entry;
}

/** A click in a view, with the view's current entries. */
export interface ViewActionRequest extends Omit<BlockActionRequest, 'channel' | 'ts'> {
  readonly view: string;
  readonly values: Entries;
}

export interface NewMessage {
  readonly channel: string;
  readonly text: string;
  readonly thread_ts?: string;
  /** Ids of attached files. */
  readonly files?: readonly string[];
}

/** The workspace's endpoints, called as one person. See `api/page.ts`. */
export interface ApiClient {
  state(): Promise<PageState>;
  messages(channel: string, thread?: string): Promise<readonly PageMessage[]>;
  say(message: NewMessage): Promise<void>;
  /** Uploads a file to be sent with a message. Returns its id. */
  uploadFile(file: File): Promise<string>;
  runCommand(command: { channel: string; text: string }): Promise<void>;
  click(click: BlockActionRequest): Promise<void>;
  editMessage(message: { channel: string; ts: string; text: string }): Promise<void>;
  deleteMessage(message: { channel: string; ts: string }): Promise<void>;
  react(reaction: { channel: string; ts: string; name: string; remove?: boolean }): Promise<void>;
  runShortcut(shortcut: { callback_id: string; channel?: string; ts?: string }): Promise<void>;
  runStep(run: { callback_id: string; inputs: Readonly<Record<string, string>> }): Promise<void>;
  /** Tells the app which of its tabs is open. */
  openTab(at: { tab: 'home' | 'messages' }): Promise<void>;
  clickInView(click: ViewActionRequest): Promise<void>;
  /** Resolves when the app has responded. */
  submitView(form: { view: string; values: Entries }): Promise<void>;
  closeModal(modal: { view: string; all?: boolean }): Promise<void>;
  /** Clicks Slack's own Stop button. */
  stopSession(at: { channel: string; thread_ts: string }): Promise<void>;
}

/** `as` may be omitted only for `state`, which then returns the default person. */
export function createApiClient(as: string | undefined): ApiClient {
  const who = as ? { as } : {};
  const ask = (path: string, body: object): Promise<unknown> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...who, ...body }),
    });
  const post = async (path: string, body: object): Promise<void> => {
    await ask(path, body);
  };
  return {
    state: async () => (await call(`state?${new URLSearchParams(who)}`)) as PageState,
    messages: async (channel, thread) => {
      const query = new URLSearchParams({
        ...who,
        channel,
        ...(thread ? { thread_ts: thread } : {}),
      });
      return ((await call(`messages?${query}`)) as { messages: PageMessage[] }).messages;
    },
    say: (message) => post('say', message),
    uploadFile: async (file) => {
      const content = await base64Of(file);
      return ((await ask('file', { name: file.name, content })) as { id: string }).id;
    },
    runCommand: (command) => post('command', command),
    click: (click) => post('click', click),
    editMessage: (message) => post('edit', message),
    deleteMessage: (message) => post('delete', message),
    react: (reaction) => post('react', reaction),
    runShortcut: (shortcut) => post('shortcut', shortcut),
    runStep: (run) => post('run-step', run),
    openTab: (at) => post('open-tab', at),
    clickInView: (click) => post('view-click', click),
    submitView: (form) => post('submit', form),
    closeModal: (modal) => post('close', modal),
    stopSession: (at) => post('stop', at),
  };
}

async function call(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/page/${path}`, init).catch(() => undefined);
  if (!response) throw new RequestError('The workspace does not answer. Is it still running?');
  const body = (await response.json().catch(() => ({}))) as { error?: unknown };
  if (response.ok) return body;
  const said = typeof body.error === 'string' ? body.error : undefined;
  throw new RequestError(said ?? `The workspace answered ${response.status}.`, response.status);
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
