import { bulkhead } from 'cockatiel';
import type { Token } from '../http/credential.js';
import { ToolServerError } from '../mcp/errors.js';
import type { Commit } from '../mcp/records.js';
import type { ToolCallOptions, ToolServer } from '../mcp/tool-server.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { CitedFile } from './cited-files.js';
import type { RequestContext } from './request-context.js';

export interface FileHistoriesOptions {
  readonly tools: Pick<ToolServer, 'commitSearch'>;
  readonly credentialFor: (user: WorkspaceUser) => Promise<Token>;
}

/** The commits to one file, newest first; undefined if they could not be read. */
export interface FileHistory {
  readonly file: CitedFile;
  readonly found: readonly Commit[] | undefined;
}

/** Each file takes a call of its own; the rest is left out. */
const MAX_FILES = 20;
/** Files that are not looked up by then are reported as that; the request may take longer, ms. */
const LOOKUP_MS = 12_000;
const CONCURRENCY = 4;

export type FileHistories = ReturnType<typeof createFileHistories>;

/**
 * Reads the commits to cited files with the code tools. The failure of one file does not affect the
 * others; if all of them fail, the first error is thrown.
 */
export function createFileHistories({ tools, credentialFor }: FileHistoriesOptions) {
  async function callFor({ user, signal }: RequestContext): Promise<ToolCallOptions> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
    return { token: await credentialFor(user), signal: limited };
  }

  /** Undefined if the tool's result has no commits in a known form. */
  async function commitsTo(
    { repo, path }: CitedFile,
    after: { readonly after?: string },
    call: ToolCallOptions,
  ): Promise<readonly Commit[] | undefined> {
    const found = await tools.commitSearch({ repos: [repo], files: [path], ...after }, call);
    return found.kind === 'record' ? found.record.commits : undefined;
  }

  return {
    /** All commits that the tool finds. */
    async commits(files: readonly CitedFile[], context: RequestContext): Promise<FileHistory[]> {
      const call = await callFor(context);
      return readEach(files, (file) => commitsTo(file, {}, call));
    },

    /** The commits since the newest answer that cites the file. */
    async commitsSinceCited(
      files: readonly CitedFile[],
      context: RequestContext,
    ): Promise<FileHistory[]> {
      const call = await callFor(context);
      return readEach(files, async (file) =>
        file.since === 0
          ? undefined
          : commitsTo(file, { after: new Date(file.since).toISOString() }, call),
      );
    },
  };
}

/** Reads a few files at a time. */
async function readEach(
  files: readonly CitedFile[],
  read: (file: CitedFile) => Promise<FileHistory['found']>,
): Promise<FileHistory[]> {
  const limit = bulkhead(CONCURRENCY, MAX_FILES);
  const errors: unknown[] = [];
  const readOne = async (file: CitedFile): Promise<FileHistory> => {
    try {
      return { file, found: await limit.execute(() => read(file)) };
    } catch (error) {
      if (!(error instanceof ToolServerError || error instanceof DOMException)) throw error;
      errors.push(error);
      return { file, found: undefined };
    }
  };
  const histories = await Promise.all(files.slice(0, MAX_FILES).map(readOne));
  if (errors.length > 0 && errors.length === histories.length) throw errors[0];
  return histories;
}
