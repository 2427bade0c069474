import {
  type DeniedReason,
  ToolMissing,
  ToolRefused,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from '../../mcp/errors.js';
import type { CodeCall } from '../../model/code.js';
import * as words from '../texts/code.js';
import { commandOf } from './command.js';
import { isCommitComparison } from './history.js';

/**
 * Why the code tools gave no result, and what helps. Undefined for a bug of ours, and for a tool's
 * own refusal, whose text the tool gives.
 */
export function toolErrorText(error: unknown): string | undefined {
  if (error instanceof ToolsDenied) return DENIED[error.reason];
  if (error instanceof ToolMissing) return words.toolMissing;
  if (error instanceof ToolsBusy) return words.toolsBusy;
  if (error instanceof ToolsUnavailable) {
    return error.reason === 'too-large' ? words.tooLarge : words.toolsAway;
  }
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return late ? words.toolsAway : undefined;
}

const DENIED: Readonly<Record<DeniedReason, string>> = {
  off: words.toolsOff,
  'too-old': words.toolsOff,
  permission: words.toolsForbidden,
  token: words.toolsToken,
};

/** Why a call gave no result, with what the tool itself says; undefined for a bug of ours. */
export function callErrorText(error: unknown, call: CodeCall): string | undefined {
  if (!(error instanceof ToolRefused)) return toolErrorText(error);
  const said = words.toolSays(error.toolMessage, commandOf(call));
  const noParent = call.tool === 'compare' && isCommitComparison(call);
  return noParent ? `${said}\n${words.perhapsFirst}` : said;
}
