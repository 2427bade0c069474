import { z } from 'zod';
import type { RateLimits } from '../api/rate-limits.js';
import { slackErrorWithMessages } from '../protocol/slack-error.js';
import type { Install } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** The context of a call. */
export interface Caller {
  readonly state: WorkspaceState;
  /** The workspace's base URL, for the URLs that it returns. */
  readonly origin: string;
  readonly install: Install;
}

export interface Method {
  /** `chat.postMessage` */
  readonly name: string;
  /** The kind of token it requires. `none`: it authenticates by itself, or not at all. */
  readonly token: 'bot' | 'app' | 'none';
  /** Requires one of these scopes. */
  readonly scopes?: readonly string[];
  readonly limit: keyof RateLimits | 'unlimited';
  /** Also counts for the channel's own post limit. */
  readonly posts?: boolean;
  run(args: Readonly<Record<string, unknown>>, caller: Caller): Promise<object> | object;
}

export interface MethodSpec<T> extends Omit<Method, 'run' | 'token' | 'limit'> {
  readonly token?: Method['token'];
  readonly limit?: Method['limit'];
  readonly args: z.ZodType<T>;
  run(args: T, caller: Caller): Promise<object> | object;
}

/** A method with validated arguments; invalid ones fail with `invalid_arguments`. */
export function method<T>(spec: MethodSpec<T>): Method {
  const { args: schema, run, ...rest } = spec;
  return {
    token: 'bot',
    limit: 'tier3PerMinute',
    ...rest,
    run: (args, caller) => run(parsed(schema, args), caller),
  };
}

function parsed<T>(schema: z.ZodType<T>, args: Readonly<Record<string, unknown>>): T {
  const result = schema.safeParse(args);
  if (result.success) return result.data;
  throw slackErrorWithMessages(
    'invalid_arguments',
    result.error.issues.map((issue) =>
      issue.code === 'invalid_type' && issue.input === undefined
        ? `missing required field: ${issue.path.join('.')}`
        : `${issue.message} [json-pointer:/${issue.path.join('/')}]`,
    ),
  );
}

/** Arguments arrive as form fields or JSON: both `"true"` and `true`, both `"[…]"` and `[…]`. */
export const arg = {
  string: z.union([z.string(), z.number().transform(String)]),
  flag: z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0', '']), z.literal(1), z.literal(0)])
    .transform((value) => value === true || value === 'true' || value === '1' || value === 1),
  count: z.coerce.number().int(),
  json: <T>(schema: z.ZodType<T>) => z.preprocess(fromJson, schema),
};

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
