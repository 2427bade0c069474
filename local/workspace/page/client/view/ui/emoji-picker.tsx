import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { emojiCharacter, searchEmoji } from '../../text/emoji.js';
import { usePlacement } from './placement.js';
import { usePopup } from './popup.js';

/** The emoji shown before a search. */
const COMMON_EMOJI = [
  '+1',
  'eyes',
  'white_check_mark',
  'tada',
  'heart',
  'joy',
  'raised_hands',
  'pray',
  'rocket',
  'fire',
  'bulb',
  'thinking_face',
  'x',
  '-1',
  'bug',
  'mag',
] as const;

interface Props {
  readonly label: string;
  readonly content: ComponentChildren;
  readonly className: string;
  onPick(name: string): void;
}

/** A button that opens an emoji picker with a search. */
export function EmojiPicker({ label, content, className, onPick }: Props): VNode {
  const { open, root, close, toggle } = usePopup();
  return (
    <div class="picker-root" ref={root}>
      <button
        type="button"
        class={className}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        title={label}
        onClick={toggle}
      >
        {content}
      </button>
      {open && (
        <Picker
          label={label}
          onClose={close}
          onPick={(name) => {
            close();
            onPick(name);
          }}
        />
      )}
    </div>
  );
}

function Picker(props: { label: string; onClose(): void; onPick(name: string): void }): VNode {
  const { label, onClose, onPick } = props;
  const [wanted, setWanted] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const panel = usePlacement<HTMLDivElement>();
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const names = wanted.trim() === '' ? COMMON_EMOJI : searchEmoji(wanted);
  return (
    <div
      class="picker"
      role="dialog"
      aria-label={label}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (!handleArrowKeys(event, panel.current)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <input
        ref={box}
        class="field-box"
        aria-label="Search emoji"
        placeholder="Search emoji"
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = names;
          if (event.key !== 'Enter' || event.isComposing || wanted.trim() === '' || !first) return;
          // Otherwise Enter would also click the button that gets the focus back.
          event.preventDefault();
          onPick(first);
        }}
      />
      <div class="picker-grid">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={name.replace(/_/g, ' ')}
            title={`:${name}:`}
            onClick={() => onPick(name)}
          >
            {emojiCharacter(name)}
          </button>
        ))}
      </div>
      {names.length === 0 && <p class="picker-empty">There is no such emoji.</p>}
    </div>
  );
}

const COLUMNS = 8;

/** Arrow keys move between the emoji and the search. */
function handleArrowKeys(event: KeyboardEvent, panel: HTMLElement | null): boolean {
  const all = [...(panel?.querySelectorAll<HTMLElement>('.picker-grid button') ?? [])];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const inSearch = at < 0;
  const to: Record<string, number> = {
    ArrowDown: inSearch ? 0 : at + COLUMNS,
    ArrowUp: at - COLUMNS,
    ...(inSearch ? {} : { ArrowRight: at + 1, ArrowLeft: at - 1 }),
  };
  const next = to[event.key];
  if (next === undefined) return false;
  const target = next < 0 ? panel?.querySelector<HTMLElement>('input') : all[next];
  target?.focus();
  return true;
}
