import { SmilePlus } from 'lucide';
import type { VNode } from 'preact';
import type { PageMessage } from '../../../../api/page.js';
import { findPerson } from '../../state/people.js';
import { emojiCharacter } from '../../text/emoji.js';
import { usePageContext } from '../context/page-context.js';
import { EmojiPicker } from '../ui/emoji-picker.js';
import { Icon } from '../ui/icon.js';

/** Adds or removes the viewer's reaction. */
export function useToggleReaction(message: PageMessage): (name: string) => void {
  const { page, session } = usePageContext();
  return (name) => {
    const mine = message.reactions?.find((one) => one.name === name)?.users.includes(page.me);
    const { channel, ts } = message;
    void session.api
      .react({ channel, ts, name, ...(mine ? { remove: true } : {}) })
      .catch(() => undefined);
  };
}

/** A message's reactions; a click adds or removes the viewer's own. */
export function Reactions({ message }: { message: PageMessage }): VNode {
  const { page } = usePageContext();
  const react = useToggleReaction(message);
  return (
    <ul class="reactions" aria-label="Reactions">
      {message.reactions?.map(({ name, users, count }) => {
        const who = users.map((id) => findPerson(page, id).name).join(', ');
        return (
          <li key={name}>
            <button
              type="button"
              class="reaction"
              aria-pressed={users.includes(page.me)}
              aria-label={`${name.replace(/_/g, ' ')}: ${who}`}
              title={`${who} reacted with :${name}:`}
              onClick={() => react(name)}
            >
              <span aria-hidden="true">{emojiCharacter(name) ?? `:${name}:`}</span>
              <b aria-hidden="true">{count}</b>
            </button>
          </li>
        );
      })}
      <li>
        <EmojiPicker
          label="Add another reaction"
          content={<Icon of={SmilePlus} size={15} />}
          className="reaction reaction-more"
          onPick={react}
        />
      </li>
    </ul>
  );
}
