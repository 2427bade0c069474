import { html } from 'ghtml';
import MarkdownIt from 'markdown-it';
import { readPrompt } from '../conversation/prompt.js';
import type { Conversation, Question } from '../conversation/resources.js';
import { highlight } from './highlight.js';
import { layout } from './layout.js';

/** A conversation: each question with its answer, sources and steps. */
export function conversationPage(conversation: Conversation): string {
  const title = conversation.questions[0]?.title ?? 'Conversation';
  const working = conversation.questions.some(isUnfinished);
  const asked = conversation.created_at.slice(0, 16).replace('T', ' ');
  const markdown = `/deepsearch/shared/${conversation.read_token}.md`;
  return layout({
    title,
    headerHtml: html`<nav>${title}</nav><span class="note">asked ${asked} UTC · <a href="${markdown}">Markdown</a></span>`,
    bodyHtml: conversation.questions.map((question) => questionHtml(question)).join('\n'),
    ...(working && { refresh: 3 }),
  });
}

function isUnfinished({ status }: Question): boolean {
  return status === 'pending' || status === 'processing';
}

function questionHtml(question: Question): string {
  return html`<article><h2>${readPrompt(question.question).question}</h2>
!${outcomeHtml(question)}
!${sourcesHtml(question)}
!${stepsHtml(question)}
</article>`;
}

function outcomeHtml(question: Question): string {
  if (question.answer !== undefined) return renderMarkdown(question.answer);
  if (isUnfinished(question)) return '<p class="soft">In progress…</p>';
  const { title = 'No answer', message = 'This question ended without an answer.' } =
    question.error ?? {};
  return html`<p><strong>${title}.</strong> ${message}</p>`;
}

function sourcesHtml({ sources = [] }: Question): string {
  if (sources.length === 0) return '';
  const rows = sources.map(
    ({ link, label }) => html`<li><a href="${safeHref(link)}">${label}</a></li>`,
  );
  return html`<h3>Sources</h3><ul>!${rows.join('\n')}</ul>`;
}

function stepsHtml({ turns }: Question): string {
  const rows = turns.slice(1).map(({ reasoning }) => html`<li>${reasoning}</li>`);
  if (rows.length === 0) return '';
  return html`<details><summary>${rows.length} steps</summary><ol>!${rows.join('\n')}</ol></details>`;
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
