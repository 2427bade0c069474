import { Play, Workflow, X } from 'lucide';
import type { VNode } from 'preact';
import { createPortal } from 'preact/compat';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { StepDeclaration, StepParameter } from '../../../../api/page.js';
import { usePageContext } from '../context/page-context.js';
import { focusFirst } from '../ui/focus.js';
import { Icon } from '../ui/icon.js';
import { StepField } from './step-field.js';
import { StepRuns } from './step-runs.js';

/** Opens a dialog to run each of the app's steps in a one-step workflow. */
export function WorkflowsButton(): VNode | null {
  const { page } = usePageContext();
  const [open, setOpen] = useState(false);
  if (page.steps.length === 0) return null;
  return (
    <section aria-label="Automations">
      <h2>Automations</h2>
      <ul>
        <li>
          <button type="button" class="channel-link" onClick={() => setOpen(true)}>
            <Icon of={Workflow} size={16} />
            <span class="channel-name">Workflows</span>
          </button>
        </li>
      </ul>
      {/* Rendered outside the sidebar, whose styles do not apply. */}
      {open && createPortal(<WorkflowsDialog onClose={() => setOpen(false)} />, document.body)}
    </section>
  );
}

function WorkflowsDialog({ onClose }: { onClose(): void }): VNode {
  const { page } = usePageContext();
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    box.current?.showModal();
    focusFirst(box.current);
  }, []);
  return (
    <dialog
      ref={box}
      class="modal"
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header class="modal-header">
        <Icon of={Workflow} />
        <h2 id={id}>Workflows</h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close"
          onClick={() => box.current?.close()}
        >
          <Icon of={X} />
        </button>
      </header>
      <div class="modal-body workflows">
        {page.steps.map((step) => (
          <StepForm key={step.callbackId} step={step} />
        ))}
        <StepRuns />
      </div>
    </dialog>
  );
}

/** Workflow Builder has no field for inputs that Slack sets: https://docs.slack.dev/reference/types/user_context-type */
const hasField = ({ type }: StepParameter): boolean => type !== 'slack#/types/user_context';

/** Runs a workflow with this one step. */
function StepForm({ step }: { step: StepDeclaration }): VNode {
  const { session } = usePageContext();
  const [failure, setTrouble] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const run = (event: SubmitEvent): void => {
    event.preventDefault();
    const inputs = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    session.api.runStep({ callback_id: step.callbackId, inputs }).then(
      () => setTrouble(''),
      (error: Error) => setTrouble(error.message),
    );
  };
  return (
    <form class="step-form" aria-label={step.title} onSubmit={run}>
      <h3>{step.title}</h3>
      <p class="input-hint">{step.description}</p>
      {step.inputs.filter(hasField).map((input) => (
        <StepField
          key={input.name}
          input={input}
          value={values[input.name] ?? ''}
          onChange={(value) => setValues({ ...values, [input.name]: value })}
        />
      ))}
      {failure !== '' && (
        <p class="input-error" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" class="block-button primary">
        <Icon of={Play} size={14} /> Run
      </button>
    </form>
  );
}
