import type { InputBlock } from '@slack/types';
import type { VNode } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import type { Entry } from '../../../../api/page.js';
import {
  type FieldElement,
  initialEntry,
  isOptionList,
  textObjectText,
} from '../../text/fields.js';
import { ViewContext } from '../context/page-context.js';
import { Field } from '../fields/field.js';
import { PlainText } from '../text/plain-text.js';
import { useBlockAction } from './use-block-action.js';

interface Props {
  readonly element: FieldElement;
  readonly blockId: string;
}

/** An input element in a section or actions block: a change is sent as a block action. */
export function ActionField({ element, blockId }: Props): VNode {
  const { value, setEntry } = useFieldEntry({ element, blockId });
  const { send } = useBlockAction(blockId);
  const actionId = element.action_id ?? '';
  const text = textObjectText(element['placeholder']) ?? element.type.replaceAll('_', ' ');
  return (
    <Field
      element={element}
      value={value}
      label={{ text }}
      onChangeEntry={(entry) => {
        setEntry(entry);
        send({ actionId, value: entry });
      }}
    />
  );
}

/** A field with its label, hint and error. */
export function InputBlockView({ block }: { block: InputBlock }): VNode {
  const id = useId();
  const blockId = block.block_id ?? '';
  const element = block.element as unknown as FieldElement;
  const { value, setEntry } = useFieldEntry({ element, blockId });
  const { send } = useBlockAction(blockId);
  const error = useContext(ViewContext)?.errors[blockId];
  const isList = isOptionList(element.type);
  const told = [block.hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  const dispatch = (entry: Entry): void =>
    send({ actionId: element.action_id ?? '', value: entry });
  return (
    <div class={`input${error ? ' input-invalid' : ''}`}>
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
        onChangeEntry={(entry) => {
          setEntry(entry);
          if (block.dispatch_action && dispatchesOnEntry(element)) dispatch(entry);
        }}
        {...(block.dispatch_action ? { onEnterKey: () => dispatch(value) } : {})}
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

/** Text fields dispatch on Enter, unless configured for every character. */
function dispatchesOnEntry(element: FieldElement): boolean {
  if (!element.type.endsWith('_input')) return true;
  const config = element['dispatch_action_config'] as
    | { trigger_actions_on?: readonly string[] }
    | undefined;
  return config?.trigger_actions_on?.includes('on_character_entered') ?? false;
}

/** A field's entry: kept by its view or, in a message, by itself. */
function useFieldEntry({ element, blockId }: Props): {
  value: Entry;
  setEntry(entry: Entry): void;
} {
  const openView = useContext(ViewContext);
  const [own, setOwn] = useState<Entry>(() => initialEntry(element));
  if (!openView) return { value: own, setEntry: setOwn };
  const actionId = element.action_id ?? '';
  return {
    value: openView.entryOf(blockId, actionId),
    setEntry: (entry) => openView.setEntry(blockId, actionId, entry),
  };
}
