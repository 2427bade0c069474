import { z } from 'zod';

/*
 * How a far side's shapes are read: only what cannot be done without is insisted on, a field of the
 * wrong type is as good as absent, and unknown fields pass by.
 */

/** The schema's value, or undefined where it is absent or of another type. */
export const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The readable elements of an array; none where there is no array. */
export const lenientArray = <T extends z.ZodType>(schema: T) => arrayOfValid(schema).catch([]);

/** The same, where that it is an array is what tells the shape. */
export const arrayOfValid = <T extends z.ZodType>(schema: T) =>
  z.array(lenient(schema)).transform((items) => items.filter((item) => item !== undefined));
