import type { ConversationActions } from './conversation-actions.js';
import type { ViewActions } from './view-actions.js';
import type { WorkflowActions } from './workflow-actions.js';

/** What people do in the workspace: the handle and the page call the same code. */
export interface UserActions {
  readonly conversations: ConversationActions;
  readonly views: ViewActions;
  readonly workflows: WorkflowActions;
}
