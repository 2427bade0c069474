/** Code in backticks, which no rule about markup may change: `^[a-z][0-9]$` has no link. */
export const CODE = '(?<code>`[^`]{1,200}`)';

/** Each with the text that stays in the group `inner`; what is in code is none of these. */
const IMAGE = new RegExp(`${CODE}|!\\[[^\\]]{0,200}\\]\\([^()\\s]{0,500}\\)`, 'g');
const LINK = new RegExp(
  `${CODE}|\\[(?<inner>[^[\\]]{1,200})\\]\\((?<target>https?:\\/\\/[^()\\s]{0,500}|(?![\\w+.-]{1,20}:)[^()\\s]{0,500})\\)`,
  'g',
);
const OTHER_LINKS: readonly RegExp[] = [
  new RegExp(
    `${CODE}|\\[(?<inner>[^[\\]]{1,200})\\]\\(\\w{1,60}(?:::\\w{1,60}){1,10}(?:\\(\\))?\\)`,
    'g',
  ),
  new RegExp(`${CODE}|\\[(?<inner>[^[\\]]{1,200})\\]\\[[^[\\]]{0,100}\\]`, 'g'),
  new RegExp(`${CODE}|\\[(?<inner>\`[^\`]{1,100}\`)\\]`, 'g'),
  new RegExp(`${CODE}|<(?<inner>https?:\\/\\/[^<>\\s]{1,500})>`, 'g'),
];

/** Links as their text; what says nothing without its target, such as "these docs", is followed by that. */
export function withoutLinks(markup: string): string {
  const text = markup
    .replace(IMAGE, (_, code = '') => code)
    .replace(LINK, (...found) => {
      const { code, inner = '', target = '' } = groupsOf(found);
      return code ?? `${inner}${vagueTarget(inner, target)}`;
    });
  return OTHER_LINKS.reduce((all, pattern) => all.replace(pattern, '$<code>$<inner>'), text);
}

function vagueTarget(label: string, target: string): string {
  if (!VAGUE.test(label) || /^(?:#|$)/.test(target) || target.includes('`')) return '';
  return /^https?:/.test(target) ? ` (${target})` : ` (\`${target}\`)`;
}

const VAGUE =
  /^(?:(?:click |see )?(?:here|this|these|that|there)|(?:(?:the|this|these|our|that|following|full|official) ){0,2}(?:docs?|documentation|guides?|pages?|articles?|links?|instructions?|sections?|wiki|tutorials?|posts?|documents?|files?|examples?))$/i;

const BESIDE = /(?<!`)`(?<first>[^`]{1,200})``(?<mark>[:=,]?\s*)(?<second>[^`]{1,200})`(?!`)/g;

/** Two codes side by side, whose marks would be read as others: `a`: `b`, or `ab`. */
export function withoutCodeBeside(text: string): string {
  return text.replace(BESIDE, (...found) => {
    const { first, mark = '', second } = groupsOf(found);
    return mark.trim() === '' ? `\`${first}${mark}${second}\`` : `\`${first}\`${mark}\`${second}\``;
  });
}

function groupsOf(found: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  return found.at(-1) as Record<string, string | undefined>;
}
