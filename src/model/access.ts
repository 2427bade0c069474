/** Which account questions run with: one for all users, each user's own, or their own if they have one. */
export type AccessMode = 'shared' | 'linked' | 'both';
