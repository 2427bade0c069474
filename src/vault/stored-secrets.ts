import type { SealedValue } from './reseal.js';
import { boundContext } from './vault.js';

/** The purpose for which a pasted link is encrypted: it may hold a read token. */
export const PASTED_LINK = 'pasted_link';

/** The stores of secrets that last longer than three days, but for the installations. */
export interface SecretStores {
  readonly accounts: { sealed(): AsyncIterable<SealedValue> };
  readonly previews: {
    sealed(): AsyncIterable<Pick<SealedValue, 'sealed' | 'replace'> & { readonly record: string }>;
  };
}

/** Accounts and previews as they are stored; previews of earlier versions are not bound to their records. */
export async function* storedSecrets({
  accounts,
  previews,
}: SecretStores): AsyncGenerator<SealedValue> {
  yield* accounts.sealed();
  for await (const { sealed, record, replace } of previews.sealed()) {
    const context = boundContext(PASTED_LINK, record);
    yield { sealed, context, formerContext: PASTED_LINK, replace };
  }
}
