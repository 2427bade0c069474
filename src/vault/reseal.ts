import { type Vault, VaultError } from './vault.js';

/** A secret that is stored sealed. */
export interface SealedValue {
  readonly sealed: string;
  /** The context that it is sealed with. */
  readonly context: string;
  /** The context that earlier versions sealed it with. */
  readonly formerContext?: string;
  /** Stores it sealed anew, unless it has been replaced or deleted meanwhile. */
  replace(sealed: string): Promise<void>;
}

export interface ResealCounts {
  readonly resealed: number;
  /** Sealed with a key that `ENCRYPTION_KEY` does not have. */
  readonly unreadable: number;
}

/**
 * Seals with the current key, for the current context, what is sealed with an older key, which can then
 * be dropped, or for a former context.
 */
export async function resealAll(
  values: AsyncIterable<SealedValue>,
  vault: Pick<Vault, 'isCurrent' | 'open' | 'seal' | 'rewrap'>,
): Promise<ResealCounts> {
  let resealed = 0;
  let unreadable = 0;
  for await (const value of values) {
    if (value.formerContext === undefined && vault.isCurrent(value.sealed)) continue;
    try {
      const sealed = sealedAnew(value, vault);
      if (sealed === value.sealed) continue;
      await value.replace(sealed);
      resealed += 1;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      unreadable += 1;
    }
  }
  return { resealed, unreadable };
}

function sealedAnew(
  { sealed, context, formerContext }: SealedValue,
  { open, seal, rewrap }: Pick<Vault, 'open' | 'seal' | 'rewrap'>,
): string {
  try {
    return rewrap(sealed, context);
  } catch (error) {
    if (formerContext === undefined || !(error instanceof VaultError)) throw error;
    return seal(open(sealed, formerContext), context);
  }
}
