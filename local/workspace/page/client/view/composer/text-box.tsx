import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isChannel, isSlackbot } from '../../state/people.js';
import {
  applyCompletion,
  type Completion,
  type CompletionItem,
  completionAt,
} from '../../text/completion.js';
import { usePageContext } from '../context/page-context.js';
import { CompletionList } from './completion-list.js';

export interface TextBoxProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** Whether to complete slash commands; not in edits and threads. */
  readonly commands?: boolean;
  onText(text: string): void;
  onEnter(): void;
  onEscape?(): void;
  /** Arrow up was pressed in an empty box. */
  onUp?(): void;
}

/** A text box that grows with its text, sends on Enter, and completes commands and names. */
export function TextBox(props: TextBoxProps): VNode {
  const { label, text, placeholder, onText } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(text.length);
  const [selected, setSelected] = useState(0);
  const [dismissedText, setDismissedText] = useState<string>();
  const completion = useCompletion(props, caret, dismissedText);
  useAutoGrow(box, text);
  const moveTo = useCaretMove(box, text);
  useEffect(() => setSelected(0), [completion?.kind, completion?.items.length]);
  useEffect(() => {
    if (props.autoFocus) box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
  }, []);
  const select = (item: CompletionItem): void => {
    if (!completion) return;
    const next = applyCompletion(text, completion, item);
    onText(next.text);
    setCaret(next.caret);
    moveTo.current = next.caret;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const done = completion
      ? handleCompletionKey(event, {
          completion,
          selected,
          setSelected,
          select,
          dismiss: () => setDismissedText(text),
        })
      : handleTextKey(event, props);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="text-box">
      {completion && (
        <CompletionList id={listId} completion={completion} selected={selected} onSelect={select} />
      )}
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        aria-autocomplete="list"
        {...(completion
          ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${selected}` }
          : {})}
        onInput={(event) => {
          onText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setDismissedText(text)}
        onFocus={() => setDismissedText(undefined)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function useCompletion(
  props: TextBoxProps,
  caret: number,
  dismissedText: string | undefined,
): Completion | undefined {
  const { page } = usePageContext();
  if (dismissedText === props.text) return undefined;
  return completionAt(props.text, caret, {
    commands: props.commands ? page.commands : [],
    people: page.people.filter((one) => one.id !== page.me && !isSlackbot(one)),
    channels: page.channels.filter(isChannel),
  });
}

/** Moves the caret in the same render as the text: later it could disturb further typing. */
function useCaretMove(
  box: { current: HTMLTextAreaElement | null },
  text: string,
): { current: number | undefined } {
  const moveTo = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const to = moveTo.current;
    if (to !== undefined) box.current?.setSelectionRange(to, to);
    moveTo.current = undefined;
  }, [text]);
  return moveTo;
}

const MAX_HEIGHT_PX = 320;

function useAutoGrow(box: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`;
  }, [text]);
}

interface CompletionKeys {
  readonly completion: Completion;
  readonly selected: number;
  setSelected(selected: number): void;
  select(item: CompletionItem): void;
  dismiss(): void;
}

function handleCompletionKey(
  event: KeyboardEvent,
  { completion, selected, setSelected, select, dismiss }: CompletionKeys,
): boolean {
  const count = completion.items.length;
  const item = completion.items[selected];
  if (event.key === 'ArrowDown') setSelected((selected + 1) % count);
  else if (event.key === 'ArrowUp') setSelected((selected - 1 + count) % count);
  else if (event.key === 'Escape') dismiss();
  else if ((event.key === 'Enter' || event.key === 'Tab') && item && !event.shiftKey) select(item);
  else return false;
  return true;
}

function handleTextKey(event: KeyboardEvent, props: TextBoxProps): boolean {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) props.onEnter();
  else if (event.key === 'Escape' && props.onEscape) props.onEscape();
  else if (event.key === 'ArrowUp' && props.text === '' && props.onUp) props.onUp();
  else return false;
  return true;
}
