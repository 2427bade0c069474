import { MessageCircle } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel } from '../../../../api/page.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';

/** The app's suggested prompts, in a direct message without messages. A click sends the prompt. */
export function Prompts({ channel }: { channel: PageChannel }): VNode | null {
  const { page, session } = usePageContext();
  const suggestedText = page.prompts.find((one) => one.channel === channel.id);
  if (!suggestedText) return null;
  const say = (text: string) => void session.api.say({ channel: channel.id, text });
  return (
    <>
      <h3>{suggestedText.title ?? 'Suggested'}</h3>
      <ul class="suggestions">
        {suggestedText.prompts.map(({ title, message }) => (
          <li key={message}>
            <button type="button" onClick={() => say(message)}>
              <span class="suggestion-icon">
                <Icon of={MessageCircle} />
              </span>
              <span class="suggestion-text">
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
