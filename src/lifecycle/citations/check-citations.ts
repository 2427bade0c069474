import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import type { Logger } from '../../log.js';
import { ToolServerError, ToolsDenied, ToolsUnavailable } from '../../mcp/errors.js';
import type { ToolCallOptions, ToolServer } from '../../mcp/tool-server.js';
import type { Answer, CitationIssue } from '../../model/answer.js';
import type { CitationIssues } from '../../model/question.js';
import { fileOn } from '../../render/markdown/instance-link.js';
import { type CitedRange, type FileTools, findIssue } from './cited-file.js';
import { quotationAfter } from './quotation.js';

export interface CitationOptions {
  readonly tools: FileTools & Pick<ToolServer, 'tools'>;
  /** Of the instance. */
  readonly baseUrl: string;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
  /** How long an answer may wait for the check, ms; 0: no check. */
  readonly waitMs: number;
  /** Time limit of the whole check, ms. */
  readonly timeoutMs?: number;
}

/** A check that continues while the answer is posted. Undefined: not checked, or nothing is known. */
export interface CitationCheck {
  /** What is known when the answer can wait no longer; earlier if the check is complete. */
  readonly inTime: Promise<CitationIssues | undefined>;
  /** The final result. Both reject only with the reason of the call's own signal. */
  readonly complete: Promise<CitationIssues | undefined>;
}

export type CheckCitations = (answer: Answer, call: ToolCallOptions) => CitationCheck;

/** How many file ranges are looked up for one answer. */
const MAX_FILES = 20;
const MAX_CONCURRENT = 4;
/** By then, users have read the answer. */
const TIMEOUT_MS = 20_000;
/** No checks for this long after the tools were unavailable or too slow, ms. */
const PAUSE_MS = 60_000;

/**
 * Looks up each cited file range once. The answer waits a moment at most; issues that are found later
 * are marked later. Only certain issues are reported: what cannot be looked up is not marked.
 */
export function createCitationCheck(options: CitationOptions): CheckCitations {
  const { tools, baseUrl, now, logger, waitMs, timeoutMs: longestMs = TIMEOUT_MS } = options;
  let pausedUntil = 0;

  async function lookAt(
    files: readonly NumberedFile[],
    found: Findings,
    call: ToolCallOptions,
  ): Promise<void> {
    const { offered } = await tools.tools(call);
    if (!offered.includes('read_file')) return;
    const few = bulkhead(MAX_CONCURRENT, MAX_FILES);
    const seen = files.map(async ({ number, file }) => {
      const issue = await few.execute(() => findIssue(file, tools, call));
      found.isKnown = true;
      if (issue !== undefined) found.issues[number] = issue;
    });
    // A failed look-up does not affect the others.
    const [failed] = (await Promise.allSettled(seen)).filter(({ status }) => status === 'rejected');
    if (!found.isKnown && failed?.status === 'rejected') throw failed.reason;
  }

  async function lookWithin(
    files: readonly NumberedFile[],
    found: Findings,
    call: ToolCallOptions,
  ): Promise<void> {
    const limit = AbortSignal.timeout(longestMs);
    const signal = call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]);
    try {
      await lookAt(files, found, { ...call, signal });
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!limit.aborted && !(error instanceof ToolServerError)) throw error;
      if (limit.aborted || isAway(error)) pausedUntil = now() + PAUSE_MS;
      logger.debug({ err: error }, 'citation check failed');
    }
  }

  return (answer, call) => {
    const files = citedFiles(answer, baseUrl);
    if (files.length === 0 || waitMs === 0 || now() < pausedUntil) return NOT_CHECKED;
    const found: Findings = { issues: {}, isKnown: false };
    const known = () => (found.isKnown ? { ...found.issues } : undefined);
    const atLast = lookWithin(files, found, call).then(known);
    const moment = sleep(waitMs, undefined, { ref: false }).then(known);
    const soon = Promise.race([atLast, moment]);
    // If delivery fails, nobody awaits these: prevent an unhandled rejection.
    for (const promise of [soon, atLast]) promise.catch(() => undefined);
    return { inTime: soon, complete: atLast };
  };
}

/** Filled while the check runs. */
interface Findings {
  readonly issues: Record<number, CitationIssue>;
  isKnown: boolean;
}

const NOT_CHECKED: CitationCheck = {
  inTime: Promise.resolve(undefined),
  complete: Promise.resolve(undefined),
};

/** The answer with the issues of its sources. */
export function withCitationIssues(answer: Answer, issues: CitationIssues | undefined): Answer {
  if (issues === undefined || Object.keys(issues).length === 0) return answer;
  const sources = answer.sources.map((source, n) => {
    const issue = issues[n];
    return issue === undefined ? source : { ...source, issue: issue };
  });
  return { ...answer, sources };
}

interface NumberedFile {
  readonly number: number;
  readonly file: CitedRange;
}

function citedFiles({ sources, text }: Answer, baseUrl: string): NumberedFile[] {
  const files = sources.flatMap((source, number) => {
    const place = fileOn(source, baseUrl);
    if (place === undefined) return [];
    const { repository: repo, lines, ...where } = place;
    const cited = lines === undefined || lines.start < 1 ? {} : { lines };
    const quoted = quotationAfter(text, source.link);
    return [{ number, file: { repo, ...where, ...cited, quoted } }];
  });
  return files.slice(0, MAX_FILES);
}

/** The tools are unavailable for everybody, not only for one account. */
function isAway(error: unknown): boolean {
  if (error instanceof ToolsDenied) return error.reason === 'off' || error.reason === 'too-old';
  return error instanceof ToolsUnavailable;
}
