import { withJoinedNouns } from '../../../index/possible-names.js';
import { buildQuery } from '../../../index/query.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { type ConfigurationBlock, configurationBlocks } from '../facts/configuration-blocks.js';
import { bestRepository } from '../facts/look-up.js';
import { type DocumentedSetting, documentsOf } from '../facts/setting-documents.js';
import { plainText, proseMarkdown } from '../passages/prose.js';
import { relatedTo } from '../text/related-words.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { sharesOf } from './term-shares.js';

/** Of what is asked, weighted by how rare each word is in the files. */
const MIN_SHARE = 0.5;
/** Of a question, which has more words than a subject; less if no other block has nearly as much. */
const MOST_OF_QUESTION = 0.55;
const MUCH_OF_QUESTION = 0.42;
const MARGIN = 1.4;
/** Where a key has no word of it, only its comment. */
const COMMENT_FACTOR = 0.8;
const RELATED_FACTOR = 0.5;
/** For each line beyond a few: of two blocks that say the same, the shorter one. */
const LINE_COST = 0.01;
const FEW_LINES = 30;
/** For several paragraphs: one that says the same comes first. */
const SEVERAL_COST = 0.02;
/** For settings of other things that no line keeps together with the one that is meant. */
const OF_OTHERS = 0.02;
/** For the one whose key is the subject itself: `email` before `admin_email`. */
const SAME_NAME = 0.2;
/** How the project itself is started by those who work on it. */
const OF_DEVELOPERS = 0.05;
const MIN_WORDS = 2;
const MAX_SHOWN = 16;
const MAX_NAMED = 3;
const MAX_SAID_LENGTH = 160;
/** Said of any setting. */
const ASKING = new Set(
  'set setting configure config configuration option enable disable turn change default value variable environment adjust need server instead'
    .split(' ')
    .flatMap(termsOf),
);

/**
 * The settings in a file of configuration that have most of what a question is about; nothing if none has much.
 * `isWhole`: the subject is a whole question.
 */
