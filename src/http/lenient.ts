import { z } from 'zod';

/*
 * Tolerant schemas for other people's JSON: only indispensable fields are required, a field of the
 * wrong type counts as absent, and unknown fields are ignored.
 */

/** The schema's value, or undefined if it is absent or of another type. */
export const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The valid elements of an array; empty if there is no array. */
export const lenientArray = <T extends z.ZodType>(schema: T) => arrayOfValid(schema).catch([]);

/** The valid elements of an array, which is required. */
export const arrayOfValid = <T extends z.ZodType>(schema: T) =>
  z.array(lenient(schema)).transform((items) => items.filter((item) => item !== undefined));
