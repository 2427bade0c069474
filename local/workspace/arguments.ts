import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AppManifest, InvalidManifestError, readManifest } from './manifest.js';

export const USAGE = `Usage: npm run workspace -- --manifest FILE [--request-url URL] [--distributed] [--port PORT]

Starts a local stand-in for a Slack workspace, with the app of this manifest in it. Prints the address
of its page, and the settings with which the app uses it. Nothing is kept when it stops.

  --manifest FILE    the app's manifest, as "npx deepsearch-slack init" writes it (slack-manifest.yml);
                     it says whether the app uses HTTP or Socket Mode
  --request-url URL  HTTP: where the app receives requests, in place of the manifest's address; on
                     this machine, such as http://127.0.0.1:3000/slack/events
  --distributed      HTTP: the app is not installed yet, and can be by OAuth, in two workspaces
  --port PORT        the page's port, default 3080; 0: any free one
`;

/** What was typed cannot be done. The message says why, and the fix. */
export class InvalidArgumentError extends Error {
  override readonly name = 'InvalidArgumentError';
}

export interface WorkspaceCommand {
  readonly manifest: AppManifest;
  readonly distributed: boolean;
  readonly port: number;
}

/** Reads the command line, and the manifest that it names. Throws `InvalidArgumentError`. */
export function readCommand(args: readonly string[]): WorkspaceCommand | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  if (values.manifest === undefined) {
    throw new InvalidArgumentError(
      '--manifest is missing: name the file that "npx deepsearch-slack init" has written, such as --manifest slack-manifest.yml.',
    );
  }
  const manifest = withLocalAddress(readFile(values.manifest), values['request-url']);
  const distributed = values.distributed ?? false;
  if (distributed && manifest.requestUrl === undefined) {
    throw new InvalidArgumentError(
      `--distributed needs HTTP, and this manifest says Socket Mode: ${WRITE_FOR_HTTP}.`,
    );
  }
  return { manifest, distributed, port: readPort(values.port) };
}

const WRITE_FOR_HTTP =
  'write one with "npx deepsearch-slack init --url http://127.0.0.1:3000 --force"';

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { manifest: text, 'request-url': text, distributed: flag };
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, port: { ...text, default: '3080' }, help: { ...flag, short: 'h' } },
    }).values;
  } catch (error) {
    const [message] = (error as Error).message.split('. ');
    throw new InvalidArgumentError(`${message}: see npm run workspace -- --help`);
  }
}

function readFile(path: string): AppManifest {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : code;
    throw new InvalidArgumentError(
      `${path} cannot be read: ${reason}. "npx deepsearch-slack init" writes a manifest.`,
    );
  }
  try {
    return readManifest(text);
  } catch (error) {
    if (!(error instanceof InvalidManifestError)) throw error;
    throw new InvalidArgumentError(
      `${path} ${error.message}\n"npx deepsearch-slack init" writes one that works.`,
    );
  }
}

/** The workspace calls nothing outside of this machine. */
function withLocalAddress(manifest: AppManifest, given: string | undefined): AppManifest {
  if (given !== undefined && manifest.requestUrl === undefined) {
    throw new InvalidArgumentError(
      `--request-url is for HTTP, and this manifest says Socket Mode: remove it, or ${WRITE_FOR_HTTP}.`,
    );
  }
  const requestUrl = given ?? manifest.requestUrl;
  if (requestUrl === undefined) return manifest;
  if (!isLocal(requestUrl)) {
    const where = given === undefined ? 'the request_url of this manifest' : '--request-url';
    throw new InvalidArgumentError(
      `${where} is ${requestUrl}, and this workspace only calls this machine: add --request-url http://127.0.0.1:3000/slack/events, where 3000 is the app's PORT.`,
    );
  }
  const { origin } = new URL(requestUrl);
  const moved = manifest.redirectUrls.map((url) => `${origin}${new URL(url).pathname}`);
  return { ...manifest, requestUrl, ...(given === undefined ? {} : { redirectUrls: moved }) };
}

function isLocal(text: string): boolean {
  const { protocol, hostname } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', hostname: '' };
  return protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError(`--port is ${text}: set a number from 0 to 65535.`);
}
