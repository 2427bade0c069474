import { breakMentions, clip, oneLine } from './format/escape.js';

/** Questions that Slack offers to ask with one click. */
export interface Prompts {
  readonly title: string;
  readonly prompts: readonly { readonly title: string; readonly message: string }[];
}

/** Slack takes four. */
const MAX_PROMPTS = 4;
const MAX_ASKED = 2;
const TITLE_LENGTH = 75;

/** Questions that fit any code. The manifest has the same, for users without a history. */
export const GENERAL: Prompts['prompts'] = [
  { title: 'Start here', message: 'Where does the program start?' },
  { title: 'Run the tests', message: 'How are the tests run?' },
  { title: 'Find the settings', message: 'Where is the configuration read?' },
  { title: 'Follow an error', message: 'Where are errors handled?' },
];

/**
 * `lately`: what somebody asked, the latest first; `title` is what the service called it.
 * `repositories`: names of some that they can ask about, or none where nobody knows.
 */
export function renderPrompts(
  lately: readonly { title: string; asked: string }[],
  repositories: readonly string[] = [],
): Prompts {
  const own = lately
    .filter(({ asked }, i) => lately.findIndex((other) => other.asked === asked) === i)
    .slice(0, MAX_ASKED)
    .map(({ title, asked }) => ({
      title: clip(breakMentions(oneLine(title)), TITLE_LENGTH),
      message: asked,
    }));
  const title = own.length === 0 ? 'Ask about the code' : 'Try asking';
  return { title, prompts: [...own, ...generalOn(repositories)].slice(0, MAX_PROMPTS) };
}

/** Of several repositories at once such questions have no good answer: each names one, in turn. */
function generalOn(repositories: readonly string[]): Prompts['prompts'] {
  if (repositories.length < 2) return GENERAL;
  return GENERAL.map(({ title, message }, i) => {
    const name = repositories[i % repositories.length];
    if (name === undefined) return { title, message };
    const short = breakMentions(oneLine(name.split('/').at(-1) ?? name));
    return { title: clip(`${title}: ${short}`, TITLE_LENGTH), message: `In ${name}: ${message}` };
  });
}
