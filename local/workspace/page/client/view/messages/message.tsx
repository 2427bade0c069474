import { EyeOff } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../../api/page.js';
import { findPerson } from '../../state/people.js';
import { clockTime, fullTime, tsToMs } from '../../text/time.js';
import { Blocks } from '../blocks/blocks.js';
import { MessageContext, usePageContext } from '../context/page-context.js';
import { Mrkdwn } from '../text/mrkdwn.js';
import { Avatar } from '../ui/avatar.js';
import { Icon } from '../ui/icon.js';
import { Attachment } from './attachment.js';
import { FileCard } from './file-card.js';
import { MessageEditor } from './message-editor.js';
import { MessageToolbar } from './message-toolbar.js';
import { Reactions } from './reactions.js';
import { ReplyLink } from './reply-link.js';

interface Props {
  readonly message: PageMessage;
  readonly showAuthor: boolean;
  onOpenThread?(ts: string): void;
}

export function MessageItem({ message, showAuthor, onOpenThread }: Props): VNode {
  const { page } = usePageContext();
  const [editing, setEditing] = useState(false);
  const person = findPerson(page, message.user);
  const at = tsToMs(message.ts);
  const className = `${showAuthor ? ' with-author' : ''}${message.ephemeral ? ' ephemeral' : ''}${message.mentions_me ? ' mentions-me' : ''}${editing ? ' editing' : ''}`;
  return (
    <MessageContext.Provider value={message}>
      <article
        class={`message${className}`}
        aria-label={`${person.name}, ${clockTime(at)}`}
        data-ts={message.ts}
        data-author={message.ephemeral ? undefined : message.user}
      >
        <div class="gutter">
          {showAuthor ? (
            <Avatar person={person} />
          ) : (
            <time title={fullTime(at)}>{clockTime(at)}</time>
          )}
        </div>
        <div class="message-main">
          {message.ephemeral && <EphemeralNotice />}
          {showAuthor && <Byline message={message} />}
          {editing ? (
            <MessageEditor message={message} onDone={() => setEditing(false)} />
          ) : (
            <Body message={message} />
          )}
          {onOpenThread && <ReplyLink root={message} onOpenThread={onOpenThread} />}
        </div>
        {!editing && (
          <MessageToolbar
            message={message}
            onEdit={() => setEditing(true)}
            {...(onOpenThread ? { onOpenThread } : {})}
          />
        )}
      </article>
    </MessageContext.Provider>
  );
}

function EphemeralNotice(): VNode {
  return (
    <div class="ephemeral-notice">
      <Icon of={EyeOff} size={13} /> Only visible to you
    </div>
  );
}

function Byline({ message }: { message: PageMessage }): VNode {
  const { page } = usePageContext();
  const person = findPerson(page, message.user);
  const at = tsToMs(message.ts);
  return (
    <div class="byline">
      <strong>{person.name}</strong>
      {person.isBot && <span class="tag">App</span>}
      {person.note && <span class="tag tag-note">{person.note}</span>}
      <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
        {clockTime(at)}
      </time>
    </div>
  );
}

/** If there are blocks, the text is only for notifications. */
function Body({ message }: { message: PageMessage }): VNode {
  const blocks = message.blocks ?? [];
  if (message.tombstone) return <p class="deleted">This message was deleted.</p>;
  return (
    <div class="message-body">
      {blocks.length > 0 ? <Blocks blocks={blocks} /> : <Mrkdwn text={message.text} />}
      {message.attachments?.map((attachment, index) => (
        <Attachment key={index} attachment={attachment} />
      ))}
      {message.files?.map((file, index) => (
        <FileCard key={index} file={file} />
      ))}
      {message.reactions && message.reactions.length > 0 && <Reactions message={message} />}
      {message.edited && <span class="edited">(edited)</span>}
    </div>
  );
}
