import type { ModelOptions } from '../engine/llm/options.js';
import { InvalidSettingError } from './invalid-setting-error.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The model that the environment names; nothing where it names none. Throws `WrongSetting`. */
export function readModelSettings(env: Env): ModelOptions | undefined {
  const { LLM_BASE_URL, LLM_MODEL, LLM_API_KEY, LLM_API } = env;
  if (!LLM_BASE_URL && !LLM_MODEL) {
    const lonely = ['LLM_API_KEY', 'LLM_API'].filter((name) => env[name]);
    if (lonely.length === 0) return undefined;
    throw new InvalidSettingError(
      `${lonely.join(' and ')} set without a model: set LLM_BASE_URL and LLM_MODEL too, or remove it.`,
    );
  }
  if (!LLM_BASE_URL) {
    throw new InvalidSettingError(
      'LLM_MODEL is set and LLM_BASE_URL is missing: set it to where the model is, such as http://127.0.0.1:11434/v1.',
    );
  }
  if (!LLM_MODEL) {
    throw new InvalidSettingError(
      'LLM_BASE_URL is set and LLM_MODEL is missing: set it to the name of a model there.',
    );
  }
  const url = urlOf(LLM_BASE_URL);
  return {
    api: LLM_API ? apiOf(LLM_API) : apiAt(url),
    baseUrl: baseOf(url),
    name: LLM_MODEL,
    ...(LLM_API_KEY && { apiKey: keyOf(LLM_API_KEY) }),
  };
}

/** The text is not repeated in a complaint: it may hold a password. */
function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidSettingError(
      'LLM_BASE_URL is no web address: give one such as https://models.example.com/v1.',
    );
  }
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') {
    return url;
  }
  throw new InvalidSettingError(
    'LLM_BASE_URL may hold no user, no password and nothing after ? or #: a key goes into LLM_API_KEY.',
  );
}

function apiOf(text: string): ModelOptions['api'] {
  if (text === 'openai' || text === 'anthropic') return text;
  throw new InvalidSettingError(`LLM_API is ${text}: give openai or anthropic.`);
}

function apiAt({ hostname, pathname }: URL): ModelOptions['api'] {
  const isTheirs = hostname.includes('anthropic') || pathname.split('/').includes('anthropic');
  return isTheirs ? 'anthropic' : 'openai';
}

/** Both forms have their calls below `/v1`, which people leave out where nothing else follows. */
function baseOf({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/+$/, '');
  return `${origin}${path || '/v1'}`;
}

/** A header can hold nothing else. */
function keyOf(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new InvalidSettingError(
    'LLM_API_KEY has a space or another character that no key has: copy it once more.',
  );
}
