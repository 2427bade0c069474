import { ArrowLeft, CircleAlert, X } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Modal as ModalView } from '../../../../api/page.js';
import { Blocks } from '../blocks/blocks.js';
import { usePageContext, ViewContext } from '../context/page-context.js';
import { focusFirst } from '../ui/focus.js';
import { AppLogo, Icon } from '../ui/icon.js';
import { useViewEntries } from './use-view-entries.js';

/** The top modal of the stack, with a button back to those below. */
export function Modals(): VNode | null {
  const { chat } = usePageContext();
  const top = chat.modals.at(-1);
  if (!top) return null;
  return <Frame top={top} depth={chat.modals.length} />;
}

/** A native dialog: it traps the focus, and Escape closes the top modal. */
function Frame({ top, depth }: { top: ModalView; depth: number }): VNode {
  const { session } = usePageContext();
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const show = (): void => {
    if (box.current?.open === false) box.current.showModal();
  };
  useEffect(() => {
    const before = document.activeElement;
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  useEffect(show, [top.id, top.hash]);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    focused.current = focusFirst(box.current, focused.current);
  }, [top.id, top.hash]);
  const close = (all: boolean): void => {
    // Show it again if closing failed and the browser has closed it.
    void session.api.closeModal({ view: top.id, ...(all ? { all } : {}) }).catch(show);
  };
  return (
    <dialog
      ref={box}
      class="modal"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close(false);
      }}
      // Browsers close a dialog on the second Escape, even if the first was prevented.
      onClose={() => close(false)}
      // Key presses must not reach the page below.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header class="modal-header">
        {depth > 1 ? (
          <button
            type="button"
            class="icon-button"
            aria-label="Back"
            title="Back"
            onClick={() => close(false)}
          >
            <Icon of={ArrowLeft} />
          </button>
        ) : (
          <span class="avatar avatar-bot small" aria-hidden="true">
            <AppLogo />
          </span>
        )}
        <h2 id={id}>{top.title?.text}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close"
          title="Close"
          onClick={() => close(true)}
        >
          <Icon of={X} />
        </button>
      </header>
      <Form key={top.id} view={top} onClose={() => close(false)} />
    </dialog>
  );
}

function Form({ view, onClose }: { view: ModalView; onClose(): void }): VNode {
  const { session } = usePageContext();
  const openView = useViewEntries(view);
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState('');
  const wrong = Object.keys(view.errors).join();
  useEffect(() => {
    if (!sending) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong, sending]);
  const submit = async (): Promise<void> => {
    if (sending || !view.submit) return;
    setSending(true);
    setFailed('');
    await session.api
      .submitView({ view: view.id, values: openView.entries })
      .catch((error: Error) => setFailed(error.message));
    setSending(false);
  };
  const failure = failed || view.failure;
  return (
    <ViewContext.Provider value={openView}>
      <form
        class="modal-form"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <div class="modal-body" tabIndex={0}>
          <Blocks blocks={view.blocks} />
        </div>
        {failure && !sending && (
          <p class="modal-error" role="alert">
            <Icon of={CircleAlert} size={16} /> {failure}
          </p>
        )}
        <Footer view={view} sending={sending} onClose={onClose} />
      </form>
    </ViewContext.Provider>
  );
}

function Footer(props: { view: ModalView; sending: boolean; onClose(): void }): VNode {
  const { view, sending, onClose } = props;
  return (
    <footer class="modal-footer">
      <button type="button" class="block-button" onClick={onClose}>
        {view.close?.text ?? (view.submit ? 'Cancel' : 'Close')}
      </button>
      {view.submit && (
        <button type="submit" class="block-button primary" disabled={sending} aria-busy={sending}>
          {view.submit.text}
          {sending && <span class="spinner" role="status" aria-label="Sending" />}
        </button>
      )}
    </footer>
  );
}
