import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePlacement } from './placement.js';
import { usePopup } from './popup.js';

export interface MenuItem {
  readonly key: string;
  readonly content: ComponentChildren;
  /** Set if the menu is a choice of one. */
  readonly checked?: boolean;
  onChoose(): void;
}

interface Props {
  readonly label: string;
  /** The content is the button's accessible name. */
  readonly labelledByContent?: boolean;
  readonly content: ComponentChildren;
  readonly items: readonly MenuItem[];
  readonly className?: string;
  readonly title?: string;
}

/** A button with a menu: arrow keys move in it, Escape and outside clicks close it. */
export function Menu({
  label,
  content,
  items,
  className = 'icon-button',
  title,
  labelledByContent,
}: Props): VNode {
  const { open, root, close, toggle } = usePopup();
  useEffect(() => {
    if (!open) return;
    focusItem(
      root.current,
      items.findIndex(({ checked }) => checked),
    );
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the buttons in it.
    <div
      class="menu-root"
      ref={root}
      onKeyDown={(event) => open && handleArrowKeys(event, root.current, close)}
    >
      <button
        type="button"
        class={className}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(labelledByContent ? {} : { 'aria-label': label })}
        onClick={toggle}
      >
        {content}
      </button>
      {open && (
        <MenuItems label={label} items={items} onClose={close} {...(title ? { title } : {})} />
      )}
    </div>
  );
}

function MenuItems(props: Pick<Props, 'label' | 'items' | 'title'> & { onClose(): void }): VNode {
  const { label, items, title, onClose } = props;
  const panel = usePlacement<HTMLDivElement>();
  return (
    <div class="menu" role="menu" aria-label={label} ref={panel}>
      {title && <div class="menu-title">{title}</div>}
      {items.map(({ key, content, checked, onChoose }) => (
        <button
          key={key}
          type="button"
          class="menu-item"
          role={checked === undefined ? 'menuitem' : 'menuitemradio'}
          {...(checked === undefined ? {} : { 'aria-checked': checked })}
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          {content}
        </button>
      ))}
    </div>
  );
}

const itemsOf = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('.menu-item') ?? []),
];

function focusItem(root: HTMLElement | null, index: number): void {
  const all = itemsOf(root);
  all[(Math.max(index, 0) + all.length) % all.length]?.focus();
}

function handleArrowKeys(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  const all = itemsOf(root);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: all.length - 1,
  };
  if (event.key === 'Escape' || event.key === 'Tab') close();
  else if (event.key in to) all[((to[event.key] ?? 0) + all.length) % all.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
