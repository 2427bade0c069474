import { z } from 'zod';

/** Parameters that several tools have. */
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
  .describe('Only what is later: a date such as 2025-03-01, or words such as "2 weeks ago".');
export const before = z
  .string()
  .describe('Only what is earlier: a date such as 2025-03-01, or words such as "yesterday".');
export const limitOf = (most: number, standard: number, what: string) =>
  z
    .int()
    .min(1)
    .max(most)
    .default(standard)
    .describe(`At most so many ${what}: 1 to ${most}, default ${standard}.`);
export const notice = z
  .string()
  .optional()
  .describe('What is left out, and how to see it; absent when nothing is.');