export async function configuredIn(
  input: FormInput,
  subject: string,
  isWhole = false,
): Promise<Draft | undefined> {
  const searched = bestRepository(input);
  const terms = buildQuery(withJoinedNouns(subject)).terms.filter(({ term }) => !ASKING.has(term));
  if (!searched || terms.length === 0) return undefined;
  const blocks = await configurationBlocks(searched, input);
  const [best, ...others] = rankedBy(terms, blocks);
  if (!best) return undefined;
  const next = others.find((one) => !overlaps(one.block, best.block) && !isSameSetting(one, best));
  const isClear = best.share >= MARGIN * (next?.share ?? 0);
  const least = !isWhole ? MIN_SHARE : isClear ? MUCH_OF_QUESTION : MOST_OF_QUESTION;
  if (best.share < least) return undefined;
  const { file, start, end, keys } = best.block;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Found the settings in ${file.path}`);
  const { repo, commit, path } = file;
  const last = Math.min(end, start + MAX_SHOWN - 1);
  const isNamed = keys.slice(0, MAX_NAMED).some((key) => best.askedKeys.includes(key));
  const named = isNamed ? keys : [...new Set([...best.askedKeys, ...keys])];
  const names = named.slice(0, MAX_NAMED).map(codeSpan).join(', ');
  const more = keys.length > MAX_NAMED ? ', …' : '';
  const documented = await documentsOf(
    named.slice(0, MAX_NAMED).filter(isDistinct),
    searched,
    input,
  );
  return {
    statements: [
      {
        markdown: `Configured in ${codeSpan(path)}: ${names}${more}`,
        reference: placeReference({ repo, commit, path, start, end }),
      },
    ],
    code: {
      reference: placeReference({ repo, commit, path, start, end: last }),
      language: codeFenceLanguage(path),
      lines: [...file.lines.slice(start - 1, last), ...(last < end ? ['…'] : [])],
    },
    links: [...documented].map(([key, said]) => documentLink(key, said)),
    followups: distinctFollowups(
      named.slice(0, 2).map((key) => `Where is ${key} used?`),
      input.question,
    ),
  };
}

/** A key of one word, such as `port`, is one of something else in most documents. */
function isDistinct(key: string): boolean {
  return wordParts(key).length > 1;
}

function documentLink(key: string, { file, start, end, text }: DocumentedSetting): Statement {
  const { repo, commit, path } = file;
  return {
    markdown: `${codeSpan(key)}: ${proseMarkdown(plainText(text), MAX_SAID_LENGTH)}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

function overlaps(a: ConfigurationBlock, b: ConfigurationBlock): boolean {
  return a.file === b.file && a.start <= b.end && b.start <= a.end;
}

/** In another file, such as an example of one for the environment. */
function isSameSetting(one: Ranked, other: Ranked): boolean {
  return one.askedKeys.some((key) => other.askedKeys.includes(key));
}

interface Ranked {
  readonly block: ConfigurationBlock;
  readonly share: number;
  /** Those that have a word of what is asked, or one that means the same. */
  readonly askedKeys: readonly string[];
}

function rankedBy(
  terms: readonly { readonly term: string; readonly weight: number }[],
  blocks: readonly ConfigurationBlock[],
): Ranked[] {
  const read = blocks.map((block) => {
    const text = block.file.lines.slice(block.start - 1, block.end).join('\n');
    return { block, keys: new Set(termsOf(block.keys.join(' '))), all: new Set(termsOf(text)) };
  });
  const shares = sharesOf(
    terms,
    read.map(({ all }) => all),
  );
  const related = relatedTo(shares.keys());
  const worth = ({ block, keys, all }: (typeof read)[number]) => {
    const factors = new Map<string, number>();
    const count = (term: string, factor: number) =>
      factors.set(term, Math.max(factors.get(term) ?? 0, factor));
    for (const term of all) {
      if (shares.has(term)) count(term, keys.has(term) ? 1 : COMMENT_FACTOR);
      for (const asked of related.get(term) ?? []) count(asked, RELATED_FACTOR);
    }
    const said = [...factors].reduce((sum, [term, one]) => sum + one * (shares.get(term) ?? 0), 0);
    // One word of several is in any file.
    const isEnough = factors.size >= Math.min(MIN_WORDS, shares.size);
    const lines = Math.max(0, block.end - block.start + 1 - FEW_LINES);
    const isSame = block.keys.slice(0, 1).some((key) => isOnly(key, shares));
    const own = (isSame ? SAME_NAME : 0) - (DEVELOPMENT.test(block.file.path) ? OF_DEVELOPERS : 0);
    const several = block.isOfSeveral ? SEVERAL_COST : 0;
    return isEnough ? said + own - LINE_COST * lines - several : 0;
  };
  const isAsked = (key: string) =>
    termsOf(key).some((term) => shares.has(term) || related.has(term));
  return read
    .map((one) => {
      const askedKeys = one.block.keys.filter(isAsked);
      const others = isOfOthers(one.block, askedKeys) ? OF_OTHERS : 0;
      return { block: one.block, share: worth(one) - others, askedKeys };
    })
    .toSorted((a, b) => b.share - a.share || b.block.keys.length - a.block.keys.length);
}

/** Whether most of its settings are about something else, and only stand beside the one that is meant. */
function isOfOthers({ file, start, keys }: ConfigurationBlock, asked: readonly string[]): boolean {
  const first = file.lines[start - 1] ?? '';
  const isHeaded = /^\s*(?:#|;|\/\/)|[:{[]\s*$|^\s*\[/.test(first);
  return !isHeaded && asked.length > 0 && asked.length * 2 < keys.length;
}

const DEVELOPMENT =
  /(?:^|\/)(?:docker|dev|deploy|scripts?|examples?)\/|(?:^|[._-])(?:dev|local)(?:elopment)?\b/;

/** Whether a key has all of the terms, and no other. */
function isOnly(key: string, terms: ReadonlyMap<string, number>): boolean {
  const own = wordParts(key).flatMap(termsOf);
  return own.length === terms.size && own.every((term) => terms.has(term));
}
