import { ToolRefused } from '../mcp/errors.js';
import type { CodeCall } from '../model/code.js';
import { isChange } from '../render/code/change.js';
import { commandOf } from '../render/code/command.js';
import { toolTrouble } from '../render/code/trouble.js';
import * as words from '../render/texts/code.js';

/** What a person hears where a call gave nothing; undefined where it is a mistake of ours. */
export function whyNot(error: unknown, call: CodeCall): string | undefined {
  if (!(error instanceof ToolRefused)) return toolTrouble(error);
  const said = words.toolSays(error.said, commandOf(call));
  return call.do === 'compare' && isChange(call) ? `${said}\n${words.perhapsFirst}` : said;
}
