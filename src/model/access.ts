/** Which account questions run with: one for all users, each user's own, or their own if they have one. */
export type AccessMode = 'shared' | 'linked' | 'both';

/** Whose account on the instance something belongs to: the app's, which everyone shares, or one person's own. */
export type AccountKind = 'shared' | 'own';
