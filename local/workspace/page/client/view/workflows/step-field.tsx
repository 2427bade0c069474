import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { StepParameter } from '../../../../api/page.js';
import { isChannel } from '../../state/people.js';
import { usePageContext } from '../context/page-context.js';

interface Props {
  readonly input: StepParameter;
  readonly value: string;
  onChange(value: string): void;
}

/** A field for a step input, by the parameter's type. */
export function StepField({ input, value, onChange }: Props): VNode {
  const id = useId();
  return (
    <div class="input">
      <label class="label" for={id}>
        {input.title} {!input.required && <small>(optional)</small>}
      </label>
      {input.type === 'string' ? (
        <textarea
          id={id}
          class="field-box"
          value={value}
          required={input.required}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <IdSelect id={id} input={input} value={value} onChange={onChange} />
      )}
      <span class="input-hint">{input.description}</span>
    </div>
  );
}

function IdSelect({ id, input, value, onChange }: Props & { readonly id: string }): VNode {
  const choices = useOptions(input);
  return (
    <select
      id={id}
      class="field-box"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {choices.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** "Nobody" and "None" are options too, as in a scheduled workflow. */
function useOptions({ type }: StepParameter): readonly (readonly [id: string, name: string])[] {
  const { page } = usePageContext();
  if (type === 'slack#/types/channel_id') {
    const channels = page.channels.filter(isChannel);
    return [['', 'None'], ...channels.map(({ id, name }) => [id, `#${name}`] as const)];
  }
  const people = page.people.filter(({ isBot, id }) => !isBot && id !== page.me);
  return [
    [page.me, 'The person who started the workflow'],
    ['', 'Nobody'],
    ...people.map(({ id, name }) => [id, name] as const),
  ];
}
