import type { ModalView } from '@slack/types';
import type { ToolCallOptions } from '../mcp/tool-server.js';
import type { CodeCall, CodePage } from '../model/code.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import { commandOf } from '../render/code/command.js';
import { callErrorText } from '../render/code/error-text.js';
import { linkedPages } from '../render/code/note.js';
import { pageEntry } from '../render/code/page-reference.js';
import type { ToolResultView } from '../render/code/tool-result-view.js';
import { renderCodeView, VIEW_CODE_SIZE } from '../render/code/view.js';
import * as codeTexts from '../render/texts/code.js';
import { renderNotice } from '../render/views/notice.js';
import type { CodePageStore } from '../store/code-pages.js';
import type { RunTool } from './run-tool.js';

export interface CodeFillOptions {
  readonly runTool: RunTool;
  readonly pages: Pick<CodePageStore, 'keep' | 'load'>;
  /** The token that a user's calls run with. */
  readonly credentialFor: (user: WorkspaceUser) => Promise<ToolCallOptions['token']>;
  readonly audienceOf: Policy['audienceOf'];
}

export type CodeFill = ReturnType<typeof createCodeFill>;

type CodeModal = Modal & { readonly kind: 'code' };

/** Fills a view with a code tool's result, called again each time it is shown. */
export function createCodeFill(options: CodeFillOptions) {
  const { runTool, pages, credentialFor, audienceOf } = options;

  async function pageOf({ page: shown, selection }: CodeModal): Promise<CodePage | undefined> {
    const page = typeof shown === 'string' ? await pages.load(shown) : shown;
    return selection === undefined ? page : page && selectedPage(page.call, selection);
  }

  async function resultOf(
    call: CodeCall,
    { workspace, user, place }: ViewRequest,
    signal: AbortSignal,
  ): Promise<ToolResultView> {
    try {
      const token = await credentialFor({ workspace, user });
      // Without a place it is theirs alone, as in Home.
      const audience = await audienceOf(place ?? { workspace, channel: user, direct: true });
      return await runTool(call, { token, signal, audience }, VIEW_CODE_SIZE);
    } catch (error) {
      const text = callErrorText(error, call);
      if (text === undefined) throw error;
      const head = codeTexts.inlineCode(`code ${commandOf(call)}`);
      return { head, items: [], none: text, pageLinks: [] };
    }
  }

  return async (
    modal: CodeModal,
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    const page = await pageOf(modal);
    if (page === undefined) return renderNotice(request, codeTexts.pageExpired);
    const result = await resultOf(page.call, request, signal);
    await pages.keep(new Map(linkedPages(result, page).map(pageEntry)));
    const { page: shown, selection, back = [], forward = [] } = modal;
    const isNewStep = selection !== undefined && typeof shown === 'string';
    const previous = isNewStep ? [...back, shown] : back;
    return renderCodeView(request, { result, page, back: previous, forward });
  };
}

/** The definition or references of a name that was picked in a file, or a picked folder entry. */
function selectedPage(
  call: CodeCall,
  { action, symbol }: NonNullable<CodeModal['selection']>,
): CodePage | undefined {
  if (call.tool !== 'read' && call.tool !== 'ls') return undefined;
  const { repo, path = '', revision } = call;
  const at = revision === undefined ? {} : { revision };
  if (action !== 'open') return { call: { tool: action, repo, path, symbol, ...at }, page: 0 };
  const tool = symbol.endsWith('/') ? 'ls' : 'read';
  return { call: { tool, repo, path: symbol.replace(/\/$/, ''), ...at }, page: 0 };
}
