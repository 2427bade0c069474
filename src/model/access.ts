/** With whose account questions run: one for all, each person's own, or their own where they have one. */
export type AccessMode = 'shared' | 'linked' | 'both';
