/** What people read below links of the instance; escaped as in `question.ts`. */
import type { CodeLink, InstanceLink } from '../../model/instance-link.js';
import { BREAK, clipMrkdwn, oneLine } from '../format/escape.js';
import { LIMITS, SHOWN } from '../format/limits.js';

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
      return `*${name(link.path)}*${lines(link.lines)}\n${where(link.repo, link.revision)}`;
    case 'commit':
      return subject === undefined
        ? `*Commit ${name(link.commit.slice(0, 12))}*\n${name(link.repo)}`
        : `*${name(subject)}*\nCommit ${name(link.commit.slice(0, 12))} · ${name(link.repo)}`;
    case 'comparison':
      return `*${name(link.base)} … ${name(link.head)}*\n${name(link.repo)}`;
  }
}

function lines(range: { readonly start: number; readonly end: number } | undefined): string {
  if (range === undefined) return '';
  const { start, end } = range;
  return start === end ? `, line ${start}` : `, lines ${start} to ${end}`;
}

function where(repo: string, revision: string | undefined): string {
  return revision === undefined ? name(repo) : `${name(repo)} at ${name(revision)}`;
}

function name(raw: string): string {
  return clipMrkdwn(oneLine(raw).replace(/[*`_~]/g, ''), SHOWN.sourceLabel);
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
