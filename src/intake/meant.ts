import leven from 'leven';
import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import { CODE_VERBS } from '../model/code.js';
import { parseCode } from './code.js';
import { nearest } from './code-words.js';
import { parseErrand } from './errand.js';
import { id } from './shapes.js';

/** A slip of the fingers in a subcommand, which would else be asked for all to see. Pure. */

const NAMES = [
  ...['list', 'show', 'star', 'unstar', 'share', 'export', 'delete', 'check'],
  ...['usage', 'cancel', 'settings', 'doctor', 'help'],
];
const ALONE = /^(settings|doctor|help)$/;
/** Longer than any of them with what it takes. */
const MOST = 200;
const MOST_WORDS = 8;

/** Words of sentences, and of no call. */
const SENTENCE =
  /\?$|\b(an?|the|is|are|was|were|be|do|does|did|has|have|can|should|could|would|will|how|what|why|where|when|who|which|we|i|it|this|that|in|of|for|to|on|at|with|from|and|or|not)\b/i;

/**
 * The subcommand that was probably meant by what would be a question: its name is a slip or two away,
 * and all the rest fits it. Undefined for everything that people would say.
 */
export function commandMeant(said: string): string | undefined {
  const words = said.split(/\s+/);
  if (said.length > MOST || words.length > MOST_WORDS || /https?:/i.test(said)) return undefined;
  const [first = '', second = '', ...rest] = words;
  if (/^code$/i.test(first)) return codeMeant(second, rest.join(' '));
  const name = NAMES.find((each) => isSlip(first, each));
  const meant = [name, ...words.slice(1)].join(' ');
  const fits = ALONE.test(meant) || parseErrand(meant) !== undefined;
  return name !== undefined && fits ? meant : undefined;
}

function codeMeant(said: string, rest: string): string | undefined {
  const verb = nearest(said, CODE_VERBS);
  if (verb === undefined || SENTENCE.test(rest)) return undefined;
  const meant = `code ${verb} ${rest}`.trim();
  return parseCode(meant)?.what === 'call' ? meant : undefined;
}

/** One letter wrong, or two of a long name, or two that changed places. */
function isSlip(said: string, name: string): boolean {
  const word = said.toLowerCase();
  const far = leven(word, name);
  const swapped = far === 2 && [...word].sort().join() === [...name].sort().join();
  return far > 0 && (swapped || far <= (name.length > 5 ? 2 : 1));
}

const Click = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id }),
  channel: z.object({ id }),
  container: z.object({ message_ts: z.string() }),
  trigger_id: z.string(),
  actions: z.tuple([
    z.object({
      action_id: z.enum([ACTIONS.runMeant, ACTIONS.askSaid]),
      value: z.string().regex(/^.{1,250}$/s),
    }),
  ]),
  response_url: z.string(),
});

/** A command as Slack sends it, but for its trigger. */
interface SaidByClick {
  readonly team_id: string;
  readonly channel_id: string;
  readonly user_id: string;
  readonly text: string;
  readonly response_url: string;
}

/**
 * A click that says a command: `trigger` opens a view; `once` is the same however often the note's
 * button is pressed. Undefined where it is another click.
 */
export function commandClicked(body: unknown) {
  const parsed = Click.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, channel, user, container, actions, trigger_id, response_url } = parsed.data;
  const [{ value: text }] = actions;
  const said: SaidByClick = {
    team_id: team.id,
    channel_id: channel.id,
    user_id: user.id,
    text,
    response_url,
  };
  return { said, trigger: trigger_id, once: `${container.message_ts} ${text}` };
}
