import { truncate } from '../../markdown/truncate.js';
import type { ToolCall } from '../llm/client/model-client.js';

const MAX_LENGTH = 140;

/** Describes a tool call for the user who waits for the answer. */
export function describeToolCall({ name, input }: ToolCall): string {
  const object = typeof input === 'object' && input !== null ? input : {};
  const args = new Map(Object.entries(object));
  const words = sentence(name, (key) => argumentText(args.get(key)))
    .replace(/\s+/g, ' ')
    .trim();
  return truncate(words, MAX_LENGTH);
}

function sentence(name: string, arg: (key: string) => string): string {
  switch (name) {
    case 'keyword_search':
    case 'nls_search':
      return `Searching for ${arg('query')}`;
    case 'read_file':
      return `Reading ${arg('path')}${lineSuffix(arg('startLine'), arg('endLine'))}`;
    case 'list_files':
      return `Looking into ${arg('path') || arg('repo')}`;
    case 'list_repos':
      return `Looking for repositories named ${arg('query')}`;
    case 'go_to_definition':
      return `Going to the definition of ${arg('symbol')}`;
    case 'find_references':
      return `Finding references to ${arg('symbol')}`;
    case 'commit_search':
      return `Searching commits of ${arg('repos')}${searchedFor(arg)}`;
    case 'diff_search':
      return `Searching changes for ${arg('pattern')}`;
    case 'compare_revisions':
      return `Comparing ${arg('base')} with ${arg('head')}`;
    case 'get_contributor_repos':
      return `Looking for repositories that ${arg('author')} works on`;
    default:
      return `Calling ${name}`;
  }
}

function searchedFor(arg: (key: string) => string): string {
  const words = ['messageTerms', 'contentTerms', 'files', 'authors'].map(arg).find(Boolean);
  return words ? ` for ${words}` : '';
}

function lineSuffix(start: string, end: string): string {
  if (start === '' && end === '') return '';
  return end === '' ? `:${start}-` : `:${start || 1}-${end}`;
}

function argumentText(value: unknown): string {
  if (Array.isArray(value)) return value.map(argumentText).filter(Boolean).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
