import { type Vault, VaultError } from './vault.js';

/** A secret that is stored sealed. */
export interface SealedValue {
  readonly sealed: string;
  /** The context that it is sealed with. */
  readonly context: string;
  /** Stores it sealed anew, unless it has been replaced or deleted meanwhile. */
  replace(sealed: string): Promise<void>;
}

export interface ResealCounts {
  readonly resealed: number;
  /** Sealed with a key that `ENCRYPTION_KEY` does not have. */
  readonly unreadable: number;
}

/** Seals with the current key what is sealed with an older one, which can then be dropped. */
export async function resealAll(
  values: AsyncIterable<SealedValue>,
  { isCurrent, rewrap }: Pick<Vault, 'isCurrent' | 'rewrap'>,
): Promise<ResealCounts> {
  let resealed = 0;
  let unreadable = 0;
  for await (const { sealed, context, replace } of values) {
    if (isCurrent(sealed)) continue;
    try {
      await replace(rewrap(sealed, context));
      resealed += 1;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      unreadable += 1;
    }
  }
  return { resealed, unreadable };
}
