import type { Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { readPrompt } from '../conversation/prompt.js';
import type { Conversation, Question } from '../conversation/resources.js';
import { escapeText, link } from '../markdown/markdown.js';

/** The conversation as Markdown; relative links are resolved against `baseUrl`. */
export function conversationMarkdown(conversation: Conversation, baseUrl: string): string {
  const title = oneLine(conversation.questions[0]?.title ?? 'Conversation');
  const asked = conversation.created_at.slice(0, 16).replace('T', ' ');
  const parts = conversation.questions.map((question) => section(question, baseUrl));
  return `${[`# ${title}`, `Asked ${asked} UTC.`, ...parts].join('\n\n')}\n`;
}

function section(question: Question, baseUrl: string): string {
  const asked = readPrompt(question.question).question.trim().split(/\r?\n/);
  const sources = (question.sources ?? []).map(
    (source) => `- ${link(oneLine(source.label), absoluteUrl(source.link, baseUrl))}`,
  );
  const steps = question.turns
    .slice(1)
    .map(({ reasoning }, n) => `${n + 1}. ${oneLine(reasoning)}`);
  return [
    '## Question',
    asked.map((line) => `> ${escapeText(line)}`).join('\n'),
    '## Answer',
    outcomeMarkdown(question, baseUrl),
    ...(sources.length > 0 ? ['## Sources', sources.join('\n')] : []),
    ...(steps.length > 0 ? ['## Steps', steps.join('\n')] : []),
  ].join('\n\n');
}

function outcomeMarkdown({ answer, error, status }: Question, baseUrl: string): string {
  if (answer !== undefined) return withAbsoluteLinks(answer, baseUrl);
  if (status === 'pending' || status === 'processing') return 'In progress.';
  if (!error) return 'This question ended without an answer.';
  return `**${oneLine(error.title)}.** ${oneLine(error.message)}`;
}

/** Parses the Markdown, so that text in code that only looks like a link stays as it is. */
function withAbsoluteLinks(markdown: string, baseUrl: string): string {
  let text = '';
  let copied = 0;
  for (const { url, position } of findLinks(fromMarkdown(markdown))) {
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
    const at = markdown.slice(start, end).lastIndexOf('](/');
    if (at < 0 || !isLocal(url)) continue;
    const address = start + at + 2;
    text += `${markdown.slice(copied, address)}${baseUrl}`;
    copied = address;
  }
  return text + markdown.slice(copied);
}

function findLinks(node: Nodes): Link[] {
  if (node.type === 'link') return [node];
  return 'children' in node ? node.children.flatMap(findLinks) : [];
}

function absoluteUrl(address: string, baseUrl: string): string {
  return isLocal(address) ? `${baseUrl}${address}` : address;
}

function isLocal(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

function oneLine(text: string): string {
  return escapeText(text.replace(/\s+/g, ' ').trim());
}
