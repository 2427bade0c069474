import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Asked {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly danger?: boolean;
  readonly children: ComponentChildren;
  onYes(): void;
  onClose(): void;
}

/** A confirmation dialog. The native dialog traps the focus and closes on Escape. */
export function Dialog({ title, yes, no, danger, children, onYes, onClose }: Asked): VNode {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => box.current?.showModal(), []);
  const answer = (then?: () => void): void => {
    box.current?.close();
    then?.();
  };
  return (
    <dialog
      ref={box}
      class="dialog"
      aria-labelledby={id}
      onClose={onClose}
      // Escape must close only this dialog, not the modal around it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={id}>{title}</h2>
      <div class="dialog-text">{children}</div>
      <div class="dialog-buttons">
        <button type="button" class="block-button" onClick={() => answer()}>
          {no}
        </button>
        <button
          type="button"
          class={`block-button ${danger ? 'danger-solid' : 'primary'}`}
          onClick={() => answer(onYes)}
        >
          {yes}
        </button>
      </div>
    </dialog>
  );
}
