import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageMessage } from '../../../../api/page.js';
import { decodeMessage, encodeMessage } from '../../text/mentions.js';
import { TextBox } from '../composer/text-box.js';
import { useDirectory, usePageContext } from '../context/page-context.js';

/** Edits one's own message: Enter saves, Escape cancels. */
export function MessageEditor({
  message,
  onDone,
}: {
  message: PageMessage;
  onDone(): void;
}): VNode {
  const { session } = usePageContext();
  const directory = useDirectory();
  const [text, setText] = useState(() => decodeMessage(message.text, directory));
  const [problem, setProblem] = useState('');
  const save = async (): Promise<void> => {
    const encoded = encodeMessage(text.trim(), directory);
    if (!encoded || encoded === message.text) return onDone();
    const { channel, ts } = message;
    await session.api
      .editMessage({ channel, ts, text: encoded })
      .then(onDone, (e: Error) => setProblem(e.message));
  };
  return (
    <div class="message-editor">
      <TextBox
        label="Edit message"
        text={text}
        autoFocus
        onText={setText}
        onEnter={() => void save()}
        onEscape={onDone}
      />
      {problem && (
        <p class="composer-error" role="alert">
          {problem}
        </p>
      )}
      <div class="message-editor-buttons">
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
