/** `started`, then one of the others. */
export type RenderReply =
  | { readonly kind: 'started' }
  | { readonly kind: 'rendered'; readonly utf8: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };
