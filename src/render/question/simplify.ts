import type { ActionsBlock, KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { jsonLength, type Message, section } from '../blocks/message.js';
import { plainPlan } from '../blocks/plan.js';
import { safeCut } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import { parseDocument } from '../markdown/document.js';
import { mrkdwn } from '../markdown/mrkdwn.js';
import { pack } from '../markdown/pack.js';
import { piecesOf } from '../markdown/sanitize.js';
import * as questionTexts from '../texts/question.js';

/**
 * The next plainer form of a message that Slack refuses: its Markdown as sections and its plan as
 * lines, then text without blocks. Undefined where nothing plainer is left.
 */
export function simplify(message: Message): Message | undefined {
  if (message.blocks.some(({ type }) => RICH.has(type))) return asSections(message);
  return message.blocks.length === 0 ? undefined : asText(message);
}

/** Newer blocks, which not every workspace takes. */
const RICH = new Set(['markdown', 'plan']);

function asSections({ blocks, ...rest }: Message): Message {
  const plain = blocks.flatMap((block) => {
    if (block.type === 'plan') return plainPlan(block);
    return block.type === 'markdown' ? sections(block.text) : [block];
  });
  return { ...rest, blocks: plain };
}

const SECTION_AIM = 2_400;
const SECTION_LEAST = 300;

/** `markdown`: tidy. Rendered, a section may be longer than its source: then it is halved. */
function sections(markdown: string, aim = SECTION_AIM): KnownBlock[] {
  const budget = { first: aim, full: aim, cost: (text: string) => jsonLength(text) - 2 };
  return pack(piecesOf(markdown), budget).flatMap((part) => {
    const text = mrkdwn(parseDocument(part));
    if (text.length <= LIMITS.sectionText) return text.trim() === '' ? [] : [section(text)];
    if (aim > SECTION_LEAST) return sections(part, Math.floor(aim / 2));
    return slices(text, LIMITS.sectionText).map((slice) => section(slice));
  });
}

function slices(text: string, max: number): string[] {
  const found: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const at = safeCut(rest, max);
    found.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return found;
}

/** Everything that the blocks say, as one text; of buttons, the questions that they would ask, and the sources. */
function asText({ text, blocks, withoutButtons = '' }: Message): Message {
  const said = blocks.flatMap((block) => {
    if (block.type === 'section') return [block.text?.text ?? ''];
    if (block.type === 'actions') return questions(block);
    if (block.type !== 'context') return [];
    return block.elements.flatMap((element) => ('text' in element ? [element.text] : []));
  });
  const all = [...said, withoutButtons].filter((part) => part !== '').join('\n\n');
  return { text: all === '' ? text : all, blocks: [] };
}

function questions({ elements }: ActionsBlock): string[] {
  const asked = elements.flatMap((element) => {
    if (element.type !== 'button' || element.action_id?.startsWith(ACTIONS.askAgain)) return [];
    return element.action_id?.startsWith(ACTIONS.ask) ? [element.value ?? ''] : [];
  });
  return asked.length === 0 ? [] : [questionTexts.askNext(asked)];
}
