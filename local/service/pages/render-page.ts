import type { Conversation } from '../conversation/resources.js';
import { conversationMarkdown } from './conversation-markdown.js';
import { ownConversationPage, sharedConversationPage } from './conversation-page.js';
import { type CommitView, type ComparisonView, commitPage, comparisonPage } from './diff-page.js';
import { type FileView, filePage } from './file-page.js';

/** A page that takes long to render, as plain data. */
export type Page =
  | ({ readonly kind: 'file' } & FileView)
  | ({ readonly kind: 'commit' } & CommitView)
  | ({ readonly kind: 'comparison' } & ComparisonView)
  | { readonly kind: 'conversation' | 'own-conversation'; readonly conversation: Conversation }
  | {
      readonly kind: 'markdown';
      readonly conversation: Conversation;
      /** The public URL. */
      readonly url: string;
    };

/** HTML, or Markdown for `markdown`. */
export function renderPage(page: Page): string {
  switch (page.kind) {
    case 'file':
      return filePage(page);
    case 'commit':
      return commitPage(page);
    case 'comparison':
      return comparisonPage(page);
    case 'conversation':
      return sharedConversationPage(page.conversation);
    case 'own-conversation':
      return ownConversationPage(page.conversation);
    case 'markdown':
      return conversationMarkdown(page.conversation, page.url);
  }
}
