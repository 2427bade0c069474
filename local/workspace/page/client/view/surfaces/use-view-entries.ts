import { useState } from 'preact/hooks';
import type { Entries, Modal, View } from '../../../../api/page.js';
import { entryFromState } from '../../text/fields.js';
import { usePageContext, type ViewContextValue } from '../context/page-context.js';

/** A view's entries. They survive updates of the view, field by field. */
export function useViewEntries(
  view: View | Modal,
): ViewContextValue & { readonly entries: Entries } {
  const { session } = usePageContext();
  const [entries, setEntries] = useState<Entries>({});
  const errors = 'errors' in view ? view.errors : {};
  return {
    view,
    entries,
    errors,
    entryOf: (blockId, actionId) => {
      const own = entries[blockId]?.[actionId];
      return own === undefined ? entryFromState(view.state.values[blockId]?.[actionId]) : own;
    },
    setEntry: (blockId, actionId, entry) =>
      setEntries((before) => ({ ...before, [blockId]: { ...before[blockId], [actionId]: entry } })),
    click: ({ blockId, actionId, value }) => {
      const chosen = value === undefined ? {} : { value };
      const fresh = value === undefined ? {} : { [blockId]: { [actionId]: value } };
      const values = { ...entries, ...mergeEntries(entries, fresh) };
      return session.api.clickInView({
        view: view.id,
        block_id: blockId,
        action_id: actionId,
        values,
        ...chosen,
      });
    },
  };
}

/** Adds a change that is not yet in the rendered entries. */
function mergeEntries(entries: Entries, fresh: Entries): Entries {
  return Object.fromEntries(
    Object.entries(fresh).map(([id, fields]) => [id, { ...entries[id], ...fields }]),
  );
}
