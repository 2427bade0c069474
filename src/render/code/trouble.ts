import {
  type NoTools,
  ToolMissing,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from '../../mcp/errors.js';
import * as words from '../texts/code.js';

/**
 * Why the code tools gave nothing, with the fix; undefined where it is a mistake of ours, or a tool's
 * own refusal, which has words of its own.
 */
export function toolTrouble(error: unknown): string | undefined {
  if (error instanceof ToolsDenied) return DENIED[error.reason];
  if (error instanceof ToolMissing) return words.toolMissing;
  if (error instanceof ToolsBusy) return words.toolsBusy;
  if (error instanceof ToolsUnavailable) {
    return error.trouble === 'too-large' ? words.tooLarge : words.toolsAway;
  }
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return late ? words.toolsAway : undefined;
}

const DENIED: Readonly<Record<NoTools, string>> = {
  off: words.toolsOff,
  'too-old': words.toolsOff,
  permission: words.toolsForbidden,
  token: words.toolsToken,
};
