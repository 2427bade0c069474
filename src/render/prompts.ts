import { clip, defang, oneLine } from './escape.js';

/** Questions that Slack offers to ask with one click. */
export interface Prompts {
  readonly title: string;
  readonly prompts: readonly { readonly title: string; readonly message: string }[];
}

/** Slack takes four. */
const MOST = 4;
const MOST_ASKED = 2;
const TITLE_LENGTH = 75;

/** What is worth asking of any code. The manifest has the same, for before anybody has asked. */
export const GENERAL: Prompts['prompts'] = [
  { title: 'Find your way', message: 'Where does the program start?' },
  { title: 'Run the tests', message: 'How are the tests run?' },
  { title: 'Find the settings', message: 'Where is the configuration read?' },
  { title: 'Follow an error', message: 'Where are errors handled?' },
];

/** `lately`: what somebody asked, the latest first; `title` is what the service called it. */
export function renderPrompts(lately: readonly { title: string; asked: string }[]): Prompts {
  const own = lately
    .filter(({ asked }, i) => lately.findIndex((other) => other.asked === asked) === i)
    .slice(0, MOST_ASKED)
    .map(({ title, asked }) => ({
      title: clip(defang(oneLine(title)), TITLE_LENGTH),
      message: asked,
    }));
  const title = own.length === 0 ? 'Ask about the code' : 'Ask again, or something else';
  return { title, prompts: [...own, ...GENERAL].slice(0, MOST) };
}
