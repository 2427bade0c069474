import type { ModelOptions } from '../engine/llm/options.js';
import { InvalidSettingError } from './invalid-setting-error.js';

/** The instructions with the tools, what a search finds, one tool result and an answer. */
const MIN_CONTEXT_TOKENS = 8_000;

type Env = Readonly<Record<string, string | undefined>>;

/** The model that the environment configures; `undefined` if none. Throws `InvalidSettingError`. */
export function readModelSettings(env: Env): ModelOptions | undefined {
  const { LLM_BASE_URL, LLM_MODEL, LLM_API_KEY, LLM_API, LLM_CONTEXT } = env;
  if (!LLM_BASE_URL && !LLM_MODEL) {
    const lonely = ['LLM_API_KEY', 'LLM_API', 'LLM_CONTEXT'].filter((name) => env[name]);
    if (lonely.length === 0) return undefined;
    throw new InvalidSettingError(
      `${lonely.join(' and ')} set without a model: also set LLM_BASE_URL and LLM_MODEL, or remove it.`,
    );
  }
  if (!LLM_BASE_URL) {
    throw new InvalidSettingError(
      'LLM_MODEL is set and LLM_BASE_URL is missing: set it to the base URL of the model, such as http://127.0.0.1:11434/v1.',
    );
  }
  if (!LLM_MODEL) {
    throw new InvalidSettingError(
      'LLM_BASE_URL is set and LLM_MODEL is missing: set it to the name of the model.',
    );
  }
  const url = urlOf(LLM_BASE_URL);
  return {
    api: LLM_API ? apiOf(LLM_API) : apiAt(url),
    baseUrl: baseOf(url),
    name: LLM_MODEL,
    ...(LLM_API_KEY && { apiKey: keyOf(LLM_API_KEY) }),
    ...(LLM_CONTEXT && { contextTokens: contextOf(LLM_CONTEXT) }),
  };
}

/** The error messages do not repeat the text: it may contain a password. */
function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidSettingError(
      'LLM_BASE_URL is not an http(s) URL: set one such as https://models.example.com/v1.',
    );
  }
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') {
    return url;
  }
  throw new InvalidSettingError(
    'LLM_BASE_URL must not contain a user, a password, a query or a fragment: a key goes into LLM_API_KEY.',
  );
}

function apiOf(text: string): ModelOptions['api'] {
  if (text === 'openai' || text === 'anthropic') return text;
  throw new InvalidSettingError(`LLM_API is ${text}: set openai or anthropic.`);
}

function apiAt({ hostname, pathname }: URL): ModelOptions['api'] {
  const isTheirs = hostname.includes('anthropic') || pathname.split('/').includes('anthropic');
  return isTheirs ? 'anthropic' : 'openai';
}

/** Both APIs have their endpoints below `/v1`, which people tend to leave out. */
function baseOf({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/+$/, '');
  return `${origin}${path || '/v1'}`;
}

/** An HTTP header can contain nothing else. */
function keyOf(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new InvalidSettingError(
    'LLM_API_KEY has a space or another invalid character: copy it again.',
  );
}

function contextOf(text: string): number {
  const tokens = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (tokens >= MIN_CONTEXT_TOKENS) return tokens;
  throw new InvalidSettingError(
    `LLM_CONTEXT is ${text}: set it to the model's context window in tokens, at least ${MIN_CONTEXT_TOKENS}, such as 8192.`,
  );
}
