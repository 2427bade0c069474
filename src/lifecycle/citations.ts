import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import type { Logger } from '../log.js';
import type { Call, ToolServer } from '../mcp/client.js';
import { ToolServerError, ToolsDenied, ToolsUnavailable } from '../mcp/errors.js';
import type { Answer, CitationIssue } from '../model/answer.js';
import type { CitationIssues } from '../model/question.js';
import { fileOn } from '../render/markdown/instance-link.js';
import { type CitedFile, doubtAbout, type FileTools } from './cited-file.js';
import { quotedBelow } from './quoted.js';

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
  readonly longestMs?: number;
}

/** A look that goes on while the answer is shown. Undefined: nobody looked, or nothing is known. */
export interface Looking {
  /** What is known after the moment that an answer may wait, or sooner where it is all. */
  readonly soon: Promise<CitationIssues | undefined>;
  /** What is known in the end. Both reject with nothing but the reason of the call's own signal. */
  readonly atLast: Promise<CitationIssues | undefined>;
}

export type CheckCitations = (answer: Answer, call: Call) => Looking;

/** Places that are looked up for one answer. */
const MOST = 20;
const AT_ONCE = 4;
/** What is marked later than this has been read without its mark. */
const LONGEST_MS = 20_000;
/** So long nobody asks tools that are off, or that gave nothing in time. */
const REST_MS = 60_000;

/**
 * Looks each cited file range up once. It never holds the answer back: that waits a moment at most,
 * and what is found later is marked later. Only what is sure is said: what cannot be looked up is
 * left as it is.
 */
export function createCitationCheck(options: CitationOptions): CheckCitations {
  const { tools, baseUrl, now, logger, waitMs, longestMs = LONGEST_MS } = options;
  let restUntil = 0;

  async function lookAt(files: readonly Numbered[], found: Found, call: Call): Promise<void> {
    const { offered } = await tools.tools(call);
    if (!offered.includes('read_file')) return;
    const few = bulkhead(AT_ONCE, MOST);
    const seen = files.map(async ({ number, file }) => {
      const doubt = await few.execute(() => doubtAbout(file, tools, call));
      found.looked = true;
      if (doubt !== undefined) found.doubts[number] = doubt;
    });
    // One place that cannot be looked up says nothing of the others.
    const [failed] = (await Promise.allSettled(seen)).filter(({ status }) => status === 'rejected');
    if (!found.looked && failed?.status === 'rejected') throw failed.reason;
  }

  async function lookWithin(files: readonly Numbered[], found: Found, call: Call): Promise<void> {
    const limit = AbortSignal.timeout(longestMs);
    const signal = call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]);
    try {
      await lookAt(files, found, { ...call, signal });
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!limit.aborted && !(error instanceof ToolServerError)) throw error;
      if (limit.aborted || isAway(error)) restUntil = now() + REST_MS;
      logger.debug({ err: error }, 'sources were not looked up');
    }
  }

  return (answer, call) => {
    const files = citedFiles(answer, baseUrl);
    if (files.length === 0 || waitMs === 0 || now() < restUntil) return NOBODY_LOOKS;
    const found: Found = { doubts: {}, looked: false };
    const known = () => (found.looked ? { ...found.doubts } : undefined);
    const atLast = lookWithin(files, found, call).then(known);
    const moment = sleep(waitMs, undefined, { ref: false }).then(known);
    const soon = Promise.race([atLast, moment]);
    // Where the answer itself comes to nothing, nobody is left to hear of it.
    for (const unheard of [soon, atLast]) unheard.catch(() => undefined);
    return { soon, atLast };
  };
}

/** Filled as it goes. */
interface Found {
  readonly doubts: Record<number, CitationIssue>;
  looked: boolean;
}

const NOBODY_LOOKS: Looking = {
  soon: Promise.resolve(undefined),
  atLast: Promise.resolve(undefined),
};

/** The answer with what was found wrong with its sources. */
export function withDoubts(answer: Answer, doubts: CitationIssues | undefined): Answer {
  if (doubts === undefined || Object.keys(doubts).length === 0) return answer;
  const sources = answer.sources.map((source, n) => {
    const doubt = doubts[n];
    return doubt === undefined ? source : { ...source, issue: doubt };
  });
  return { ...answer, sources };
}

interface Numbered {
  readonly number: number;
  readonly file: CitedFile;
}

function citedFiles({ sources, text }: Answer, baseUrl: string): Numbered[] {
  const files = sources.flatMap((source, number) => {
    const place = fileOn(source, baseUrl);
    if (place === undefined) return [];
    const { repository: repo, lines, ...where } = place;
    const cited = lines === undefined || lines.start < 1 ? {} : { lines };
    const quoted = quotedBelow(text, source.link);
    return [{ number, file: { repo, ...where, ...cited, quoted } }];
  });
  return files.slice(0, MOST);
}

/** Off for all, not for one account alone. */
function isAway(error: unknown): boolean {
  if (error instanceof ToolsDenied) return error.reason === 'off' || error.reason === 'too-old';
  return error instanceof ToolsUnavailable;
}
