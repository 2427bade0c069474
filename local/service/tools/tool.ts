import type { z } from 'zod';

/** The limits of a call. */
export interface ToolContext {
  /** Aborts when the caller disconnects or the time is up. */
  readonly signal: AbortSignal;
  /** ms since the epoch: when a slow tool should return what it has so far. */
  readonly deadline: number;
}

/** A tool as the MCP server needs it; `name` is without the prefix. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Validates the arguments and runs. Throws a `ToolError` for what the caller can fix. */
  call(args: unknown, context: ToolContext): Promise<Record<string, unknown>>;
}

/** An error that the caller can fix; `message` says how. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly run: (args: z.output<I>, context: ToolContext) => Promise<z.input<O>>;
}

/** Creates a tool from its schemas and its function. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): Tool {
  const { input, run } = definition;
  return { ...definition, call: (args, context) => run(parseArguments(input, args), context) };
}

/** How much of the caller's own words an error repeats. */
const MAX_UNKNOWN_KEYS = 5;
const MAX_KEY_LENGTH = 50;

function parseArguments<I extends z.ZodObject>(schema: I, args: unknown): z.output<I> {
  // Neither git arguments nor file names can contain NUL.
  if (containsNul(args)) throw new ToolError('Arguments must not contain the character U+0000.');
  const result = rejectUnreadable(() =>
    schema.safeParse(withoutNulls(args), { reportInput: true }),
  );
  if (result.success) return result.data;
  throw new ToolError(result.error.issues.map((issue) => issueMessage(issue, schema)).join(' '));
}

/** Zod throws a TypeError for a `length` that is not comparable. */
function rejectUnreadable<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError('An argument has an unsupported type.');
    throw error;
  }
}

function containsNul(args: unknown): boolean {
  if (typeof args === 'string') return args.includes('\0');
  return typeof args === 'object' && args !== null && Object.values(args).some(containsNul);
}

/** Models send null for parameters that they omit. */
function withoutNulls(args: unknown): unknown {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function issueMessage(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape).join(', ');
    const unknown = issue.keys
      .slice(0, MAX_UNKNOWN_KEYS)
      .map((key) => key.slice(0, MAX_KEY_LENGTH));
    return `Unknown parameter ${unknown.join(', ')}: this tool takes ${known}.`;
  }
  if (name === '') return 'The arguments must be an object.';
  const meaning = schema.shape[String(issue.path[0])]?.description ?? '';
  const what = meaning && ` It is ${lowerFirst(meaning)}`;
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  if (missing && issue.path.length === 1) return `The parameter ${name} is missing.${what}`;
  return `The parameter ${name} is invalid: ${lowerFirst(issue.message)}.${what}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
