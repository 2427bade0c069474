import { AtSign, type IconNode, SendHorizontal, SquareSlash, Zap } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageChannel } from '../../../../api/page.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { ShortcutItem } from '../ui/shortcut-item.js';
import {
  AttachButton,
  AttachedFileList,
  type FileAttachments,
  useFileAttachments,
} from './file-attachments.js';
import { TextBox } from './text-box.js';
import { editLastMessage, useDraft, useSend } from './use-send.js';

interface Props {
  readonly channel: PageChannel;
  readonly thread?: string;
  readonly placeholder: string;
  /** Text to insert; a new object inserts it again. */
  readonly suggestedText?: { readonly text: string };
}

export function Composer(props: Props): VNode {
  const { thread, placeholder } = props;
  const { session } = usePageContext();
  const { text, problem, resetCount, attachments, onType, submit, insert, attach } =
    useComposer(props);
  return (
    <div class="composer">
      {problem && (
        <p class="composer-error" role="alert">
          {problem}
        </p>
      )}
      <div class="composer-box">
        <TextBox
          key={resetCount}
          label={placeholder}
          placeholder={placeholder}
          text={text}
          autoFocus={resetCount > 0 || isWideScreen()}
          commands={!thread}
          onText={onType}
          onEnter={() => void submit()}
          onUp={() => editLastMessage(session.as, thread)}
        />
        <AttachedFileList attachments={attachments} />
        <div class="composer-row">
          <AttachButton onFiles={(files) => void attach(files)} />
          <ComposerButton icon={AtSign} label="Mention somebody" onClick={() => insert('@')} />
          {!thread && (
            <ComposerButton icon={SquareSlash} label="Use a command" onClick={() => insert('/')} />
          )}
          <GlobalShortcuts />
          <Hint text={text} />
          <button
            type="button"
            class="send"
            aria-label="Send"
            title="Send"
            disabled={text.trim() === '' && attachments.files.length === 0}
            onClick={() => void submit()}
          >
            <Icon of={SendHorizontal} size={17} />
          </button>
        </div>
      </div>
    </div>
  );
}

interface ComposerState {
  readonly text: string;
  readonly problem: string;
  /** Incremented when the text is replaced from outside: the box is then remounted with focus. */
  readonly resetCount: number;
  readonly attachments: FileAttachments;
  onType(text: string): void;
  submit(): Promise<void>;
  insert(sign: string): void;
  attach(files: readonly File[]): Promise<void>;
}

function useComposer({ channel, thread, suggestedText }: Props): ComposerState {
  const [text, setText] = useDraft(`${channel.id}/${thread ?? ''}`);
  const [problem, setProblem] = useState('');
  const [resetCount, setRound] = useState(0);
  const send = useSend(channel, thread);
  const replaceText = (next: string): void => {
    setText(next);
    setRound((n) => n + 1);
  };
  useEffect(() => {
    if (suggestedText) replaceText(suggestedText.text);
  }, [suggestedText]);
  const onType = (next: string): void => {
    setText(next);
    setProblem('');
  };
  const attachments = useFileAttachments();
  const submit = async (): Promise<void> => {
    const { files } = attachments;
    if (text.trim() === '' && files.length === 0) return;
    onType('');
    attachments.setFiles([]);
    const ids = files.map(({ id }) => id);
    await send(text, ids).catch((error: Error) => {
      setText(text);
      attachments.setFiles(files);
      setProblem(error.message);
    });
  };
  const attach = (files: readonly File[]): Promise<void> =>
    attachments.attach(files).catch((error: Error) => setProblem(error.message));
  const insert = (sign: string): void =>
    replaceText(sign === '/' ? '/' : `${text}${/\S$/.test(text) ? ' ' : ''}${sign}`);
  return { text, problem, resetCount, attachments, onType, submit, insert, attach };
}

function ComposerButton(props: { icon: IconNode; label: string; onClick(): void }): VNode {
  const { icon, label, onClick } = props;
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} size={17} />
    </button>
  );
}

/** The app's global shortcuts. */
function GlobalShortcuts(): VNode | null {
  const { page, session } = usePageContext();
  const offered = page.shortcuts.filter(({ kind }) => kind === 'global');
  if (offered.length === 0) return null;
  return (
    <Menu
      label="Shortcuts"
      title="Shortcuts"
      content={<Icon of={Zap} size={17} />}
      items={offered.map((shortcut) => ({
        key: shortcut.callback_id,
        content: <ShortcutItem shortcut={shortcut} />,
        onChoose: () =>
          void session.api
            .runShortcut({ callback_id: shortcut.callback_id })
            .catch(() => undefined),
      }))}
    />
  );
}

const isWideScreen = (): boolean => matchMedia('(min-width: 720px)').matches;

function Hint({ text }: { text: string }): VNode {
  const { page } = usePageContext();
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
