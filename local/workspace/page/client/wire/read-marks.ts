import type { Chat } from '../state/store.js';

/** How far each channel was read, kept in this browser: the workspace does not ask. */
export function readMarks(as: string): {
  load(): Chat['read'];
  save(read: Chat['read']): void;
} {
  const key = `read:${as}`;
  return {
    load: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '{}') as Chat['read'];
      } catch {
        return {};
      }
    },
    save: (read) => {
      try {
        localStorage.setItem(key, JSON.stringify(read));
      } catch {
        // A full or forbidden storage only costs the marks.
      }
    },
  };
}
