import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { changeLogOf, commitReference } from '../facts/commit-log.js';
import { toolContext } from '../facts/look-up.js';
import { plainQuestion } from '../question-kinds/plain-question.js';
import type { FormInput } from './form.js';

/** A part of a question asks who wrote something, or since when it is there. */
const ASKS_FOR_ORIGIN =
  /\b(?:who (?:first |originally )?(?:wrote|added|introduced|implemented|built|made|did)|since (?:when|which|what (?:version|release))|when (?:was|were|did) .{1,80}\b(?:added|introduced|implemented|come in|land|appear)|which (?:commit|pr|pull request))\b/i;
const MIN_TEXT_LENGTH = 12;
const MAX_TITLE_LENGTH = 120;
const MAX_SHOWN_LENGTH = 60;

/** With the commit that first brought the line of the lead that says most, if a part of the question asks for it. */
export async function withOrigin(draft: Draft, input: FormInput): Promise<Draft> {
  if (!ASKS_FOR_ORIGIN.test(plainQuestion(input.question))) return draft;
  const origin = await originOf(draft, input);
  return origin ? { ...draft, statements: [...draft.statements, origin] } : draft;
}

async function originOf({ code }: Draft, input: FormInput): Promise<Statement | undefined> {
  const hit = input.hits.find(
    ({ repo, found }) => code?.reference.label === `${repo} · ${found.path}`,
  );
  const text = code && tellingLine(code.lines, input.query);
  if (!hit || text === undefined) return undefined;
  const target = { searched: hit, paths: [hit.found.path], text };
  const { changes, isComplete } = await changeLogOf(target, toolContext(input));
  const first = changes.at(-1);
  if (!first || !isComplete) return undefined;
  input.context.stats({ tool_calls: 1 });
  const title = first.title.slice(0, MAX_TITLE_LENGTH);
  const shown = text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
  return {
    markdown: `The line ${codeSpan(shown)} was added on ${first.date} by ${escapeText(first.author)}: “${escapeText(title)}”`,
    reference: commitReference(first),
  };
}

/** What has most of the question, as it is in the file. */
function tellingLine(lines: readonly string[], { terms }: Query): string | undefined {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const said = (text: string) =>
    [...new Set(termsOf(text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const [best] = lines
    .map((line) => line.trim())
    .filter((text) => text.length >= MIN_TEXT_LENGTH && !text.endsWith('…') && said(text) > 0)
    .toSorted((a, b) => said(b) - said(a));
  return best;
}
