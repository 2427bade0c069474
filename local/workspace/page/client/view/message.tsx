import { EyeOff } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../api/page.js';
import { clockTime, fullTime, tsToMs } from '../text/time.js';
import { Avatar } from './avatar.js';
import { Blocks } from './blocks.js';
import { Extras } from './extras.js';
import { MessageContext, personIn, useHere } from './here.js';
import { Icon } from './icon.js';
import { MessageEdit } from './message-edit.js';
import { MessageTools } from './message-tools.js';
import { Mrkdwn } from './mrkdwn.js';
import { ReplyLink } from './reply-link.js';

interface Given {
  readonly message: PageMessage;
  readonly head: boolean;
  onThread?(ts: string): void;
}

export function Message({ message, head, onThread }: Given): VNode {
  const { page } = useHere();
  const [editing, setEditing] = useState(false);
  const person = personIn(page, message.user);
  const at = tsToMs(message.ts);
  const look = `${head ? ' head' : ''}${message.ephemeral ? ' ephemeral' : ''}${message.mentions_me ? ' to-me' : ''}${editing ? ' editing' : ''}`;
  return (
    <MessageContext.Provider value={message}>
      <article
        class={`message${look}`}
        aria-label={`${person.name}, ${clockTime(at)}`}
        data-ts={message.ts}
        data-author={message.ephemeral ? undefined : message.user}
      >
        <div class="gutter">
          {head ? <Avatar person={person} /> : <time title={fullTime(at)}>{clockTime(at)}</time>}
        </div>
        <div class="message-main">
          {message.ephemeral && <OnlyYou />}
          {head && <Byline message={message} />}
          {editing ? (
            <MessageEdit message={message} onDone={() => setEditing(false)} />
          ) : (
            <Body message={message} />
          )}
          {onThread && <ReplyLink root={message} onThread={onThread} />}
        </div>
        {!editing && (
          <MessageTools
            message={message}
            onEdit={() => setEditing(true)}
            {...(onThread ? { onThread } : {})}
          />
        )}
      </article>
    </MessageContext.Provider>
  );
}

function OnlyYou(): VNode {
  return (
    <div class="only-you">
      <Icon of={EyeOff} size={13} /> Only visible to you
    </div>
  );
}

function Byline({ message }: { message: PageMessage }): VNode {
  const { page } = useHere();
  const person = personIn(page, message.user);
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

/** Where there are blocks, the text is only for notifications. */
function Body({ message }: { message: PageMessage }): VNode {
  const blocks = message.blocks ?? [];
  if (message.tombstone) return <p class="gone">This message was deleted.</p>;
  return (
    <div class="message-body">
      {blocks.length > 0 ? <Blocks blocks={blocks} /> : <Mrkdwn text={message.text} />}
      <Extras message={message} />
      {message.edited && <span class="edited">(edited)</span>}
    </div>
  );
}
