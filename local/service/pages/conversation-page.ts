import { html } from 'ghtml';
import MarkdownIt from 'markdown-it';
import { readPrompt } from '../conversation/prompt.js';
import type { Conversation, Question } from '../conversation/resources.js';
import { counted } from '../markdown/counted.js';
import { askForm } from './ask-form.js';
import { conversationPath } from './conversation-paths.js';
import { conversationTitle } from './conversation-title.js';
import { highlight } from './highlight.js';
import { layout } from './layout.js';

const REFRESH_SECONDS = 3;
const MAX_SUGGESTIONS = 5;
const MAX_OPEN_SOURCES = 4;

/** A shared conversation: each question with its answer, sources and steps. */
export function sharedConversationPage(conversation: Conversation): string {
  const path = `/deepsearch/shared/${conversation.read_token}`;
  const title = titleOf(conversation);
  return layout({
    title,
    headerHtml: html`<nav>${title}</nav><span class="note">asked ${askedAt(conversation)} UTC · <a href="${path}.md">Markdown</a></span>`,
    bodyHtml: html`<div id="conversation"!${liveAttribute(conversation, path)}>!${articles(conversation)}</div>`,
    ...(isWorking(conversation) && { refresh: REFRESH_SECONDS }),
  });
}

/** A conversation for its owner, who can stop it and ask on. */
export function ownConversationPage(conversation: Conversation): string {
  const path = conversationPath(conversation.id);
  const title = titleOf(conversation);
  const followUp = { action: `${path}/questions`, label: 'Ask a follow-up question' };
  return layout({
    title,
    headerHtml: html`<nav>${title}</nav><span class="note">asked ${askedAt(conversation)} UTC</span>`,
    bodyHtml: html`<div id="conversation"!${liveAttribute(conversation, path)}>
<p class="open"><a href="${path}">Open this conversation</a></p>
!${articles(conversation)}
!${isWorking(conversation) ? stopForm(path) : suggestionsHtml(conversation, path)}
</div>
!${askForm({ ...followUp, placeholder: 'Who calls it?' })}`,
    ...(isWorking(conversation) && { refresh: REFRESH_SECONDS }),
  });
}

function titleOf({ questions: [first] }: Conversation): string {
  return conversationTitle(first?.title, first?.question);
}

function askedAt({ created_at }: Conversation): string {
  return created_at.slice(0, 16).replace('T', ' ');
}

function isWorking({ questions }: Conversation): boolean {
  return questions.some(isUnfinished);
}

function isUnfinished({ status }: Question): boolean {
  return status === 'pending' || status === 'processing';
}

/** The script replaces the element by that of the page at `path` until it has no such attribute. */
function liveAttribute(conversation: Conversation, path: string): string {
  return isWorking(conversation) ? html` data-live="${path}"` : '';
}

function articles({ questions }: Conversation): string {
  return questions.map((question) => questionHtml(question)).join('\n');
}

function questionHtml(question: Question): string {
  return html`<article><h2>${readPrompt(question.question).question}</h2>
!${outcomeHtml(question)}
!${sourcesHtml(question)}
!${stepsHtml(question)}
</article>`;
}

function outcomeHtml(question: Question): string {
  if (question.answer !== undefined) {
    return html`<div class="answer">!${renderMarkdown(question.answer)}</div>`;
  }
  if (isUnfinished(question)) return '<p class="working" role="status">In progress…</p>';
  const { title = 'No answer', message = 'This question ended without an answer.' } =
    question.error ?? {};
  return html`<p><strong>${title}.</strong> ${message}</p>`;
}

function sourcesHtml({ sources = [] }: Question): string {
  if (sources.length === 0) return '';
  const rows = sources.map(
    ({ link, label }) => html`<li><a href="${safeHref(link)}">${label}</a></li>`,
  );
  // What the answer cites is linked there; a long list would push what to ask next out of sight.
  const open = rows.length <= MAX_OPEN_SOURCES ? ' open' : '';
  return html`<details!${open}><summary>${counted(rows.length, 'source')}</summary><ul class="sources">!${rows.join('\n')}</ul></details>`;
}

/** Open while it runs: they are all that there is to see. */
function stepsHtml(question: Question): string {
  const rows = question.turns.slice(1).map(({ reasoning }) => html`<li>${reasoning}</li>`);
  if (rows.length === 0) return '';
  const steps = html`<ol class="steps">!${rows.join('\n')}</ol>`;
  if (isUnfinished(question)) return steps;
  return html`<details><summary>${counted(rows.length, 'step')}</summary>!${steps}</details>`;
}

function stopForm(path: string): string {
  return html`<form method="post" action="${path}/cancel" data-ask><button>Stop</button></form>`;
}

function suggestionsHtml({ questions }: Conversation, path: string): string {
  const suggested = questions.at(-1)?.suggested_followups?.slice(0, MAX_SUGGESTIONS) ?? [];
  if (suggested.length === 0) return '';
  const buttons = suggested.map(
    (question) => html`<button name="question" value="${question}">${question}</button>`,
  );
  return html`<form class="suggestions" method="post" action="${path}/questions" data-ask aria-label="Suggested questions">!${buttons.join('\n')}</form>`;
}

/** Only paths on this service and http(s) URLs; anything else becomes `#`. */
function safeHref(link: string): string {
  return /^(\/(?!\/)|https?:\/\/)/.test(link) ? link : '#';
}

function renderMarkdown(text: string): string {
  // `html: false` escapes tags in the answer; markdown-it itself blocks `javascript:` links.
  const markdown = new MarkdownIt({ html: false, highlight });
  return markdown.render(text);
}
