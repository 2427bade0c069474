import { MessageCircle } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel } from '../../../api/page.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';

/** What the app suggests to ask, in a direct message where nothing is written yet: a click says it. */
export function Prompts({ channel }: { channel: PageChannel }): VNode | null {
  const { page, session } = useHere();
  const suggested = page.prompts.find((one) => one.channel === channel.id);
  if (!suggested) return null;
  const say = (text: string) => void session.api.say({ channel: channel.id, text });
  return (
    <>
      <h3>{suggested.title ?? 'Suggested'}</h3>
      <ul class="suggestions">
        {suggested.prompts.map(({ title, message }) => (
          <li key={message}>
            <button type="button" onClick={() => say(message)}>
              <span class="suggestion-icon">
                <Icon of={MessageCircle} />
              </span>
              <span class="suggestion-words">
                <strong>{title}</strong>
                {message !== title && <span>{message}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
