import type { VNode } from 'preact';
import type { PageShortcut } from '../../../api/page.js';
import { Mark } from './icon.js';

/** A shortcut in a menu: whose it is, what it is called, and what it does. */
export function ShortcutFace({ shortcut }: { shortcut: PageShortcut }): VNode {
  return (
    <>
      <span class="avatar avatar-bot small" aria-hidden="true">
        <Mark />
      </span>
      <span class="shortcut-words">
        <strong>{shortcut.name}</strong>
        {shortcut.description && <small>{shortcut.description}</small>}
      </span>
    </>
  );
}
