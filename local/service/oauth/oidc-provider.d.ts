// The package's main entry prints a warning on Node 20; its inner modules work there without one.
// They have the same types as the main entry.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export const InvalidClientMetadata: typeof import('oidc-provider').errors.InvalidClientMetadata;
  export const InvalidGrant: typeof import('oidc-provider').errors.InvalidGrant;
  export const InvalidTarget: typeof import('oidc-provider').errors.InvalidTarget;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  export const base: typeof import('oidc-provider').interactionPolicy.base;
  export const Check: typeof import('oidc-provider').interactionPolicy.Check;
}
