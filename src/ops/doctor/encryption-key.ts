import { VaultError } from '../../vault/vault.js';
import { type Findings, ok, problem } from '../doctor.js';

/** The installations, which are stored encrypted. */
export interface SealedInstallations {
  /** The IDs of all of them. */
  list(): Promise<readonly string[]>;
  /** Decrypts one. */
  find(id: string): Promise<unknown>;
}

/** Whether the key decrypts every stored installation. */
export async function checkEncryptionKey(installations: SealedInstallations): Promise<Findings> {
  const ids = await installations.list();
  const unreadable = new Map<string, string[]>();
  for (const id of ids) {
    const reason = await unreadableReason(() => installations.find(id));
    if (reason !== undefined) unreadable.set(reason, [...(unreadable.get(reason) ?? []), id]);
  }
  if (unreadable.size > 0) {
    return [...unreadable].flatMap(([reason, failed]) => unreadableFinding(reason, failed));
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
