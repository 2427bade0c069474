import { VaultError } from '../../vault/vault.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** The installations, which are stored encrypted. */
export interface SealedInstallations {
  /** The IDs of all of them. */
  list(): Promise<readonly string[]>;
  /** Decrypts one. */
  find(id: string): Promise<unknown>;
  sealed(): AsyncIterable<{ readonly sealed: string }>;
}

/** Whether the keys decrypt every stored installation, and the first key alone would. */
export async function checkEncryptionKey(
  installations: SealedInstallations,
  isCurrent: (sealed: string) => boolean,
): Promise<Findings> {
  const ids = await installations.list();
  const unreadable = new Map<string, string[]>();
  for (const id of ids) {
    const reason = await unreadableReason(() => installations.find(id));
    if (reason !== undefined) unreadable.set(reason, [...(unreadable.get(reason) ?? []), id]);
  }
  if (unreadable.size > 0) {
    return [...unreadable].flatMap(([reason, failed]) => unreadableFinding(reason, failed));
  }
  let outdated = 0;
  for await (const { sealed } of installations.sealed()) if (!isCurrent(sealed)) outdated += 1;
  if (outdated > 0) {
    return warning(
      `${outdated} of ${ids.length} installations are still encrypted with an older key`,
      'keep that key in ENCRYPTION_KEY and restart the workers, which encrypt them with the first key',
    );
  }
  return ok(
    ids.length === 0 ? 'nothing is encrypted yet' : `decrypts all ${ids.length} installations`,
  );
}

async function unreadableReason(read: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof VaultError) return error.message;
    // It was decrypted, but its JSON or its schema is not valid.
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError'))
      return 'The stored installation has a format that this version cannot read.';
    throw error;
  }
}

function unreadableFinding(reason: string, ids: readonly string[]): Findings {
  return problem(
    `the installation of ${ids.join(', ')} cannot be read: ${reason}`,
    'add the key that encrypted it to ENCRYPTION_KEY, after the first one; if that key is lost, install the app there again',
  );
}
