import { execFile } from 'node:child_process';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../repositories.js';
import { ANN } from '../service-fixture.js';
import { startSharedMcpFixture } from './mcp-fixture.js';

const require = createRequire(import.meta.url);
const SUITE = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

let door: Server;
let url = '';
beforeAll(async () => {
  const world = await startSharedMcpFixture();
  door = await openDoor(new URL(world.url));
  const { port } = door.address() as { port: number };
  url = `http://127.0.0.1:${port}/.api/mcp/v1`;
});
afterAll(() => door.close());

describe('the MCP conformance suite', () => {
  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    'passes %s',
    async (scenario) => {
      const results = join(makeFolder(), 'results');
      const args = ['server', '--url', url, '--scenario', scenario, '--output-dir', results];
      expect(await run(args)).toMatchObject({ code: 0 });
    },
  );
});

/** The suite knows no token: this puts it on each request, and changes nothing else. */
function openDoor(target: URL): Promise<Server> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `token ${ANN.token}` };
    const { method = 'GET', url: path = '/' } = request;
    const options = { host: target.hostname, port: target.port, method, path, headers };
    const passed = httpRequest(options, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { timeout: 100_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}
