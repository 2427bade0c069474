import { bulkhead } from 'cockatiel';
import type { Logger } from '../log.js';
import type { Answer, Doubt } from '../model/answer.js';
import type { Doubts } from '../model/question.js';
import { fileOn } from '../render/source-place.js';
import type { Call, ToolServer } from '../toolserver/client.js';
import { ToolServerError, ToolsDenied, ToolsUnavailable } from '../toolserver/errors.js';
import { type CitedFile, doubtAbout, type FileTools } from './cited-file.js';
import { quotedBelow } from './quoted.js';

export interface CitationOptions {
  readonly tools: FileTools & Pick<ToolServer, 'tools'>;
  /** Of the instance. */
  readonly baseUrl: string;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
  /** What looking may take in all, ms; 0: nobody looks. */
  readonly budgetMs: number;
}

/** Undefined: nobody looked. Throws nothing but the reason of the call's own signal. */
export type CheckCitations = (answer: Answer, call: Call) => Promise<Doubts | undefined>;

/** Places that are looked up for one answer. */
const MOST = 20;
const AT_ONCE = 4;
/** So long no answer waits for tools that are off, or do not answer in time. */
const REST_MS = 60_000;

/**
 * Looks each cited file range up once, before the answer is shown, for as long as the budget lasts.
 * Only what is sure is said: what cannot be looked up is left as it is.
 */
export function createCitationCheck(options: CitationOptions): CheckCitations {
  const { tools, baseUrl, now, logger, budgetMs } = options;
  let restUntil = 0;

  async function lookAt(files: readonly Numbered[], call: Call): Promise<Doubts | undefined> {
    const { offered } = await tools.tools(call);
    if (!offered.includes('read_file')) return undefined;
    const few = bulkhead(AT_ONCE, MOST);
    const look = (file: CitedFile) => few.execute(() => doubtAbout(file, tools, call));
    const doubts: Record<number, Doubt> = {};
    let looked = 0;
    const seen = files.map(async ({ number, file }) => {
      const doubt = await look(file);
      looked += 1;
      if (doubt !== undefined) doubts[number] = doubt;
    });
    // One place that cannot be looked up says nothing of the others.
    const [failed] = (await Promise.allSettled(seen)).filter(({ status }) => status === 'rejected');
    if (looked === 0 && failed?.status === 'rejected') throw failed.reason;
    return doubts;
  }

  return async (answer, call) => {
    const files = citedFiles(answer, baseUrl);
    if (files.length === 0 || budgetMs === 0 || now() < restUntil) return undefined;
    const budget = AbortSignal.timeout(budgetMs);
    const signal = call.signal === undefined ? budget : AbortSignal.any([call.signal, budget]);
    try {
      return await lookAt(files, { ...call, signal });
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!budget.aborted && !(error instanceof ToolServerError)) throw error;
      if (budget.aborted || isAway(error)) restUntil = now() + REST_MS;
      logger.debug({ err: error }, 'sources were not looked up');
      return undefined;
    }
  };
}

/** The answer with what was found wrong with its sources. */
export function withDoubts(answer: Answer, doubts: Doubts | undefined): Answer {
  if (doubts === undefined || Object.keys(doubts).length === 0) return answer;
  const sources = answer.sources.map((source, n) => {
    const doubt = doubts[n];
    return doubt === undefined ? source : { ...source, doubt };
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
