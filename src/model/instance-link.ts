/** What a link to the instance points to, parsed from the link alone. All values are raw. */
export type InstanceLink =
  | { readonly kind: 'conversation' }
  | {
      readonly kind: 'file';
      readonly repo: string;
      readonly revision?: string;
      readonly path: string;
      readonly lines?: { readonly start: number; readonly end: number };
    }
  | { readonly kind: 'commit'; readonly repo: string; readonly commit: string }
  | {
      readonly kind: 'comparison';
      readonly repo: string;
      readonly base: string;
      readonly head: string;
    };

export type CodeLink = Exclude<InstanceLink, { readonly kind: 'conversation' }>;
