import { plural } from '../../render/format/amounts.js';
import { type SecretStores, storedSecrets } from '../../vault/stored-secrets.js';
import { type Vault, VaultError } from '../../vault/vault.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** The installations, which are stored encrypted. */
export interface SealedInstallations {
  /** The IDs of all of them. */
  list(): Promise<readonly string[]>;
  /** Decrypts one. */
  find(id: string): Promise<unknown>;
  sealed(): AsyncIterable<{ readonly sealed: string }>;
}

export interface EncryptionKeyCheck {
  readonly installations: SealedInstallations;
  /** What else is stored encrypted for long. */
  readonly secrets: SecretStores;
  readonly vault: Pick<Vault, 'isCurrent' | 'open'>;
  /** Whoever reads the findings is in this workspace: the others are not named. Undefined: all are. */
  readonly workspace?: string;
}

/** Whether the keys decrypt everything that is stored for long, and the first key alone would. */
export async function checkEncryptionKey(by: EncryptionKeyCheck): Promise<Findings> {
  const found = [...(await checkInstallations(by)), ...(await checkSecrets(by))];
  return found.length === 0 ? ok('nothing is encrypted yet') : found;
}

/** Connected accounts, and links behind previews. */
async function checkSecrets({ secrets, vault }: EncryptionKeyCheck): Promise<Findings> {
  const counts = { all: 0, outdated: 0, unreadable: 0 };
  for await (const { sealed, context, formerContext = context } of storedSecrets(secrets)) {
    counts.all += 1;
    const readable = [context, formerContext].some((each) => opens(vault, sealed, each));
    if (!readable) counts.unreadable += 1;
    else if (!vault.isCurrent(sealed)) counts.outdated += 1;
  }
  const { all, outdated, unreadable } = counts;
  if (unreadable > 0) {
    return warning(
      `${unreadable} of ${all} connected accounts and previews cannot be decrypted`,
      'add the key that encrypted them to ENCRYPTION_KEY, after the first one; if that key is lost, people connect their accounts again',
    );
  }
  if (outdated > 0)
    return warning(
      `${outdated} of ${all} connected accounts and previews are still encrypted with an older key`,
      KEEP_KEY,
    );
  return all === 0 ? [] : ok(`decrypts all ${all} connected accounts and previews`);
}

function opens(vault: Pick<Vault, 'open'>, sealed: string, context: string): boolean {
  try {
    vault.open(sealed, context);
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}

const KEEP_KEY =
  'keep that key in ENCRYPTION_KEY and restart the workers, which encrypt them with the first key';

async function checkInstallations(by: EncryptionKeyCheck): Promise<Findings> {
  const { installations, vault, workspace } = by;
  const ids = await installations.list();
  const unreadable = new Map<string, string[]>();
  for (const id of ids) {
    const reason = await unreadableReason(() => installations.find(id));
    if (reason !== undefined) unreadable.set(reason, [...(unreadable.get(reason) ?? []), id]);
  }
  if (unreadable.size > 0) {
    const isNamed = (id: string) => workspace === undefined || id === workspace;
    const named = [...unreadable].flatMap(([reason, failed]) =>
      unreadableFinding(reason, failed.filter(isNamed)),
    );
    const others = [...unreadable.values()].flat().filter((id) => !isNamed(id)).length;
    return [...named, ...unreadableElsewhere(others)];
  }
  let outdated = 0;
  for await (const { sealed } of installations.sealed())
    if (!vault.isCurrent(sealed)) outdated += 1;
  if (outdated > 0) {
    return warning(
      `${outdated} of ${ids.length} installations are still encrypted with an older key`,
      KEEP_KEY,
    );
  }
  return ids.length === 0 ? [] : ok(`decrypts all ${ids.length} installations`);
}

async function unreadableReason(read: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof VaultError) return error.message;
    if (hasUnknownFormat(error)) return UNKNOWN_FORMAT;
    throw error;
  }
}

/** Of an installation that was decrypted, but its JSON or its schema is not valid. */
export function hasUnknownFormat(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
}

const UNKNOWN_FORMAT = 'the stored installation has a format that this version cannot read';

/** Counts installations that the reader may not know of. */
function unreadableElsewhere(others: number): Findings {
  if (others === 0) return [];
  return problem(
    `${plural(others, 'other installation')} cannot be read`,
    'ask the people who run this app to run "deepsearch-slack doctor", which says which and why',
  );
}

function unreadableFinding(reason: string, ids: readonly string[]): Findings {
  if (ids.length === 0) return [];
  const says = `the installation of ${ids.join(', ')} cannot be read: ${reason}`;
  if (reason === UNKNOWN_FORMAT) {
    return problem(says, 'run the version that stored it, or install the app there again');
  }
  return problem(
    says,
    'add the key that encrypted it to ENCRYPTION_KEY, after the first one; if that key is lost, install the app there again',
  );
}
