import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ServiceUser } from '../api/users.js';
import { isAllowedRedirect } from '../oauth/redirects.js';
import { cacheFolder } from './cache-folder.js';
import { readCreditSettings } from './credit-settings.js';
import { InvalidSettingError } from './invalid-setting-error.js';
import { readModelSettings } from './model-settings.js';
import type { ServiceOptions } from './service-options.js';
import { readSyncFile } from './sync-settings.js';

export const HELP_TEXT = `Answers questions about git repositories: serves the conversation API, the MCP tools and the pages that its links lead to.

  npm run service -- PATH…

PATH is a git repository, with a work tree or bare. It is named after its remote, such as acme/shop.
With SERVICE_SYNC, no PATH is needed.

  SERVICE_PORT     the port, default 3070
  SERVICE_TOKENS   the users, as name:token,name:token; default: one user with a token that is printed
  SERVICE_HOST     the address to listen on, default 127.0.0.1
  SERVICE_HOSTS    more host names by which clients reach it, comma-separated
  SERVICE_URL      the URL that browsers use, default the address it listens on
  SERVICE_DATA     the folder for conversations, default none: they are lost on restart
  SERVICE_CACHE    the folder for the search index, default in the system's cache folder
  SERVICE_SYNC     a YAML file that lists repositories to clone and to keep up to date, default none
  SERVICE_SHARING  on: read tokens and share links work for other users, default off
  SERVICE_CREDITS  the credits that a question costs, or also 1,000 tokens of a model, such as 1/0.5;
                   default 0
  SERVICE_OAUTH_REDIRECTS  allowed OAuth redirect URIs, comma-separated; loopback URIs are always
                   allowed for the client deepsearch-client

If a language model is set, it answers with the code tools instead of the search:

  LLM_BASE_URL     its base URL, such as http://127.0.0.1:11434/v1
  LLM_MODEL        its name
  LLM_API_KEY      an API key, if it needs one
  LLM_API          openai or anthropic; default: detected from LLM_BASE_URL
  LLM_CONTEXT      its context window in tokens, such as 8192; default: not limited
`;

export interface Settings extends ServiceOptions {
  /** The token that was generated because SERVICE_TOKENS is not set; printed on start. */
  readonly generatedToken?: string;
  /** Where `sync` was read from. */
  readonly syncFile?: string;
}

/** Parses the command line and the environment. Throws `InvalidSettingError`. */
export function readSettings(
  paths: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const option = paths.find((path) => path.startsWith('-'));
  if (option) throw new InvalidSettingError(`${option} is not a known option: see --help.`);
  const { SERVICE_TOKENS, SERVICE_HOST, SERVICE_URL, SERVICE_DATA } = env;
  const { SERVICE_SHARING, SERVICE_HOSTS, SERVICE_SYNC } = env;
  if (paths.length === 0 && !SERVICE_SYNC) {
    throw new InvalidSettingError(
      'Give the path of at least one git repository: npm run service -- PATH…, or list repositories in SERVICE_SYNC.',
    );
  }
  const generatedToken = SERVICE_TOKENS ? undefined : randomBytes(24).toString('base64url');
  const model = readModelSettings(env);
  return {
    repositories: paths,
    port: parsePort(env['SERVICE_PORT'] || '3070'),
    users: parseUsers(SERVICE_TOKENS || `you:${generatedToken}`),
    sharing: parseOnOff(SERVICE_SHARING || 'off'),
    credits: readCreditSettings(env),
    oauth: { redirects: parseRedirects(env['SERVICE_OAUTH_REDIRECTS'] || '') },
    ...(SERVICE_HOST && { host: SERVICE_HOST }),
    ...(SERVICE_HOSTS && { hosts: parseHosts(SERVICE_HOSTS) }),
    ...(SERVICE_URL && { publicUrl: parseUrl(SERVICE_URL) }),
    ...(SERVICE_DATA && { dataDir: SERVICE_DATA }),
    cacheDir: env['SERVICE_CACHE'] || join(SERVICE_DATA || cacheFolder(env), 'index'),
    ...(SERVICE_SYNC && {
      sync: readSyncFile(SERVICE_SYNC),
      syncFile: SERVICE_SYNC,
      clonesDir: join(SERVICE_DATA || cacheFolder(env), 'clones'),
    }),
    ...(model && { model }),
    ...(generatedToken && { generatedToken }),
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidSettingError(`SERVICE_PORT is ${text}: set a number from 0 to 65535.`);
}

function parseUsers(text: string): ServiceUser[] {
  const users = text.split(',').map((entry, n) => {
    const [, name, token] = /^\s*([^:\s]+):(\S+)\s*$/.exec(entry) ?? [];
    if (name && token) return { id: n + 1, name, token };
    throw new InvalidSettingError(
      'SERVICE_TOKENS must be name:token, several separated by commas.',
    );
  });
  if (new Set(users.map(({ token }) => token)).size === users.length) return users;
  throw new InvalidSettingError(
    'SERVICE_TOKENS has the same token twice: give every user a different one.',
  );
}

function parseRedirects(text: string): string[] {
  const addresses = text.split(',').map((entry) => entry.trim());
  const nonEmpty = addresses.filter((address) => address !== '');
  const invalid = nonEmpty.find((address) => !isAllowedRedirect(address));
  if (invalid === undefined) return nonEmpty;
  throw new InvalidSettingError(
    `SERVICE_OAUTH_REDIRECTS has ${invalid}: set URLs such as https://editor.example.com/callback.`,
  );
}

function parseOnOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidSettingError(`SERVICE_SHARING is ${text}: set on or off.`);
}

function parseUrl(text: string): string {
  if (/^https?:\/\/[^/]+/.test(text) && URL.canParse(text)) return text;
  throw new InvalidSettingError(
    `SERVICE_URL is ${text}: set a URL such as https://search.example.com.`,
  );
}

/** Host names without ports; an IPv6 address in brackets. */
function parseHosts(text: string): string[] {
  return text.split(',').map((entry) => {
    const host = entry.trim().toLowerCase();
    if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^\[[0-9a-f:.]+\]$/.test(host)) return host;
    throw new InvalidSettingError(
      `SERVICE_HOSTS has ${JSON.stringify(host)}: set host names without a port, several separated by commas.`,
    );
  });
}
