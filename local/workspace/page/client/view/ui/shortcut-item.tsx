import type { VNode } from 'preact';
import type { PageShortcut } from '../../../../api/page.js';
import { AppLogo } from './icon.js';

/** A shortcut in a menu, with name and description. */
export function ShortcutItem({ shortcut }: { shortcut: PageShortcut }): VNode {
  return (
    <>
      <span class="avatar avatar-bot small" aria-hidden="true">
        <AppLogo />
      </span>
      <span class="shortcut-text">
        <strong>{shortcut.name}</strong>
        {shortcut.description && <small>{shortcut.description}</small>}
      </span>
    </>
  );
}
