import type { EngineContext } from '../../../conversation/engine.js';
import type { Query } from '../../../index/query.js';
import { decodeText } from '../../../index/text-files.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { type Excerpt, excerptsOf, type LoadedFile, qualifiedName } from '../passages/excerpts.js';
import type { RepositoryHit } from '../passages/find.js';
import { suggestFollowups } from './followups.js';
import type { Form } from './form.js';

const MAX_FILES_READ = 5;
const MAX_EXCERPTS = 5;
const MAX_EXCERPTS_PER_FILE = 2;
/** The rest of a longer line is neither shown nor indexed. */
const MAX_LINE_LENGTH = 1_000;

/** What the thing is and where it begins: fits every question. */
export const explanation: Form = async ({ question, query, hits, context }) => {
  const [first, ...others] = await readExcerpts(hits, query, context);
  if (!first) return undefined;
  const draft: Draft = {
    statements: [openingStatement(first)],
    code: {
      reference: placeReference(first),
      name: qualifiedName(first),
      language: codeFenceLanguage(first.path),
      lines: first.lines,
    },
    links: others.map(linkStatement),
    followups: suggestFollowups([first, ...others], question),
  };
  return draft;
};

function openingStatement(excerpt: Excerpt): Statement {
  const reference = placeReference(excerpt);
  const name = qualifiedName(excerpt);
  const summary = excerpt.docSummary ? `: ${escapeText(excerpt.docSummary)}` : '';
  return { markdown: `${codeSpan(name || excerpt.path)}${summary}`, reference };
}

function linkStatement(excerpt: Excerpt): Statement {
  return {
    markdown: codeSpan(qualifiedName(excerpt) || excerpt.path),
    reference: placeReference(excerpt),
  };
}

async function readExcerpts(
  hits: readonly RepositoryHit[],
  query: Query,
  context: EngineContext,
): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = [];
  for (const hit of hits.slice(0, MAX_FILES_READ)) {
    context.signal.throwIfAborted();
    context.stats({ tool_calls: 1 });
    const lines = await readLines(hit);
    const { repo, commit, found } = hit;
    const file: LoadedFile = { repo, commit, hit: found, lines };
    const shown = lines.length > 0 ? excerptsOf(file, query).slice(0, MAX_EXCERPTS_PER_FILE) : [];
    const ranges = shown.map(({ start, end }) => `${start}–${end}`).join(', ');
    context.report(`Read ${hit.found.path}${ranges && `, lines ${ranges}`}`);
    excerpts.push(...shown);
  }
  return selectExcerpts(excerpts).slice(0, MAX_EXCERPTS);
}

async function readLines({ repository, found }: RepositoryHit): Promise<string[]> {
  const text = decodeText(await repository.blobs.read(found.objectId));
  return text === undefined
    ? []
    : text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE_LENGTH));
}

/** The first excerpts of up to four files, then second ones, in the order of the files. */
function selectExcerpts(excerpts: readonly Excerpt[]): Excerpt[] {
  const seen = new Set<string>();
  const isFirst = excerpts.map(({ repo, path }) => {
    const key = `${repo}/${path}`;
    return !seen.has(key) && seen.add(key).size > 0;
  });
  const chosen = [
    ...excerpts.filter((_, n) => isFirst[n]).slice(0, 4),
    ...excerpts.filter((_, n) => !isFirst[n]),
  ];
  const kept = new Set(chosen.slice(0, MAX_EXCERPTS));
  return excerpts.filter((place) => kept.has(place));
}
