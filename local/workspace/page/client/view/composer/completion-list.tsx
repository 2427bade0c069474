import type { VNode } from 'preact';
import { findPerson } from '../../state/people.js';
import type { Completion, CompletionItem } from '../../text/completion.js';
import { usePageContext } from '../context/page-context.js';
import { Avatar } from '../ui/avatar.js';
import { AppLogo } from '../ui/icon.js';

const TITLES = { command: 'Commands', person: 'People', channel: 'Channels' };

interface CompletionListProps {
  readonly id: string;
  readonly completion: Completion;
  readonly selected: number;
  onSelect(item: CompletionItem): void;
}

/** The completions of a text box. The focus stays in the box. */
export function CompletionList({ id, completion, selected, onSelect }: CompletionListProps): VNode {
  return (
    <div class="completion-list">
      <div class="completion-title">{TITLES[completion.kind]}</div>
      <div id={id} role="listbox" aria-label={TITLES[completion.kind]}>
        {completion.items.map((item, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box.
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the text box's.
          <div
            key={item.id}
            id={`${id}-${index}`}
            class="completion-item"
            role="option"
            aria-selected={index === selected}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onSelect(item)}
          >
            <CompletionContent kind={completion.kind} item={item} />
          </div>
        ))}
      </div>
    </div>
  );
}

function CompletionContent({
  kind,
  item,
}: {
  kind: Completion['kind'];
  item: CompletionItem;
}): VNode {
  const { page } = usePageContext();
  const person = findPerson(page, item.id);
  return (
    <>
      {kind === 'person' && <Avatar person={person} size="small" />}
      {kind === 'command' && (
        <span class="avatar avatar-bot small" aria-hidden="true">
          <AppLogo />
        </span>
      )}
      <strong>{item.label}</strong>
      {person.isBot && <span class="tag">App</span>}
      <span class="completion-detail">{item.detail}</span>
    </>
  );
}
