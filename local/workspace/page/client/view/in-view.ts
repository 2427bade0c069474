import { useState } from 'preact/hooks';
import type { Entries, Modal, View } from '../../../api/page.js';
import { entryOf } from '../text/fields.js';
import { type InView, useHere } from './here.js';

/** What is entered into a view: it outlives the view's changes, field by field. */
export function useEntries(view: View | Modal): InView & { readonly entries: Entries } {
  const { session } = useHere();
  const [entries, setEntries] = useState<Entries>({});
  const errors = 'errors' in view ? view.errors : {};
  return {
    view,
    entries,
    errors,
    held: (blockId, actionId) => {
      const own = entries[blockId]?.[actionId];
      return own === undefined ? entryOf(view.state.values[blockId]?.[actionId]) : own;
    },
    enter: (blockId, actionId, entry) =>
      setEntries((before) => ({ ...before, [blockId]: { ...before[blockId], [actionId]: entry } })),
    use: ({ blockId, actionId, value }) => {
      const chosen = value === undefined ? {} : { value };
      const fresh = value === undefined ? {} : { [blockId]: { [actionId]: value } };
      const values = { ...entries, ...merged(entries, fresh) };
      return session.api.use({
        view: view.id,
        block_id: blockId,
        action_id: actionId,
        values,
        ...chosen,
      });
    },
  };
}

/** What is chosen just now is entered with the next drawing only. */
function merged(entries: Entries, fresh: Entries): Entries {
  return Object.fromEntries(
    Object.entries(fresh).map(([id, fields]) => [id, { ...entries[id], ...fields }]),
  );
}
