import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An id that looks like Slack's: `U07K2M9QX4B`. */
export function newId(prefix: string, length = 10): string {
  let id = '';
  for (const byte of randomBytes(length)) id += ALPHABET[byte % ALPHABET.length];
  return `${prefix}0${id.slice(1)}`;
}

/** Random lower-case hexadecimal. */
export function newSecret(bytes = 16): string {
  return randomBytes(bytes).toString('hex');
}

/** `xoxb-…` or, for Socket Mode, `xapp-…`. */
export function newToken(kind: 'xoxb' | 'xapp-1' | 'xwfp'): string {
  const digits = () => BigInt(`0x${newSecret(5)}`).toString();
  return `${kind}-${digits()}-${digits()}-${newSecret(12)}`;
}
