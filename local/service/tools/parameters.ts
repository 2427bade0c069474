import { z } from 'zod';

/** Parameters that several tools share. */
export const repo = z.string().describe('The repository’s name.');
export const repos = z
  .array(z.string())
  .min(1, 'it must name at least one repository')
  .max(100, 'it may name at most 100 repositories')
  .describe('An array of repository names.');
export const revision = z
  .string()
  .describe('A branch, tag or commit hash; default the head of the default branch.');
export const after = z
  .string()
  .describe('Only results after this: a date such as 2025-03-01, or words such as "2 weeks ago".');
export const before = z
  .string()
  .describe('Only results before this: a date such as 2025-03-01, or words such as "yesterday".');
export const limitOf = (most: number, standard: number, what: string) =>
  z
    .int()
    .min(1)
    .max(most)
    .default(standard)
    .describe(`The maximum number of ${what}: 1 to ${most}, default ${standard}.`);
export const notice = z
  .string()
  .optional()
  .describe('What was left out, and how to get it; absent if nothing was.');
