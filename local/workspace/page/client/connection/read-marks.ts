import type { ChatState } from '../state/chat-state.js';

/** How far each channel was read, kept in this browser: the workspace does not ask. */
export function readMarks(as: string): {
  load(): ChatState['read'];
  save(read: ChatState['read']): void;
} {
  const key = `read:${as}`;
  return {
    load: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '{}') as ChatState['read'];
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
