import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Choice, type Completion, complete, completionAt } from '../text/complete.js';
import { isSlackbot, useHere } from './here.js';
import { Offer } from './offer.js';

export interface TextBoxProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** Slash commands make no sense in an edit or a thread. */
  readonly commands?: boolean;
  onText(text: string): void;
  onEnter(): void;
  onEscape?(): void;
  /** Arrow up in an empty box. */
  onUp?(): void;
}

/** A box that grows with its text, sends on Enter, and completes commands and names. */
export function TextBox(props: TextBoxProps): VNode {
  const { label, text, placeholder, onText } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(text.length);
  const [at, setAt] = useState(0);
  const [refused, setRefused] = useState<string>();
  const offer = useOffer(props, caret, refused);
  useGrowing(box, text);
  const moveTo = useCaretMove(box, text);
  useEffect(() => setAt(0), [offer?.kind, offer?.choices.length]);
  useEffect(() => {
    if (props.autoFocus) box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
  }, []);
  const take = (choice: Choice): void => {
    if (!offer) return;
    const next = complete(text, offer, choice);
    onText(next.text);
    setCaret(next.caret);
    moveTo.current = next.caret;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const done = offer
      ? steerOffer(event, { offer, at, setAt, take, refuse: () => setRefused(text) })
      : steerBox(event, props);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="text-box">
      {offer && <Offer id={listId} offer={offer} at={at} onTake={take} />}
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        aria-autocomplete="list"
        {...(offer ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${at}` } : {})}
        onInput={(event) => {
          onText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setRefused(text)}
        onFocus={() => setRefused(undefined)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function useOffer(
  props: TextBoxProps,
  caret: number,
  refused: string | undefined,
): Completion | undefined {
  const { page } = useHere();
  if (refused === props.text) return undefined;
  return completionAt(props.text, caret, {
    commands: props.commands ? page.commands : [],
    people: page.people.filter((one) => one.id !== page.me && !isSlackbot(one)),
    channels: page.channels.filter(({ kind }) => kind !== 'direct'),
  });
}

/** Where the caret goes with the next drawing, not after it: somebody may already be typing on. */
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

const TALLEST_PX = 320;

function useGrowing(box: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, TALLEST_PX)}px`;
  }, [text]);
}

interface OfferKeys {
  readonly offer: Completion;
  readonly at: number;
  setAt(at: number): void;
  take(choice: Choice): void;
  refuse(): void;
}

function steerOffer(event: KeyboardEvent, { offer, at, setAt, take, refuse }: OfferKeys): boolean {
  const count = offer.choices.length;
  const choice = offer.choices[at];
  if (event.key === 'ArrowDown') setAt((at + 1) % count);
  else if (event.key === 'ArrowUp') setAt((at - 1 + count) % count);
  else if (event.key === 'Escape') refuse();
  else if ((event.key === 'Enter' || event.key === 'Tab') && choice && !event.shiftKey)
    take(choice);
  else return false;
  return true;
}

function steerBox(event: KeyboardEvent, props: TextBoxProps): boolean {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) props.onEnter();
  else if (event.key === 'Escape' && props.onEscape) props.onEscape();
  else if (event.key === 'ArrowUp' && props.text === '' && props.onUp) props.onUp();
  else return false;
  return true;
}
