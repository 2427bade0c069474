import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { ToolCallOptions } from '../mcp/tool-server.js';
import { OutsideAudience } from '../model/audience.js';
import type { CodePage } from '../model/code.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { CodeRequest } from '../model/conversation-request.js';
import type { Policy } from '../policy/policy.js';
import { leaveToNewer } from '../queue/retry.js';
import { renderConnect } from '../render/account/connect-first.js';
import { type Message, note } from '../render/blocks/message.js';
import { accountProblem, callErrorText } from '../render/code/error-text.js';
import {
  linkedPages,
  NOTE_CODE_SIZE,
  renderHelp,
  renderMistake,
  renderNote,
} from '../render/code/note.js';
import { pageEntry } from '../render/code/page-reference.js';
import * as codeTexts from '../render/texts/code.js';
import type { CodePageStore } from '../store/code-pages.js';
import type { RunTool, ToolCaller } from './run-tool.js';
import type { ShareToolResult } from './share.js';

export interface CodeRequestOptions {
  readonly runTool: RunTool;
  readonly share: ShareToolResult;
  readonly pages: Pick<CodePageStore, 'keep' | 'load'>;
  /** The token that a user's calls run with. */
  readonly credentialFor: (user: WorkspaceUser) => Promise<ToolCallOptions['token']>;
  readonly audienceOf: Policy['audienceOf'];
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** The user waits for the note: after this time they are told that the service is slow, ms. */
const SERVICE_TIMEOUT_MS = 25_000;

/**
 * Answers `/deepsearch code …` and clicks on the buttons of its notes, to the user alone. What they
 * may read is decided by the instance, for the account that the call runs with.
 */
export function createCodeRequestHandler(options: CodeRequestOptions) {
  const { runTool, share, pages, postEphemeral, logger } = options;

  async function show(page: CodePage, by: ToolCaller): Promise<Message> {
    const result = await runTool(page.call, by, NOTE_CODE_SIZE);
    await pages.keep(new Map(linkedPages(result, page).map(pageEntry)));
    return renderNote(result, page);
  }

  async function showOrShare(
    request: CodeRequest,
    page: CodePage,
    signal: AbortSignal,
  ): Promise<Message> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(SERVICE_TIMEOUT_MS)]);
    const user = { workspace: request.place.workspace, user: request.user };
    try {
      const audience = await options.audienceOf(request.place);
      const by = { token: await options.credentialFor(user), signal: limited, audience };
      if (!request.share) return await show(page, by);
      const result = await runTool(page.call, by, NOTE_CODE_SIZE);
      // Nobody needs to know that there is nothing.
      if (result.items.length === 0) return renderNote(result, page);
      return await share(request, page, result);
    } catch (error) {
      const why = accountProblem(error);
      if (why !== undefined) return renderConnect(why);
      const text = signal.aborted ? undefined : callErrorText(error, page.call);
      if (text === undefined) throw error;
      if (!(error instanceof OutsideAudience)) {
        logger.warn({ err: error, tool: page.call.tool }, 'code tool call failed');
      }
      return note(text);
    }
  }

  async function answer(request: CodeRequest, signal: AbortSignal): Promise<Message> {
    const { command } = request;
    switch (command.kind) {
      case 'call':
        return showOrShare(request, { call: command.call, page: 0 }, signal);
      case 'page':
        return showOrShare(request, command.page, signal);
      case 'stored-page': {
        const page = await pages.load(command.key);
        return page === undefined
          ? note(codeTexts.pageExpired)
          : showOrShare(request, page, signal);
      }
      case 'invalid':
        return renderMistake(command);
      case 'help':
        return renderHelp(command.tool);
      default:
        return leaveToNewer(command);
    }
  }

  return async (request: CodeRequest, signal: AbortSignal): Promise<void> => {
    // After sharing, the note that was shared stays.
    const replaces = request.clicked && request.share !== true;
    await postEphemeral({ ...request, replaces }, await answer(request, signal));
  };
}
