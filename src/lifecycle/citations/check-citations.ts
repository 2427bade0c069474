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
  /** For how long an answer may wait, ms; 0: nobody looks. */
  readonly waitMs: number;
  /** What looking may take in all, ms. */
  readonly timeoutMs?: number;
}

/** A look that goes on while the answer is shown. Undefined: nobody looked, or nothing is known. */
export interface CitationCheck {
  /** What is known after the moment that an answer may wait, or sooner where it is all. */
  readonly inTime: Promise<CitationIssues | undefined>;
  /** What is known in the end. Both reject with nothing but the reason of the call's own signal. */
  readonly complete: Promise<CitationIssues | undefined>;
}

export type CheckCitations = (answer: Answer, call: ToolCallOptions) => CitationCheck;

/** Places that are looked up for one answer. */
const MAX_FILES = 20;
const MAX_CONCURRENT = 4;
/** What is marked later than this has been read without its mark. */
const TIMEOUT_MS = 20_000;
/** So long nobody asks tools that are off, or that gave nothing in time. */
const PAUSE_MS = 60_000;

/**
 * Looks each cited file range up once. It never holds the answer back: that waits a moment at most,
 * and what is found later is marked later. Only what is sure is said: what cannot be looked up is
 * left as it is.
 */
export function createCitationCheck(options: CitationOptions): CheckCitations {
  const { tools, baseUrl, now, logger, waitMs, timeoutMs: longestMs = TIMEOUT_MS } = options;
  let restUntil = 0;

  async function lookAt(
    files: readonly NumberedFile[],
    found: Findings,
    call: ToolCallOptions,
  ): Promise<void> {
    const { offered } = await tools.tools(call);
    if (!offered.includes('read_file')) return;
    const few = bulkhead(MAX_CONCURRENT, MAX_FILES);
    const seen = files.map(async ({ number, file }) => {
      const doubt = await few.execute(() => findIssue(file, tools, call));
      found.isKnown = true;
      if (doubt !== undefined) found.issues[number] = doubt;
    });
    // One place that cannot be looked up says nothing of the others.
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
      if (limit.aborted || isAway(error)) restUntil = now() + PAUSE_MS;
      logger.debug({ err: error }, 'sources were not looked up');
    }
  }

  return (answer, call) => {
    const files = citedFiles(answer, baseUrl);
    if (files.length === 0 || waitMs === 0 || now() < restUntil) return NOT_CHECKED;
    const found: Findings = { issues: {}, isKnown: false };
    const known = () => (found.isKnown ? { ...found.issues } : undefined);
    const atLast = lookWithin(files, found, call).then(known);
    const moment = sleep(waitMs, undefined, { ref: false }).then(known);
    const soon = Promise.race([atLast, moment]);
    // Where the answer itself comes to nothing, nobody is left to hear of it.
    for (const unheard of [soon, atLast]) unheard.catch(() => undefined);
    return { inTime: soon, complete: atLast };
  };
}

/** Filled as it goes. */
interface Findings {
  readonly issues: Record<number, CitationIssue>;
  isKnown: boolean;
}

const NOT_CHECKED: CitationCheck = {
  inTime: Promise.resolve(undefined),
  complete: Promise.resolve(undefined),
};

/** The answer with what was found wrong with its sources. */
export function withCitationIssues(answer: Answer, doubts: CitationIssues | undefined): Answer {
  if (doubts === undefined || Object.keys(doubts).length === 0) return answer;
  const sources = answer.sources.map((source, n) => {
    const doubt = doubts[n];
    return doubt === undefined ? source : { ...source, issue: doubt };
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

/** Off for all, not for one account alone. */
function isAway(error: unknown): boolean {
  if (error instanceof ToolsDenied) return error.reason === 'off' || error.reason === 'too-old';
  return error instanceof ToolsUnavailable;
}
