import { EllipsisVertical, MessageSquareText, Pencil, SmilePlus, Trash2, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../api/page.js';
import { emoji } from '../text/emoji.js';
import { Dialog } from './dialog.js';
import { EmojiPicker } from './emoji-picker.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';
import { Menu } from './menu.js';
import { Mrkdwn } from './mrkdwn.js';
import { useReact } from './reactions.js';
import { ShortcutFace } from './shortcut-face.js';

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
  if (message.tombstone && !onThread) return null;
  return (
    <>
      <div class="tools">
        {!message.tombstone && <ReactTool message={message} />}
        {onThread && (
          <Tool
            icon={MessageSquareText}
            label="Reply in thread"
            onUse={() => onThread(message.ts)}
          />
        )}
        {mine && <Tool icon={Pencil} label="Edit message" onUse={onEdit} />}
        {mine && <Tool icon={Trash2} label="Delete message" onUse={() => setDeleting(true)} />}
        {!message.tombstone && <Shortcuts message={message} />}
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

const QUICK = ['+1', 'eyes', 'white_check_mark'] as const;

/** Three emoji at hand, and all the others. */
function ReactTool({ message }: { message: PageMessage }): VNode {
  const react = useReact(message);
  return (
    <>
      {QUICK.map((name) => (
        <button
          key={name}
          type="button"
          class="icon-button quick"
          aria-label={`React with ${name.replace(/_/g, ' ')}`}
          title={`:${name}:`}
          onClick={() => react(name)}
        >
          {emoji(name)}
        </button>
      ))}
      <EmojiPicker
        label="Add a reaction"
        face={<Icon of={SmilePlus} size={17} />}
        look="icon-button"
        onPick={react}
      />
    </>
  );
}

/** What the app offers to do with a message. */
function Shortcuts({ message }: { message: PageMessage }): VNode | null {
  const { page, session } = useHere();
  const { channel, ts } = message;
  const offered = page.shortcuts.filter(({ kind }) => kind === 'message');
  if (offered.length === 0) return null;
  return (
    <Menu
      label="More actions"
      face={<Icon of={EllipsisVertical} size={17} />}
      items={offered.map((shortcut) => ({
        key: shortcut.callback_id,
        face: <ShortcutFace shortcut={shortcut} />,
        onChoose: () =>
          void session.api
            .shortcut({ callback_id: shortcut.callback_id, channel, ts })
            .catch(() => undefined),
      }))}
    />
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
