import type { CodeCall } from '../model/code.js';
import { commandOf } from '../render/code/command.js';
import * as words from '../render/code/words.js';
import {
  type NoTools,
  ToolMissing,
  ToolRefused,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from '../toolserver/errors.js';

/** What a person hears where a call gave nothing; undefined where it is a mistake of ours. */
export function whyNot(error: unknown, call: CodeCall): string | undefined {
  if (error instanceof ToolRefused) return words.toolSays(error.said, commandOf(call));
  if (error instanceof ToolsDenied) return DENIED[error.reason]();
  if (error instanceof ToolMissing) return words.toolMissing();
  if (error instanceof ToolsBusy) return words.toolsBusy();
  if (error instanceof ToolsUnavailable) {
    return error.trouble === 'too-large' ? words.tooLarge() : words.toolsAway();
  }
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return late ? words.toolsAway() : undefined;
}

const DENIED: Readonly<Record<NoTools, () => string>> = {
  off: words.toolsOff,
  'too-old': words.toolsOff,
  permission: words.toolsForbidden,
  token: words.toolsToken,
};
