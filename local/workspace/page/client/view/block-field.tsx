import type { InputBlock } from '@slack/types';
import type { VNode } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import type { Entry } from '../../../api/page.js';
import { type FieldElement, initialOf, isListed, textOf } from '../text/fields.js';
import { Field } from './field.js';
import { ViewContext } from './here.js';
import { PlainText } from './plain-text.js';
import { usePress } from './press.js';

interface Given {
  readonly element: FieldElement;
  readonly blockId: string;
}

/** A select, a picker or the like among buttons or beside a text: choosing in it is a click. */
export function LooseField({ element, blockId }: Given): VNode {
  const { value, enter } = useHeld({ element, blockId });
  const { press } = usePress(blockId);
  const actionId = element.action_id ?? '';
  const text = textOf(element['placeholder']) ?? element.type.replaceAll('_', ' ');
  return (
    <Field
      element={element}
      value={value}
      label={{ text }}
      onEnter={(entry) => {
        enter(entry);
        press({ actionId, value: entry });
      }}
    />
  );
}

/** A field with its label, what it says below, and what is wrong with it. */
export function Input({ block }: { block: InputBlock }): VNode {
  const id = useId();
  const blockId = block.block_id ?? '';
  const element = block.element as unknown as FieldElement;
  const { value, enter } = useHeld({ element, blockId });
  const { press } = usePress(blockId);
  const error = useContext(ViewContext)?.errors[blockId];
  const isList = isListed(element.type);
  const told = [block.hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  const dispatch = (entry: Entry): void =>
    press({ actionId: element.action_id ?? '', value: entry });
  return (
    <div class={`input${error ? ' input-wrong' : ''}`}>
      {isList ? (
        <span class="label" id={`${id}-label`}>
          <Label block={block} />
        </span>
      ) : (
        <label class="label" for={id}>
          <Label block={block} />
        </label>
      )}
      <Field
        element={element}
        value={value}
        id={id}
        label={{ id: `${id}-label` }}
        invalid={error !== undefined}
        {...(told.length > 0 ? { describedBy: told.join(' ') } : {})}
        onEnter={(entry) => {
          enter(entry);
          if (block.dispatch_action && dispatchesOnEntry(element)) dispatch(entry);
        }}
        {...(block.dispatch_action ? { onReturn: () => dispatch(value) } : {})}
      />
      {error && (
        <p class="input-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {block.hint && (
        <p class="input-hint" id={`${id}-hint`}>
          <PlainText text={block.hint.text} />
        </p>
      )}
    </div>
  );
}

function Label({ block }: { block: InputBlock }): VNode {
  return (
    <>
      <PlainText text={block.label.text} />
      {block.optional && <small> (optional)</small>}
    </>
  );
}

/** What is typed is told when Enter is pressed, unless the element asks for every character. */
function dispatchesOnEntry(element: FieldElement): boolean {
  if (!element.type.endsWith('_input')) return true;
  const config = element['dispatch_action_config'] as
    | { trigger_actions_on?: readonly string[] }
    | undefined;
  return config?.trigger_actions_on?.includes('on_character_entered') ?? false;
}

/** What a field holds: kept by its view, or in a message by itself. */
function useHeld({ element, blockId }: Given): { value: Entry; enter(entry: Entry): void } {
  const inView = useContext(ViewContext);
  const [own, setOwn] = useState<Entry>(() => initialOf(element));
  if (!inView) return { value: own, enter: setOwn };
  const actionId = element.action_id ?? '';
  return {
    value: inView.held(blockId, actionId),
    enter: (entry) => inView.enter(blockId, actionId, entry),
  };
}
