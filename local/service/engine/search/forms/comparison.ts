import { describeSection, describeSentence } from '../draft/describe.js';
import type { Draft, ShownPlace, Statement } from '../draft/draft.js';
import { type DocumentSection, documentSections } from '../facts/document-sections.js';
import { findSymbol, type NamedSymbol } from '../facts/named-symbol.js';
import type { Passage } from '../passages/passage.js';
import { sectionSentences } from '../passages/section-text.js';
import type { ComparisonQuestion } from '../question-kinds/rule.js';
import { hasWord } from '../text/has-word.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { findTwo, shownFile, shownOption, shownSymbol } from './named-thing.js';

const MAX_LINKS = 2;
/** A sentence that only lists both says nothing about how they differ. */
const CONTRASTS =
  /\b(?:instead|unlike|differ\w*|whereas|while|but|rather|than|same as|shortcut|shorthand|alias|equivalent|only|compared|similar\w*|prefer\w*|replaces?|contrast|however|recommend\w*|otherwise)\b/i;

/** Two things side by side: a sentence that contrasts them, and of each what it says about itself and how it begins. */
export async function comparison(
  input: FormInput,
  { subject, other }: ComparisonQuestion,
): Promise<Draft | undefined> {
  const [first, second] = await findTwo(subject, other, input);
  if (first && first.passage === second?.passage) return undefined;
  const a = await shown(subject, first, input);
  const b = await shown(other, second, input);
  if (!a || !b || a.statement.reference.link === b.statement.reference.link) return undefined;
  const sections = (await documentSections(input)).filter(({ passage }) =>
    hasBoth(passage, [subject, other]),
  );
  const passages = [first, second].flatMap((one) => (one ? [one.passage] : []));
  const both = contrast([...sections.map(({ passage }) => passage), ...passages], [subject, other]);
  const lead = both
    ? { statements: [both] as const, places: [a, b] }
    : { statements: [a.statement] as const, code: a.code, places: [b] };
  const names = [first?.passage.name ?? subject, second?.passage.name ?? other];
  return {
    ...lead,
    links: linksTo(sections, input, both),
    followups: distinctFollowups(
      names.map((name) => `Where is ${name} used?`),
      input.question,
    ),
  };
}

async function shown(
  name: string,
  symbol: NamedSymbol | undefined,
  input: FormInput,
): Promise<ShownPlace | undefined> {
  const itself = symbol && shownSymbol(symbol, input);
  // Of a field or an option, documents say more than its line.
  if (itself && symbol.passage.docs) return itself;
  const other = (await shownOption(name, input)) ?? itself ?? (await shownFile(name, input));
  return other ?? shownSetter(name, input);
}

/** In Java, the docs of a setting are those of what sets it. */
async function shownSetter(name: string, input: FormInput): Promise<ShownPlace | undefined> {
  if (!/^[a-z]\w*$/.test(name)) return undefined;
  const setter = await findSymbol(`set${name.charAt(0).toUpperCase()}${name.slice(1)}`, input);
  return setter && shownSymbol(setter, input);
}

function lastPart(name: string): string {
  return name.split(/[.#:]+/).at(-1) ?? name;
}

function hasBoth({ file, start, end }: Passage, names: readonly string[]): boolean {
  const text = file.lines
    .slice(start - 1, end)
    .join('\n')
    .toLowerCase();
  return names.every((name) => hasWord(text, lastPart(name).toLowerCase()));
}

/** A sentence that has both names and says how they differ, with where it is. */
function contrast(passages: readonly Passage[], names: readonly string[]): Statement | undefined {
  for (const passage of passages) {
    const sentences = passage.docs?.sentences ?? sectionSentences(passage);
    const own = lastPart(passage.definition?.name ?? '').toLowerCase();
    const found = sentences.find(({ text }) => {
      const lower = text.toLowerCase();
      // Docs need not name what they are about.
      const named = names
        .map((name) => lastPart(name).toLowerCase())
        .filter((one) => !(passage.docs && one === own));
      return CONTRASTS.test(text) && named.every((one) => hasWord(lower, one));
    });
    if (found) return describeSentence(passage, found);
  }
  return undefined;
}

function linksTo(
  sections: readonly DocumentSection[],
  { query }: FormInput,
  said: Statement | undefined,
): Statement[] {
  const path = said?.reference.label;
  return sections
    .map(({ passage }) => describeSection(passage, query))
    .filter(({ reference }) => reference.label !== path)
    .slice(0, MAX_LINKS);
}
