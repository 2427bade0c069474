/** What people read below links of the instance; escaped as in `question.ts`. */
import type { CodeLink, InstanceLink } from '../../model/instance-link.js';
import { BREAK, clipMrkdwn } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import { inlineText } from './code.js';

/**
 * Made of the link alone: it gives away nothing that the message does not. `subject`: of its commit, raw, where
 * everybody may see code.
 */
export function linkTitle(link: InstanceLink, subject?: string): string {
  return link.kind === 'conversation' ? '*A Deep Search conversation*' : codeTitle(link, subject);
}

function codeTitle(link: CodeLink, subject: string | undefined): string {
  switch (link.kind) {
    case 'file':
      return `*${inlineText(link.path)}*${lines(link.lines)}\n${where(link.repo, link.revision)}`;
    case 'commit':
      return subject === undefined
        ? `*Commit ${inlineText(link.commit.slice(0, 12))}*\n${inlineText(link.repo)}`
        : `*${inlineText(subject)}*\nCommit ${inlineText(link.commit.slice(0, 12))} · ${inlineText(link.repo)}`;
    case 'comparison':
      return `*${inlineText(link.base)} … ${inlineText(link.head)}*\n${inlineText(link.repo)}`;
  }
}

function lines(range: { readonly start: number; readonly end: number } | undefined): string {
  if (range === undefined) return '';
  const { start, end } = range;
  return start === end ? `, line ${start}` : `, lines ${start} to ${end}`;
}

function where(repo: string, revision: string | undefined): string {
  return revision === undefined
    ? inlineText(repo)
    : `${inlineText(repo)} at ${inlineText(revision)}`;
}

/** A block of code; `raw` holds what would end it at most broken up. */
export function codeBlock(raw: string): string {
  const text = raw.replaceAll('```', `\`${BREAK}\`${BREAK}\``);
  return `\`\`\`\n${clipMrkdwn(text, LIMITS.sectionText - 20)}\n\`\`\``;
}

export const onlyYouNote = 'Only you can see what it shows.';
export const previewExpired =
  'This preview has expired. Post the link again, or open it on the instance.';

export const codeNotAvailable = 'The code tools cannot show this link. Open it on the instance.';

// Buttons (plain text)

export const openPreviewLabel = 'Show me';
