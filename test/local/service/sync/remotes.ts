import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../../local/demo/free-port.js';
import type { RemoteOptions, SyncOptions } from '../../../../local/service/sync/sync-options.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import type { TestRepository } from '../repositories.js';

/** Fetches at the start and when a test says so. */
export function syncOf(
  ...remotes: readonly (Partial<RemoteOptions> & { url: string })[]
): SyncOptions {
  const defaults = {
    intervalMs: 86_400_000,
    timeoutMs: 60_000,
    maxBytes: 1_000_000_000,
    branches: ['*'],
  };
  return { concurrency: 2, remotes: remotes.map((remote) => ({ ...defaults, ...remote })) };
}

export function fileUrl({ path }: Pick<TestRepository, 'path'>): string {
  return pathToFileURL(path).href;
}

export interface RemoteServer {
  /** The repository's URL there. */
  url(repository: Pick<TestRepository, 'path'>): string;
  stop(): Promise<void>;
}

/** Git's own daemon, which serves the repositories in `folder`. */
export async function startGitDaemon(folder: string, port?: number): Promise<RemoteServer> {
  const listening = port ?? (await freePort());
  const child = spawn(
    'git',
    [
      ...['daemon', '--verbose', '--export-all', '--reuseaddr', '--informative-errors'],
      ...['--listen=127.0.0.1', `--port=${listening}`, `--base-path=${folder}`, folder],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const exited = once(child, 'exit');
  let said = '';
  while (!said.includes('Ready to rumble')) said += (await once(child.stderr, 'data'))[0];
  child.stderr.resume();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  cleanUpAfterTest(stop);
  return { url: ({ path }) => `git://127.0.0.1:${listening}/${basename(path)}`, stop };
}

export interface HttpRemote extends RemoteServer {
  /** What the server does instead of serving; absent: it serves. */
  mode?: 'stall' | 'cut' | 'redirect' | 'refuse';
  /** Basic credentials that it asks for. */
  credentials?: string;
  /** The paths of all requests. */
  readonly requests: string[];
  /** Resolves once a response has stalled. */
  stalled(): Promise<unknown>;
}

/** A web server in front of `git http-backend`, for the repositories in `folder`. */
export async function startHttpRemote(folder: string): Promise<HttpRemote> {
  const server = createServer((request, response) => void serve(request, response));
  let stalled = () => {};
  const whenStalled = new Promise<void>((resolve) => {
    stalled = resolve;
  });
  const remote: HttpRemote = {
    requests: [],
    url: ({ path }) => `${base}/${basename(path)}`,
    stalled: () => whenStalled,
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  function serve(request: IncomingMessage, response: ServerResponse): unknown {
    remote.requests.push(request.url ?? '');
    if (remote.mode === 'refuse') return response.writeHead(503).end();
    if (remote.mode === 'redirect') {
      return response.writeHead(301, { location: `${base}/elsewhere${request.url}` }).end();
    }
    const { authorization = '' } = request.headers;
    const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    if (remote.credentials !== undefined && given !== remote.credentials) {
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="code"' }).end();
    }
    const halfway = { stall: stalled, cut: () => response.destroy() };
    const { mode } = remote;
    const isCut = mode !== undefined && request.method === 'POST';
    return runBackend({ request, response, folder, ...(isCut && { onHalf: halfway[mode] }) });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cleanUpAfterTest(remote.stop);
  return remote;
}

interface BackendCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly folder: string;
  /** Called when half a pack has been sent; the rest never is. */
  readonly onHalf?: () => void;
}

/** Runs it as RFC 3875 has it. */
function runBackend({ request, response, folder, onHalf }: BackendCall): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://code');
  const header = (name: string) => String(request.headers[name] ?? '');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: header('content-length'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      GIT_PROTOCOL: header('git-protocol'),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  let output = Buffer.alloc(0);
  child.stdout.on('data', (part: Buffer) => {
    output = Buffer.concat([output, part]);
  });
  child.once('close', () => {
    const end = output.indexOf('\r\n\r\n');
    const headers = output.toString('latin1', 0, end).split('\r\n');
    const body = output.subarray(end + 4);
    let status = 200;
    for (const line of headers) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') status = Number(value.slice(0, 3));
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    // A pack is in the reply to the second request; the first lists references.
    if (!onHalf || !body.includes('PACK')) return void response.end(body);
    response.write(body.subarray(0, (body.indexOf('PACK') + body.length) / 2));
    onHalf();
  });
}

/** The folder that holds a repository made by `makeRepository`. */
export function folderOf({ path }: Pick<TestRepository, 'path'>): string {
  return dirname(path);
}
