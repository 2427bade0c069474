import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DeepSearchSlackError } from '../model/error.js';

/**
 * Encrypts secrets. `context` is the one place where a secret is stored, such as the key of its record:
 * sealed text that is copied to another place cannot be opened there. In memory, a secret on its way
 * from one place to the next is sealed for its kind only.
 */
export interface Vault {
  seal(plaintext: string, context: string): string;
  /** @throws VaultError if it was sealed with an unknown key or for another context, or changed. */
  open(sealed: string, context: string): string;
  /**
   * A value that is sealed for its kind, such as `response_url`, sealed for the one record that stores
   * it: copied to another record, it cannot be opened. Throws as `open` does.
   */
  bind(sealed: string, kind: string, record: string): string;
  /**
   * The reverse: sealed for its kind. What is bound to another record, or not bound at all, is returned
   * unchanged; `open` then tells the two apart.
   */
  unbind(bound: string, kind: string, record: string): string;
  /** Whether it was sealed with the current key. */
  isCurrent(sealed: string): boolean;
  /** The same secret sealed with the current key; unchanged if it already is. Throws as `open` does. */
  rewrap(sealed: string, context: string): string;
}

/** A secret cannot be opened. The message is for the operator and contains no part of the secret. */
export class VaultError extends DeepSearchSlackError {
  readonly code = 'vault';
}

const VERSION = 'v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  /** First 4 bytes of the SHA-256 of the key, hex. */
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * AES-256-GCM with a random nonce (NIST SP 800-38D). Sealed text is
 * `v1.<key id>.<nonce, ciphertext and tag in base64url>`; its head is authenticated too.
 *
 * @param keys 32 bytes each: the first seals, any of them opens.
 * @throws VaultError if there is no key, or one of another length.
 */
export function createVault(keys: readonly Buffer[]): Vault {
  const ring = keys.map(createKey);
  const [current] = ring;
  if (!current) throw new VaultError('ENCRYPTION_KEY has no key.');

  const open = (sealed: string, context: string) => {
    const { keyId, body } = parseSealed(sealed);
    const key = ring.find(({ id }) => id === keyId);
    if (!key) {
      throw new VaultError(
        `A stored secret was encrypted with key ${keyId}, which is not in ENCRYPTION_KEY: add that key again, after the first one.`,
      );
    }
    return decrypt(key, body, context);
  };
  const seal = (plaintext: string, context: string) => encrypt(current, plaintext, context);
  const isCurrent = (sealed: string) => sealed.startsWith(`${head(current)}.`);
  return {
    seal,
    open,
    bind: (sealed, kind, record) => seal(open(sealed, kind), boundContext(kind, record)),
    unbind: (bound, kind, record) => {
      // Earlier versions stored values that were sealed for their kind only. A worker binds the previews
      // among them when it starts (`compose/shared.ts`), and the others expire within three days: the
      // first release can throw here, and drop `SealedValue.formerContext`.
      try {
        return seal(open(bound, boundContext(kind, record)), kind);
      } catch (error) {
        if (error instanceof VaultError) return bound;
        throw error;
      }
    },
    isCurrent,
    rewrap: (sealed, context) => {
      const plaintext = open(sealed, context);
      return isCurrent(sealed) ? sealed : seal(plaintext, context);
    },
  };
}

/** The context of a value of this kind that is bound to a record. */
export function boundContext(kind: string, record: string): string {
  return `${kind} of ${record}`;
}

function createKey(bytes: Buffer): Key {
  if (bytes.length !== KEY_BYTES) {
    throw new VaultError(`Every key in ENCRYPTION_KEY must be ${KEY_BYTES} bytes long.`);
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

function head(key: Key): string {
  return `${VERSION}.${key.id}`;
}

/** The head has a fixed length, so head and context cannot be confused. */
function authenticated(key: Key, context: string): Buffer {
  return Buffer.from(`${head(key)}.${context}`, 'utf8');
}

function encrypt(key: Key, plaintext: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  cipher.setAAD(authenticated(key, context));
  const body = [nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `${head(key)}.${Buffer.concat(body).toString('base64url')}`;
}

function decrypt(key: Key, body: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(authenticated(key, context));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new VaultError('A stored secret was changed, or copied from another record.', { cause });
  }
}

function parseSealed(sealed: string): { keyId: string; body: Buffer } {
  const match = /^v1\.(?<keyId>[0-9a-f]{8})\.(?<body>[\w-]+)$/.exec(sealed);
  const { keyId, body: text } = match?.groups ?? {};
  if (!keyId || !text)
    throw new VaultError('A stored secret has a format that this version cannot read.');
  const body = Buffer.from(text, 'base64url');
  // Rejects base64 that decodes to the same bytes with different last bits.
  if (body.length < NONCE_BYTES + TAG_BYTES || body.toString('base64url') !== text) {
    throw new VaultError('A stored secret was changed or truncated.');
  }
  return { keyId, body };
}
