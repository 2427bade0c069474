/** What a link of the instance leads to, as far as the link itself says it. All of it is raw. */
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
