import { MessageSquareText, Pencil, Trash2, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../page-api.js';
import { Dialog } from './dialog.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';
import { Mrkdwn } from './mrkdwn.js';

interface Given {
  readonly message: PageMessage;
  onThread?(ts: string): void;
  onEdit(): void;
}

/** What one can do with a message: shown on hover, and when the focus is in it. */
export function MessageTools({ message, onThread, onEdit }: Given): VNode | null {
  const { page, session } = useHere();
  const [deleting, setDeleting] = useState(false);
  const mine = message.user === page.me && !message.tombstone;
  if (message.ephemeral) {
    return (
      <div class="tools">
        <Tool icon={X} label="Dismiss" onUse={() => session.dismiss(message.channel, message.ts)} />
      </div>
    );
  }
  if (!mine && !onThread) return null;
  return (
    <>
      <div class="tools">
        {onThread && (
          <Tool
            icon={MessageSquareText}
            label="Reply in thread"
            onUse={() => onThread(message.ts)}
          />
        )}
        {mine && <Tool icon={Pencil} label="Edit message" onUse={onEdit} />}
        {mine && <Tool icon={Trash2} label="Delete message" onUse={() => setDeleting(true)} />}
      </div>
      {deleting && <DeleteDialog message={message} onClose={() => setDeleting(false)} />}
    </>
  );
}

function Tool({ icon, label, onUse }: { icon: typeof X; label: string; onUse(): void }): VNode {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onUse}>
      <Icon of={icon} size={17} />
    </button>
  );
}

function DeleteDialog({ message, onClose }: { message: PageMessage; onClose(): void }): VNode {
  const { session } = useHere();
  const { channel, ts } = message;
  return (
    <Dialog
      title="Delete this message?"
      yes="Delete"
      no="Keep it"
      danger
      onYes={() => void session.api.remove({ channel, ts }).catch(() => undefined)}
      onClose={onClose}
    >
      <Mrkdwn text={message.text} />
    </Dialog>
  );
}
