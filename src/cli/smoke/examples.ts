import type { KnownBlock, View } from '@slack/types';
import type { Answer, Snapshot } from '../../model/answer.js';
import { DEFAULT_HOME_STATE } from '../../model/home.js';
import type { Progress } from '../../model/outcome.js';
import { DEFAULT_SETTINGS } from '../../model/settings.js';
import { SETTING_GROUP_NAMES } from '../../model/settings-groups.js';
import { EMPTY_LAYER, explainSettings } from '../../model/settings-layers.js';
import type { BudgetedUsage, WorkspaceUsage } from '../../model/usage.js';
import type { Message } from '../../render/blocks/message.js';
import { renderCodeForm, renderCodeMenu } from '../../render/code/form.js';
import { renderNote } from '../../render/code/note.js';
import { searchResult } from '../../render/code/searches.js';
import { renderCodeView } from '../../render/code/view.js';
import { type ListInput, renderList } from '../../render/conversations/list.js';
import { conversationPages, renderPage } from '../../render/conversations/show.js';
import { renderConversationView } from '../../render/conversations/view.js';
import { renderLinkPreview } from '../../render/link-preview.js';
import { createLinks } from '../../render/markdown/instance-link.js';
import { renderAnswer } from '../../render/question/answer.js';
import { renderFinishedStatus, renderOutcome } from '../../render/question/outcome.js';
import { renderOverdue } from '../../render/question/overdue.js';
import { renderProgress } from '../../render/question/progress.js';
import { renderAskAboutForm } from '../../render/views/ask-about-form.js';
import { renderAskForm } from '../../render/views/ask-form.js';
import { renderHome } from '../../render/views/home.js';
import { renderReasonForm } from '../../render/views/reason-form.js';
import { renderSettingsForm } from '../../render/views/settings-form.js';
import { renderSettingsOverview } from '../../render/views/settings-overview.js';

/** What the bot sends, rendered from made-up data: no question or code of anybody. */

const BASE_URL = 'https://code.example.com';
const AT = 1_767_225_600_000;
const ID = 'smoke-test';
const QUESTION = 'How does a failed payment retry?';

const TEXT = `A failed payment is retried up to **three** times, in \`retry()\`:

1. the first time at once;
2. then after a pause that [doubles](/acme/shop/-/blob/src/retry.ts?L10-14).

| attempt | pause |
| --- | --- |
| 2 | 1 s |
| 3 | 2 s |

\`\`\`ts
const pauseMs = 1_000 * 2 ** attempt;
\`\`\`

> Nothing is retried after a refusal.`;

const ANSWER: Answer = {
  title: 'How payments retry',
  text: TEXT,
  sources: [
    { type: 'File', label: 'src/retry.ts', link: '/acme/shop/-/blob/src/retry.ts?L10-14' },
    { type: 'File', label: 'src/old.ts', link: '/acme/shop/-/blob/src/old.ts', issue: 'no-file' },
  ],
  followups: ['How long does it wait at most?', 'Who is told about a refusal?'],
  stats: { timeMs: 12_000, toolCalls: 7, totalTokens: 12_345, credits: 2 },
};

const USED: BudgetedUsage = {
  usage: { day: { questions: 3, credits: 1.5 }, month: { questions: 42, credits: 15.3 } },
  budget: { day: { questions: 20 }, month: { credits: 100 } },
};

const WORKSPACE_USAGE: WorkspaceUsage = {
  all: USED,
  people: { top: [{ id: 'U0EXAMPLE', usage: USED.usage }], count: 12 },
  channels: { top: [{ id: 'C0EXAMPLE', usage: USED.usage }], count: 1 },
};

const SNAPSHOT: Snapshot = {
  ref: { conversationId: 7, questionId: 1 },
  text: QUESTION,
  createdAt: AT,
  steps: [],
  stats: ANSWER.stats,
  status: 'completed',
  answer: ANSWER,
};

function answer(plainness: 0 | 1 | 2): Message {
  const question = { id: ID, text: QUESTION, ref: SNAPSHOT.ref, privately: true as const };
  const [message = { text: QUESTION, blocks: [] }] = renderAnswer({
    question,
    answer: ANSWER,
    baseUrl: BASE_URL,
    elapsedMs: 12_000,
    afterStop: false,
    plainness,
  });
  return message;
}

function progress(phase: Progress['phase'], steps: readonly string[]): Message {
  const shown = { phase, elapsedMs: 4_000, toolCalls: steps.length, typicalMs: 20_000 };
  const options = { questionId: ID, quote: QUESTION };
  return renderProgress({ ...shown, steps: steps.map((text) => ({ text })) }, options);
}

