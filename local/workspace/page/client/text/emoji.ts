import { nameToEmoji } from 'gemoji';

/** Short names that differ in Slack. */
const SLACK_NAMES: Readonly<Record<string, string>> = {
  black_square_for_stop: 'stop_button',
  double_vertical_bar: 'pause_button',
  large_blue_square: 'blue_square',
  large_green_circle: 'green_circle',
  large_green_square: 'green_square',
  large_orange_circle: 'orange_circle',
  large_purple_circle: 'purple_circle',
  large_red_square: 'red_square',
  large_yellow_circle: 'yellow_circle',
  large_yellow_square: 'yellow_square',
  octagonal_sign: 'stop_sign',
  robot_face: 'robot',
  simple_smile: 'slightly_smiling_face',
  thinking_face: 'thinking',
  hugging_face: 'hugs',
  face_with_monocle: 'monocle_face',
  white_frowning_face: 'frowning_face',
};

/** The character for a short name such as `tada` or `+1`, if there is one. */
export function emojiCharacter(name: string): string | undefined {
  const own = SLACK_NAMES[name];
  const known = own ?? name;
  return Object.hasOwn(nameToEmoji, known) ? nameToEmoji[known] : undefined;
}

/** A short name at the start of a text; a skin tone after it is dropped. */
export const SHORTCODE = /^:([a-z0-9_+-]{1,60}):(?::skin-tone-[2-6]:)?/;

/** `:tada:` → 🎉 in plain text; unknown names stay as they are. */
export function replaceShortcodes(text: string): string {
  return text.replace(
    /(?<![\w:]):([a-z0-9_+-]{1,60}):(?::skin-tone-[2-6]:)?/g,
    (whole, name: string) => emojiCharacter(name) ?? whole,
  );
}

const MAX_RESULTS = 24;

/** Short names in which a word starts with the typed text, shortest first. */
export function searchEmoji(typed: string): readonly string[] {
  const wanted = typed
    .trim()
    .toLowerCase()
    .replace(/[\s:]+/g, '_')
    .replace(/^_|_$/g, '');
  return Object.keys(nameToEmoji)
    .filter((name) => name.startsWith(wanted) || name.includes(`_${wanted}`))
    .sort((a, b) => a.length - b.length)
    .slice(0, MAX_RESULTS);
}
