import { isSection, type Passage } from './passage.js';
import { perObject } from './read-once.js';

/** `name: 'text'`, or a part of `name: { id: …, defaultMessage: … }`. */
const ENTRY = /^\s*["']?[\w$.-]{1,80}["']?\s*:\s*(?:["'`](.{0,300})["'`]|["'`].*|\{.*)?\s*,?\s*$/;
const BRACKETS = /^\s*[{}()[\],;]*\s*$|^\s*["'`].{0,300}["'`]\s*,?\s*$/;
/** What a table of texts has instead of a text, such as `label.storm`. */
const KEY = /^[a-z][\w-]*(?:[.:][\w-]+)+$/i;
const TEXT = /\p{L}{2,} \S/u;
const MIN_ENTRIES = 15;
const MAX_LINES = 600;
const MAX_LENGTH = 400;
const MIN_SHARE = 0.9;
const MIN_TEXTS = 0.4;

/** Whether nearly all lines of a definition only give names to texts: these have words of any question, and do nothing. */
export const holdsTexts = perObject((passage: Passage): boolean => {
  const { definition, file, start, end } = passage;
  if (!definition || isSection(passage) || end - start <= MIN_ENTRIES) return false;
  const lines = file.lines
    .slice(start, Math.min(end, start + MAX_LINES))
    .map((text) => text.slice(0, MAX_LENGTH));
  const entries = lines.filter((text) => !BRACKETS.test(text));
  const found = entries.map((text) => ENTRY.exec(text)).filter((one) => one !== null);
  if (found.length < MIN_ENTRIES || found.length < MIN_SHARE * entries.length) return false;
  const values = found.flatMap(([, value]) => value ?? []);
  const texts = values.filter((value) => KEY.test(value) || TEXT.test(value));
  return values.length >= MIN_ENTRIES && texts.length >= MIN_TEXTS * values.length;
});
