import { SmilePlus } from 'lucide';
import type { VNode } from 'preact';
import type { PageMessage } from '../../../api/page.js';
import { emoji } from '../text/emoji.js';
import { EmojiPicker } from './emoji-picker.js';
import { personIn, useHere } from './here.js';
import { Icon } from './icon.js';

/** Adds one's own reaction to a message, or takes it away. */
export function useReact(message: PageMessage): (name: string) => void {
  const { page, session } = useHere();
  return (name) => {
    const mine = message.reactions?.find((one) => one.name === name)?.users.includes(page.me);
    const { channel, ts } = message;
    void session.api
      .react({ channel, ts, name, ...(mine ? { remove: true } : {}) })
      .catch(() => undefined);
  };
}

/** Who reacted with what; a press joins in, or takes one's own away. */
export function Reactions({ message }: { message: PageMessage }): VNode {
  const { page } = useHere();
  const react = useReact(message);
  return (
    <ul class="reactions" aria-label="Reactions">
      {message.reactions?.map(({ name, users, count }) => {
        const who = users.map((id) => personIn(page, id).name).join(', ');
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
              <span aria-hidden="true">{emoji(name) ?? `:${name}:`}</span>
              <b aria-hidden="true">{count}</b>
            </button>
          </li>
        );
      })}
      <li>
        <EmojiPicker
          label="Add another reaction"
          face={<Icon of={SmilePlus} size={15} />}
          look="reaction reaction-more"
          onPick={react}
        />
      </li>
    </ul>
  );
}
