import { open } from 'node:fs/promises';
import type { AuditOutlet } from '../store/audit.js';

/** A place outside of Redis that gets each entry as it is sealed. Throws what may pass: it is tried again. */
export interface Outlet {
  readonly name: AuditOutlet;
  /** Lines without line breaks, in order. */
  readonly send: (lines: readonly string[], signal: AbortSignal) => Promise<void>;
}

const READ_WRITE_BY_OWNER = 0o600;

/** Appends to a file, which others may rotate by renaming it: it is opened anew each time. */
export function fileOutlet(path: string): Outlet {
  return {
    name: 'file',
    async send(lines) {
      const file = await open(path, 'a+', READ_WRITE_BY_OWNER);
      try {
        // An incomplete line is left as it is, and what follows does not become part of it.
        const start = (await endsWithinLine(file)) ? '\n' : '';
        await file.appendFile(`${start}${lines.join('\n')}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
  };
}

async function endsWithinLine(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

const POST_TIMEOUT_MS = 10_000;

/** Posts JSON Lines. Any 2xx is a receipt; redirects are not followed, since the token would go along. */
export function urlOutlet(url: string, token: string | undefined): Outlet {
  return {
    name: 'url',
    async send(lines, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: `${lines.join('\n')}\n`,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(POST_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The receiver replied with ${response.status}.`);
    },
  };
}
