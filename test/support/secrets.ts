import type { Redis } from 'ioredis';
import { describeSettings } from '../../src/config.js';
import type { Stack } from './stack.js';

/** What must not be found, by a name that a failing test shows. */
export type Secrets = Readonly<Record<string, string>>;

/** The names of the secrets that the text contains: as they are, or as JSON, a URL or base64 has them. */
export function secretsIn(text: string, secrets: Secrets): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // In base64, what is in front of the secret decides about its first characters and its last.
  const encoded = ['', '_', '__'].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(4, -4),
  );
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    ...[bytes.toString('hex'), ...encoded].filter((form) => form.length >= 12),
  ];
}

/** The secret settings among these, and the passwords in their URLs. */
export function secretSettings(env: Readonly<Record<string, string>>): Secrets {
  const names = describeSettings()
    .filter(({ secret }) => secret)
    .map(({ name }) => name);
  const values = names.flatMap((name) => {
    const value = env[name] ?? '';
    const [, password] = /:\/\/[^:/@]*:([^@/]+)@/.exec(value) ?? [];
    const secret = name === 'REDIS_URL' ? password : value;
    return secret ? [[name, decodeURIComponent(secret)] as const] : [];
  });
  return Object.fromEntries(values);
}

/** All keys with their values, of every type. */
export async function readAll(store: Redis): Promise<string> {
  const keys = await store.keys('*');
  const types = await inOneTrip(store, keys, (key) => ['type', key]);
  const values = await inOneTrip(
    store,
    keys,
    (key, i) => READ[String(types[i])]?.(key) ?? ['type', key],
  );
  return JSON.stringify(keys.map((key, i) => [key, values[i]]));
}

/** Which of a stack's own secrets its bots have logged, or stored in Redis. */
export async function leakedSecrets(stack: Stack): Promise<string[]> {
  const { bots, store, workspace } = stack;
  const { botToken, signingSecret, appToken, clientSecret } = workspace.app;
  const settings = bots.map(({ env }) => secretSettings(env));
  const secrets: Secrets = Object.assign(
    { botToken, signingSecret, appToken, clientSecret },
    ...settings,
  );
  const logs = bots.map(({ log, stderr }) => JSON.stringify(log) + stderr()).join('\n');
  const stored = store.status === 'ready' ? await readAll(store) : '';
  return [
    ...secretsIn(logs, secrets).map((name) => `${name} in the log`),
    ...secretsIn(stored, secrets).map((name) => `${name} in Redis`),
  ];
}

type Command = readonly [name: string, ...args: (string | number)[]];

const READ: Readonly<Record<string, (key: string) => Command>> = {
  string: (key) => ['get', key],
  hash: (key) => ['hgetall', key],
  list: (key) => ['lrange', key, 0, -1],
  set: (key) => ['smembers', key],
  zset: (key) => ['zrange', key, 0, -1],
  stream: (key) => ['xrange', key, '-', '+'],
};

async function inOneTrip(
  store: Redis,
  keys: readonly string[],
  command: (key: string, i: number) => Command,
): Promise<unknown[]> {
  const replies = (await store.pipeline(keys.map((key, i) => [...command(key, i)])).exec()) ?? [];
  return replies.map(([, reply]) => reply);
}
