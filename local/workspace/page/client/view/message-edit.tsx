import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../api/page.js';
import { decodeMessage, encodeMessage } from '../text/mentions.js';
import { useDirectory } from './directory.js';
import { useHere } from './here.js';
import { TextBox } from './text-box.js';

/** One's own message, back in a box: Enter saves, Escape leaves it as it was. */
export function MessageEdit({ message, onDone }: { message: PageMessage; onDone(): void }): VNode {
  const { session } = useHere();
  const directory = useDirectory();
  const [text, setText] = useState(() => decodeMessage(message.text, directory));
  const [problem, setProblem] = useState('');
  const save = async (): Promise<void> => {
    const encoded = encodeMessage(text.trim(), directory);
    if (!encoded || encoded === message.text) return onDone();
    const { channel, ts } = message;
    await session.api
      .edit({ channel, ts, text: encoded })
      .then(onDone, (e: Error) => setProblem(e.message));
  };
  return (
    <div class="edit-box">
      <TextBox
        label="Edit message"
        text={text}
        autoFocus
        onText={setText}
        onEnter={() => void save()}
        onEscape={onDone}
      />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="edit-buttons">
        <button type="button" class="block-button" onClick={onDone}>
          Cancel
        </button>
        <button type="button" class="block-button primary" onClick={() => void save()}>
          Save
        </button>
      </div>
    </div>
  );
}
