import type { z } from 'zod';

/** Validation errors in Slack's wording, with a JSON pointer such as `/blocks/0/text`. */
export function schemaErrors(schema: z.ZodType, value: unknown, at: string): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => issueMessages(issue, at));
}

function issueMessages(issue: z.core.$ZodIssue, at: string): string[] {
  const pointer = [at, ...issue.path].join('/');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `invalid additional property: ${key} [json-pointer:${pointer}]`);
  }
  if (issue.code === 'invalid_union') return unionMessages(issue, pointer);
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    const missing = String(issue.path.at(-1) ?? 'type');
    return [
      `missing required field: ${missing} [json-pointer:${pointer.slice(0, -missing.length - 1)}]`,
    ];
  }
  return [`${issue.message} [json-pointer:${pointer}]`];
}

function unionMessages(issue: z.core.$ZodIssueInvalidUnion, pointer: string): string[] {
  const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0];
  if (!closest) return [`unsupported type [json-pointer:${pointer}]`];
  return closest.flatMap((inner) => issueMessages(inner, pointer));
}
