import type { ModalView } from '@slack/types';
import type { Source } from '../../model/answer.js';
import type { CodePage } from '../../model/code.js';
import { context, section } from '../blocks/message.js';
import { modalView, openViewButton, type ViewContext } from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import { createLinks, fileOn } from '../markdown/instance-link.js';
import * as codeTexts from '../texts/code.js';
import * as questionTexts from '../texts/question.js';
import { pageReference } from './page-reference.js';
import { fileHead, readFileFollowUp } from './searches.js';

/** The page that each file among the sources opens: its lines, at the revision that the answer cites. */
export function sourcePages(sources: readonly Source[], baseUrl: string): CodePage[] {
  return filesIn(sources, baseUrl).map((file) => ({ call: readFileFollowUp(file).call, page: 0 }));
}

/** The files among an answer's sources, each with a button that opens its lines. */
export function renderSources(
  view: ViewContext,
  sources: readonly Source[],
  baseUrl: string,
): ModalView {
  const links = createLinks(baseUrl);
  const files = filesIn(sources, baseUrl);
  const rows = files.slice(0, MAX_ROWS).map((file, i) => {
    const { label, call } = readFileFollowUp(file);
    const modal = { kind: 'code', page: pageReference({ call, page: 0 }) } as const;
    const mark = file.issue === undefined ? '' : ` ${questionTexts.citationIssueMark(file.issue)}`;
    return { ...section(fileHead(file, links) + mark), accessory: openViewButton(label, modal, i) };
  });
  const left = files.length - rows.length;
  return modalView(view, {
    title: codeTexts.sourcesTitle,
    blocks: [
      section(codeTexts.sourcesViewHead(files.length)),
      ...rows,
      ...(left > 0 ? [context(codeTexts.sourcesLeftOut(left))] : []),
      ...(files.some(({ issue }) => issue) ? [context(questionTexts.citationIssueNote)] : []),
      ...(files.every(({ revision }) => revision) ? [] : [context(codeTexts.currentRevisionNote)]),
    ],
  });
}

/** Leaves room for the head and the notes below. */
const MAX_ROWS = LIMITS.viewBlocks - 4;

/** The sources that are files on the instance, each once. */
function filesIn(sources: readonly Source[], baseUrl: string) {
  const files = sources.flatMap((source) => {
    const found = fileOn(source, baseUrl);
    if (found === undefined) return [];
    const { repository: repo, path, revision, lines } = found;
    const span = lines && { first: Math.max(1, lines.start), last: Math.max(1, lines.end) };
    const file = { repo, path, revision, lines: span };
    return [[JSON.stringify(file), { ...file, issue: source.issue }] as const];
  });
  return [...new Map(files).values()];
}
