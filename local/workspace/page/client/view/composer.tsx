import { AtSign, type IconNode, SendHorizontal, SquareSlash, Zap } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageChannel } from '../../../api/page.js';
import { AttachButton, type Attached, AttachedFiles, useAttached } from './attaching.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';
import { Menu } from './menu.js';
import { editLast, useDraft, useSend } from './sending.js';
import { ShortcutFace } from './shortcut-face.js';
import { TextBox } from './text-box.js';

interface Given {
  readonly channel: PageChannel;
  readonly thread?: string;
  readonly placeholder: string;
  /** A text to begin with; a new object puts it in again. */
  readonly suggested?: { readonly text: string };
}

export function Composer(given: Given): VNode {
  const { thread, placeholder } = given;
  const { session } = useHere();
  const { text, problem, round, attached, type, submit, insert, attach } = useComposing(given);
  return (
    <div class="composer">
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="composer-box">
        <TextBox
          key={round}
          label={placeholder}
          placeholder={placeholder}
          text={text}
          autoFocus={round > 0 || wide()}
          commands={!thread}
          onText={type}
          onEnter={() => void submit()}
          onUp={() => editLast(session.as, thread)}
        />
        <AttachedFiles attached={attached} />
        <div class="composer-row">
          <AttachButton onFiles={(files) => void attach(files)} />
          <SignButton icon={AtSign} label="Mention somebody" onUse={() => insert('@')} />
          {!thread && (
            <SignButton icon={SquareSlash} label="Use a command" onUse={() => insert('/')} />
          )}
          <Shortcuts />
          <Hint text={text} />
          <button
            type="button"
            class="send"
            aria-label="Send"
            title="Send"
            disabled={text.trim() === '' && attached.files.length === 0}
            onClick={() => void submit()}
          >
            <Icon of={SendHorizontal} size={17} />
          </button>
        </div>
      </div>
    </div>
  );
}

interface Composing {
  readonly text: string;
  readonly problem: string;
  /** Grows whenever the text was put in from outside: the box then starts anew, in focus. */
  readonly round: number;
  readonly attached: Attached;
  type(text: string): void;
  submit(): Promise<void>;
  insert(sign: string): void;
  attach(files: readonly File[]): Promise<void>;
}

function useComposing({ channel, thread, suggested }: Given): Composing {
  const [text, setText] = useDraft(`${channel.id}/${thread ?? ''}`);
  const [problem, setProblem] = useState('');
  const [round, setRound] = useState(0);
  const send = useSend(channel, thread);
  const putIn = (next: string): void => {
    setText(next);
    setRound((n) => n + 1);
  };
  useEffect(() => {
    if (suggested) putIn(suggested.text);
  }, [suggested]);
  const type = (next: string): void => {
    setText(next);
    setProblem('');
  };
  const attached = useAttached();
  const submit = async (): Promise<void> => {
    const { files } = attached;
    if (text.trim() === '' && files.length === 0) return;
    type('');
    attached.put([]);
    const ids = files.map(({ id }) => id);
    await send(text, ids).catch((error: Error) => {
      setText(text);
      attached.put(files);
      setProblem(error.message);
    });
  };
  const attach = (files: readonly File[]): Promise<void> =>
    attached.attach(files).catch((error: Error) => setProblem(error.message));
  const insert = (sign: string): void =>
    putIn(sign === '/' ? '/' : `${text}${/\S$/.test(text) ? ' ' : ''}${sign}`);
  return { text, problem, round, attached, type, submit, insert, attach };
}

function SignButton(given: { icon: IconNode; label: string; onUse(): void }): VNode {
  const { icon, label, onUse } = given;
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onUse}>
      <Icon of={icon} size={17} />
    </button>
  );
}

/** What the app offers from anywhere. */
function Shortcuts(): VNode | null {
  const { page, session } = useHere();
  const offered = page.shortcuts.filter(({ kind }) => kind === 'global');
  if (offered.length === 0) return null;
  return (
    <Menu
      label="Shortcuts"
      title="Shortcuts"
      face={<Icon of={Zap} size={17} />}
      items={offered.map((shortcut) => ({
        key: shortcut.callback_id,
        face: <ShortcutFace shortcut={shortcut} />,
        onChoose: () =>
          void session.api.shortcut({ callback_id: shortcut.callback_id }).catch(() => undefined),
      }))}
    />
  );
}

const wide = (): boolean => matchMedia('(min-width: 720px)').matches;

function Hint({ text }: { text: string }): VNode {
  const { page } = useHere();
  const command = page.commands.find((one) => text.startsWith(`${one.command} `));
  return (
    <span class="hint" aria-hidden="true">
      {command ? (
        <>
          <kbd>{command.command}</kbd> {command.hint}
        </>
      ) : (
        text.trim() !== '' && (
          <>
            <kbd>Enter</kbd> to send, <kbd>Shift Enter</kbd> for a new line
          </>
        )
      )}
    </span>
  );
}
