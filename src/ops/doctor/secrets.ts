import { VaultError } from '../../vault/vault.js';
import { type Findings, ok, problem } from '../doctor.js';

/** The sealed installs: all of their ids, and one of them opened. */
export interface Sealed {
  list(): Promise<readonly string[]>;
  find(id: string): Promise<unknown>;
}

/** Whether the key opens every install that rests sealed. */
export async function checkSecrets({ list, find }: Sealed): Promise<Findings> {
  const ids = await list();
  const shut = new Map<string, string[]>();
  for (const id of ids) {
    const why = await reasonShut(() => find(id));
    if (why !== undefined) shut.set(why, [...(shut.get(why) ?? []), id]);
  }
  if (shut.size > 0) return [...shut].flatMap(([why, of]) => closed(why, of));
  return ok(ids.length === 0 ? 'nothing is sealed yet' : `opens all ${ids.length} installs`);
}

async function reasonShut(open: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await open();
    return undefined;
  } catch (error) {
    if (error instanceof VaultError) return error.message;
    // Opened, but not in a form that this version reads: a schema's or JSON's complaint.
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError'))
      return 'A stored install is not in a form that this version reads.';
    throw error;
  }
}

function closed(why: string, ids: readonly string[]): Findings {
  return problem(
    `the install of ${ids.join(', ')} cannot be read: ${why}`,
    'add the key with which it was sealed to ENCRYPTION_KEY, after the first one; where that is lost, install the app there again',
  );
}
