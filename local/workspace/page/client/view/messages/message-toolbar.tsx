import { EllipsisVertical, MessageSquareText, Pencil, SmilePlus, Trash2, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../../api/page.js';
import { emojiCharacter } from '../../text/emoji.js';
import { usePageContext } from '../context/page-context.js';
import { Mrkdwn } from '../text/mrkdwn.js';
import { Dialog } from '../ui/dialog.js';
import { EmojiPicker } from '../ui/emoji-picker.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { ShortcutItem } from '../ui/shortcut-item.js';
import { useToggleReaction } from './reactions.js';

interface Props {
  readonly message: PageMessage;
  onOpenThread?(ts: string): void;
  onEdit(): void;
}

/** Actions on a message, shown on hover and focus. */
export function MessageToolbar({ message, onOpenThread, onEdit }: Props): VNode | null {
  const { page, session } = usePageContext();
  const [deleting, setDeleting] = useState(false);
  const mine = message.user === page.me && !message.tombstone;
  if (message.ephemeral) {
    return (
      <div class="message-toolbar">
        <ToolbarButton
          icon={X}
          label="Dismiss"
          onClick={() => session.dismiss(message.channel, message.ts)}
        />
      </div>
    );
  }
  if (message.tombstone && !onOpenThread) return null;
  return (
    <>
      <div class="message-toolbar">
        {!message.tombstone && <ReactionButtons message={message} />}
        {onOpenThread && (
          <ToolbarButton
            icon={MessageSquareText}
            label="Reply in thread"
            onClick={() => onOpenThread(message.ts)}
          />
        )}
        {mine && <ToolbarButton icon={Pencil} label="Edit message" onClick={onEdit} />}
        {mine && (
          <ToolbarButton icon={Trash2} label="Delete message" onClick={() => setDeleting(true)} />
        )}
        {!message.tombstone && <MessageShortcuts message={message} />}
      </div>
      {deleting && <DeleteDialog message={message} onClose={() => setDeleting(false)} />}
    </>
  );
}

function ToolbarButton({
  icon,
  label,
  onClick,
}: {
  icon: typeof X;
  label: string;
  onClick(): void;
}): VNode {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} size={17} />
    </button>
  );
}

const QUICK_REACTIONS = ['+1', 'eyes', 'white_check_mark'] as const;

/** Three common emoji, and a picker for the others. */
function ReactionButtons({ message }: { message: PageMessage }): VNode {
  const react = useToggleReaction(message);
  return (
    <>
      {QUICK_REACTIONS.map((name) => (
        <button
          key={name}
          type="button"
          class="icon-button quick-reaction"
          aria-label={`React with ${name.replace(/_/g, ' ')}`}
          title={`:${name}:`}
          onClick={() => react(name)}
        >
          {emojiCharacter(name)}
        </button>
      ))}
      <EmojiPicker
        label="Add a reaction"
        content={<Icon of={SmilePlus} size={17} />}
        className="icon-button"
        onPick={react}
      />
    </>
  );
}

/** The app's message shortcuts. */
function MessageShortcuts({ message }: { message: PageMessage }): VNode | null {
  const { page, session } = usePageContext();
  const { channel, ts } = message;
  const offered = page.shortcuts.filter(({ kind }) => kind === 'message');
  if (offered.length === 0) return null;
  return (
    <Menu
      label="More actions"
      content={<Icon of={EllipsisVertical} size={17} />}
      items={offered.map((shortcut) => ({
        key: shortcut.callback_id,
        content: <ShortcutItem shortcut={shortcut} />,
        onChoose: () =>
          void session.api
            .runShortcut({ callback_id: shortcut.callback_id, channel, ts })
            .catch(() => undefined),
      }))}
    />
  );
}

function DeleteDialog({ message, onClose }: { message: PageMessage; onClose(): void }): VNode {
  const { session } = usePageContext();
  const { channel, ts } = message;
  return (
    <Dialog
      title="Delete this message?"
      yes="Delete"
      no="Keep it"
      danger
      onYes={() => void session.api.deleteMessage({ channel, ts }).catch(() => undefined)}
      onClose={onClose}
    >
      <Mrkdwn text={message.text} />
    </Dialog>
  );
}