const SEARCH = { tool: 'search', query: 'retry' } as const;
const RESULT = searchResult(
  SEARCH,
  {
    blocks: [
      {
        type: 'file',
        repo: 'acme/shop',
        file: 'src/retry.ts',
        url: undefined,
        chunks: [{ startLine: 10, endLine: 11, content: 'export function retry() {\n  wait();' }],
      },
    ],
    notice: undefined,
  },
  createLinks(BASE_URL),
);
const PAGE = { call: SEARCH, page: 0 };

const CONVERSATION = { id: 7, at: AT, page: 0, starred: false, mayDelete: true };
const LIST: ListInput = {
  filter: 'mine',
  sortBy: 'updated',
  page: 0,
  more: true,
  partial: false,
  rows: [{ id: 7, title: ANSWER.title, at: AT, starred: true, link: `${BASE_URL}/thread` }],
};

export const EXAMPLES = {
  received: progress({ kind: 'received' }, []),
  working: progress({ kind: 'working' }, ['Searching for retry', 'Reading src/retry.ts']),
};

/** Every kind of message, by what it is. */
export function exampleMessages(): Readonly<Record<string, Message>> {
  const pages = conversationPages([SNAPSHOT], BASE_URL);
  const failure = { kind: 'Timeout', title: 'Timeout', message: 'It took too long' };
  return {
    'a status message': EXAMPLES.received,
    'a status message with a plan': EXAMPLES.working,
    'the last status message': renderFinishedStatus({
      kind: 'completed',
      elapsedMs: 9_000,
      toolCalls: 7,
    }),
    'an answer with a list, a table and code': answer(0),
    'an answer in simpler blocks': answer(1),
    'an answer in plain text': answer(2),
    'a failed question': renderOutcome(
      { kind: 'failed', failure },
      { baseUrl: BASE_URL, question: { text: QUESTION, id: ID } },
    ),
    'the question whether to keep waiting': renderOverdue({ questionId: ID, waitedMs: 600_000 }),
    'a result of a code tool': renderNote(RESULT, PAGE),
    'a page of a conversation': renderPage(pages, CONVERSATION),
    'a list of conversations': renderList(LIST),
  };
}

/** The preview below a link. */
export function exampleLinkPreview(): KnownBlock[] {
  const link = { kind: 'file', repo: 'acme/shop', path: 'src/retry.ts' } as const;
  return renderLinkPreview({ link, id: ID, number: 0, code: 'export function retry() {}' });
}

/** Modals of every layout and the Home tab, by what they are. They are validated, but not opened. */
const SETTINGS = {
  level: 'workspace',
  explained: explainSettings({ workspace: EMPTY_LAYER, channel: EMPTY_LAYER }),
} as const;

export function exampleViews(): Readonly<Record<string, View>> {
  const pages = conversationPages([SNAPSHOT], BASE_URL);
  const about = { text: 'Error: card refused', files: [], unread: ['log.bin'], masked: 1 };
  const code = { result: RESULT, page: PAGE, back: [], forward: [] };
  return {
    'the form to ask': renderAskForm({ modal: { kind: 'ask' } }),
    'the form to ask about a message': renderAskAboutForm(
      { modal: { kind: 'about', files: [] } },
      about,
    ),
    'the form for a reason': renderReasonForm({ modal: { kind: 'reason', questionId: ID } }),
    'the settings of a channel': renderSettingsOverview(
      { modal: { kind: 'settings' } },
      { ...SETTINGS, editor: { isAdmin: true } },
    ),
    ...Object.fromEntries(
      SETTING_GROUP_NAMES.map((group) => [
        `the form for settings: ${group}`,
        renderSettingsForm(
          { modal: { kind: 'settings', edit: group } },
          { ...SETTINGS, group, own: {}, inherited: DEFAULT_SETTINGS },
        ),
      ]),
    ),
    'the menu of the code tools': renderCodeMenu({ modal: { kind: 'code-menu' } }),
    'the form of a code tool': renderCodeForm({ modal: { kind: 'code-form', tool: 'search' } }),
    'a view of code': renderCodeView({ modal: { kind: 'code', page: PAGE } }, code),
    'a view of a conversation': renderConversationView(
      { modal: { kind: 'conversation', id: 7, page: 0 } },
      pages,
      CONVERSATION,
    ),
    'the Home tab': renderHome({
      state: DEFAULT_HOME_STATE,
      list: LIST,
      running: [{ id: ID, text: QUESTION, askedAt: AT }],
      usage: { own: USED, quota: { used: 3, limit: 10 }, workspace: WORKSPACE_USAGE },
      baseUrl: BASE_URL,
      access: 'shared',
    }),
  };
}
