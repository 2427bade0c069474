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
        <ChannelSelect id={id} value={value} onChange={onChange} />
      )}
      <span class="input-hint">{input.description}</span>
    </div>
  );
}

/** "None" is an option too. */
function ChannelSelect({
  id,
  value,
  onChange,
}: Omit<Props, 'input'> & { readonly id: string }): VNode {
  const { page } = usePageContext();
  return (
    <select
      id={id}
      class="field-box"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">None</option>
      {page.channels.filter(isChannel).map((channel) => (
        <option key={channel.id} value={channel.id}>
          #{channel.name}
        </option>
      ))}
    </select>
  );
}
