import type { ChatState } from '../state/chat-state.js';

/** Read positions of each channel, kept in this browser only. */
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
        // If storage is full or forbidden, only the read positions are lost.
      }
    },
  };
}
