/** Options of Node's `parseArgs`. */
export const FLAG = { type: 'boolean' } as const;
export const TEXT = { type: 'string' } as const;

/** What each command takes. */
export const HELP = { help: { ...FLAG, short: 'h' } } as const;
