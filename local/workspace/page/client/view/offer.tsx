import type { VNode } from 'preact';
import type { Choice, Completion } from '../text/complete.js';
import { Avatar } from './avatar.js';
import { personIn, useHere } from './here.js';
import { Mark } from './icon.js';

const TITLES = { command: 'Commands', person: 'People', channel: 'Channels' };

interface Offered {
  readonly id: string;
  readonly offer: Completion;
  readonly at: number;
  onTake(choice: Choice): void;
}

/** What a text box offers to complete; the focus stays in the box. */
export function Offer({ id, offer, at, onTake }: Offered): VNode {
  return (
    <div class="offer">
      <div class="offer-title">{TITLES[offer.kind]}</div>
      <div id={id} role="listbox" aria-label={TITLES[offer.kind]}>
        {offer.choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box.
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the text box's.
          <div
            key={choice.id}
            id={`${id}-${index}`}
            class="offer-choice"
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(choice)}
          >
            <ChoiceFace kind={offer.kind} choice={choice} />
          </div>
        ))}
      </div>
    </div>
  );
}

function ChoiceFace({ kind, choice }: { kind: Completion['kind']; choice: Choice }): VNode {
  const { page } = useHere();
  const person = personIn(page, choice.id);
  return (
    <>
      {kind === 'person' && <Avatar person={person} size="small" />}
      {kind === 'command' && (
        <span class="avatar avatar-bot small" aria-hidden="true">
          <Mark />
        </span>
      )}
      <strong>{choice.label}</strong>
      {person.isBot && <span class="tag">App</span>}
      <span class="offer-detail">{choice.detail}</span>
    </>
  );
}
