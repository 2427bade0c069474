import { html } from 'ghtml';
import type { ConversationRecord } from '../conversation/records.js';
import { age } from '../markdown/age.js';
import { askForm } from './ask-form.js';
import { CONVERSATIONS_PATH, conversationPath } from './conversation-paths.js';
import { conversationTitle } from './conversation-title.js';
import { layout } from './layout.js';
import { isChanging, type RepositoryOverview, repositoryList } from './repository-list.js';
import { SIGN_OUT_PATH, signInForm } from './sign-in-page.js';

export interface FrontPageView {
  readonly repositories: readonly RepositoryOverview[];
  /** Whoever is signed in, with their conversations. */
  readonly viewer?: {
    readonly name: string;
    readonly conversations: readonly ConversationRecord[];
  };
  /** In ms since the epoch. */
  readonly now: number;
}

const MAX_CONVERSATIONS = 20;

/** The page at `/`: a box to ask in, the last conversations, and what the service knows. */
export function frontPage({ repositories, viewer, now }: FrontPageView): string {
  const live = repositories.some(isChanging) ? ' data-live="/"' : '';
  return layout({
    title: 'Deep Search',
    headerHtml: html`<nav>Deep Search</nav>!${viewer ? signOutForm(viewer.name) : ''}`,
    className: 'front',
    bodyHtml: html`<div class="main">
!${viewer ? askSection(repositories) : signInSection()}
!${viewer ? conversationsSection(viewer.conversations, now) : ''}
</div>
<section id="repositories" aria-labelledby="repositories-title"!${live}>
<h2 id="repositories-title">Repositories <span class="count">${repositories.length}</span></h2>
!${repositoryList(repositories, now)}
</section>`,
  });
}

function signOutForm(name: string): string {
  return html`<form class="who" method="post" action="${SIGN_OUT_PATH}"><span>${name}</span> <button>Sign out</button></form>`;
}

function askSection(repositories: readonly RepositoryOverview[]): string {
  const [only] = repositories;
  const about = repositories.length === 1 && only ? only.name : 'your code';
  const form = { action: CONVERSATIONS_PATH, label: `Ask about ${about}`, isHeading: true };
  return html`<section>!${askForm({ ...form, placeholder: 'How are failed requests retried?' })}
<div id="conversation" hidden></div></section>`;
}

function signInSection(): string {
  return html`<section class="panel"><h2>Sign in to ask</h2>
<p class="soft">With an access token of this service you can ask, and see your conversations.</p>
!${signInForm('/')}</section>`;
}

function conversationsSection(all: readonly ConversationRecord[], now: number): string {
  const rows = all.slice(0, MAX_CONVERSATIONS).map((one) => conversationHtml(one, now));
  const list =
    rows.length === 0
      ? '<p class="soft">None yet. What you ask here or in Slack with your account appears here.</p>'
      : html`<ul class="conversations">!${rows.join('\n')}</ul>`;
  return html`<section id="conversations" aria-labelledby="conversations-title">
<h2 id="conversations-title">Your conversations</h2>
!${list}
</section>`;
}

function conversationHtml(conversation: ConversationRecord, now: number): string {
  const { id, questions, updatedAt } = conversation;
  const count = questions.length === 1 ? '' : `${questions.length} questions · `;
  return html`<li><a href="${conversationPath(id)}">${titleOf(conversation)}</a>
<p class="facts">${count}${stateOf(conversation)}${age(now - updatedAt)} ago</p></li>`;
}

function titleOf({ questions: [first] }: ConversationRecord): string {
  const title = first?.outcome?.kind === 'answered' ? first.outcome.title : undefined;
  return conversationTitle(title, first?.text);
}

function stateOf({ questions }: ConversationRecord): string {
  const { phase, outcome } = questions.at(-1) ?? {};
  if (phase !== undefined && phase !== 'ended') return 'in progress · ';
  if (outcome?.kind === 'failed') return 'failed · ';
  return outcome?.kind === 'cancelled' ? 'stopped · ' : '';
}
