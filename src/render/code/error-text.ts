import { NotConnected } from '../../deepsearch/errors.js';
import {
  type DeniedReason,
  ToolMissing,
  ToolRefused,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from '../../mcp/errors.js';
import { OutsideAudience } from '../../model/audience.js';
import type { CodeCall } from '../../model/code.js';
import * as accountTexts from '../texts/account.js';
import * as codeTexts from '../texts/code.js';
import { commandOf } from './command.js';
import { isCommitComparison } from './history.js';
import { inPeoplesWords } from './wire-names.js';

/**
 * Why the code tools gave no result, and what helps. Undefined for a bug of ours, and for a tool's
 * own refusal, whose text the tool gives.
 */
export function toolErrorText(error: unknown): string | undefined {
  if (error instanceof OutsideAudience) return codeTexts.outsideAudience;
  if (error instanceof ToolsDenied) return DENIED[error.reason];
  if (error instanceof NotConnected) return accountTexts.connectFirst(error.why);
  if (error instanceof ToolMissing) return codeTexts.toolMissing;
  if (error instanceof ToolsBusy) return codeTexts.toolsBusy;
  if (error instanceof ToolsUnavailable) {
    return error.reason === 'too-large' ? codeTexts.tooLarge : codeTexts.toolsUnavailable;
  }
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return late ? codeTexts.toolsUnavailable : undefined;
}

const DENIED: Readonly<Record<DeniedReason, string>> = {
  off: codeTexts.toolsOff,
  'too-old': codeTexts.toolsOff,
  permission: codeTexts.toolsForbidden,
  token: codeTexts.toolsToken,
  account: accountTexts.connectFirst('refused'),
};

/** Whether its user has to connect their account, for the first time or again. */
export function accountProblem(error: unknown): NotConnected['why'] | undefined {
  if (error instanceof NotConnected) return error.why;
  return error instanceof ToolsDenied && error.reason === 'account' ? 'refused' : undefined;
}

/** Why a call gave no result, with what the tool itself says; undefined for a bug of ours. */
export function callErrorText(error: unknown, call: CodeCall): string | undefined {
  if (!(error instanceof ToolRefused)) return toolErrorText(error);
  const typed = commandOf(call);
  const said = codeTexts.toolMessage(inPeoplesWords(error.toolMessage, typed), typed);
  const noParent = call.tool === 'compare' && isCommitComparison(call);
  return noParent ? `${said}\n${codeTexts.firstCommitHint}` : said;
}
