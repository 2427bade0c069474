import leven from 'leven';
import { CODE_TOOLS } from '../../model/code.js';
import { parseCodeCommand } from './code-command.js';
import { nearest } from './code-tokens.js';
import { matchSubcommand, SUBCOMMAND_NAMES } from './subcommand.js';

/** Finds typos in subcommands, which would otherwise be asked as public questions. Pure. */

/** `ask` and `code` take any text, and `who` begins many questions. */
const NOT_CORRECTED = new Set(['ask', 'code', 'who']);
/** Without a conversation, these would be questions; the list has the numbers, and a button for each. */
const NEED_CONVERSATION = new Set(['show', 'star', 'unstar', 'share', 'export', 'delete']);
const NAMES = SUBCOMMAND_NAMES.filter((name) => !NOT_CORRECTED.has(name));
/** Code tools that take any sentence. */
const FREE_TEXT = ['search', 'find'];
/** Longer than any subcommand with its arguments. */
const MAX_LENGTH = 200;
const MAX_WORDS = 8;

/** Words of sentences, and of no code call. */
const SENTENCE =
  /\?$|\b(an?|the|is|are|was|were|be|do|does|did|has|have|can|should|could|would|will|how|what|why|where|when|who|which|we|i|it|this|that|in|of|for|to|on|at|with|from|and|or|not)\b/i;

export function isSentence(text: string): boolean {
  return SENTENCE.test(text);
}

/**
 * The subcommand that was probably meant by a text that is parsed as a question: its name has one or
 * two typos, and the rest fits; `list` for a subcommand that lacks its conversation, such as `show shop`. Undefined for what
 * people would ask.
 */
export function correctTypo(text: string): string | undefined {
  const words = text.split(/\s+/);
  if (text.length > MAX_LENGTH || words.length > MAX_WORDS || /https?:/i.test(text)) {
    return undefined;
  }
  const [first = '', second = '', ...rest] = words;
  if (/^code$/i.test(first)) return correctCodeTypo(second, rest.join(' '));
  const name = NAMES.find((each) => each === first.toLowerCase() || isTypo(first, each));
  if (name === undefined) return undefined;
  const corrected = [name, ...words.slice(1)].join(' ');
  if (matchSubcommand(corrected) !== undefined) return corrected;
  const isMeant = first.toLowerCase() === name || isMisspelled(first, name);
  const lacksConversation = words.length <= 2 && !isSentence(second) && NEED_CONVERSATION.has(name);
  return isMeant && lacksConversation ? 'list' : undefined;
}

/** These take no argument, or a person; with other words, they would be asked in public. */
const MOST_EXTRA_WORDS = new Map([
  ['forget', 5],
  ...['usage', 'settings', 'doctor', 'connect', 'disconnect'].map((name) => [name, 2] as const),
]);

/**
 * The subcommand that was probably meant by a short text such as `forget my data` or `usage all`. Undefined for what
 * people would ask.
 */
export function withoutExtraWords(text: string): string | undefined {
  const [first = '', ...extra] = text.split(/\s+/, MAX_WORDS);
  const name = NAMES.find((each) => each === first.toLowerCase() || isMisspelled(first, each));
  const most = name === undefined ? 0 : (MOST_EXTRA_WORDS.get(name) ?? 0);
  if (text.length > MAX_LENGTH || extra.length > most || text.endsWith('?')) return undefined;
  if (/https?:/i.test(text)) return undefined;
  // "forget all of my data" is no question, though it reads as a sentence.
  if (name === 'forget') return ['forget', ...personIn(extra)].join(' ');
  return isSentence(extra.join(' ')) ? undefined : name;
}

/** Whoever names somebody else by an ID does not mean themselves. */
function personIn([named = '']: readonly string[]): string[] {
  const [, id] = /^@?([UW](?=[A-Z]*\d)[A-Z0-9]{5,20})$/i.exec(named) ?? [];
  return id === undefined ? [] : [id.toUpperCase()];
}

function correctCodeTypo(typed: string, rest: string): string | undefined {
  const search = FREE_TEXT.find((each) => isMisspelled(typed, each));
  if (search !== undefined && rest !== '') return `code ${search} ${rest}`;
  const tool = nearest(typed, CODE_TOOLS);
  if (tool === undefined || isSentence(rest)) return undefined;
  const corrected = `${tool} ${rest}`.trim();
  return parseCodeCommand(corrected)?.kind === 'call' ? `code ${corrected}` : undefined;
}

/** A missing letter or two swapped ones: "fund" and "kind" are words, and no `find`. */
function isMisspelled(typed: string, name: string): boolean {
  const word = typed.toLowerCase();
  const missing = word.length < name.length && leven(word, name) === 1;
  return missing || areSwapped(word, name);
}

function areSwapped(word: string, name: string): boolean {
  return leven(word, name) === 2 && [...word].sort().join() === [...name].sort().join();
}

/** One wrong letter, two in a long name, or two swapped ones; `shop` and `step` are no `stop`. */
function isTypo(typed: string, name: string): boolean {
  const word = typed.toLowerCase();
  const distance = leven(word, name);
  const most = name === 'stop' ? 0 : name.length > 5 ? 2 : 1;
  return distance > 0 && (areSwapped(word, name) || distance <= most);
}
