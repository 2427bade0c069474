import type { VNode } from 'preact';
import type { StepRun } from '../../../../api/page.js';
import { usePageContext } from '../context/page-context.js';
import { ExternalLink } from '../text/mrkdwn.js';

const STATE_LABELS = { running: 'Running…', completed: 'Completed', failed: 'Failed' };

/** The viewer's runs with their outputs, latest first. */
export function StepRuns(): VNode | null {
  const { page } = usePageContext();
  if (page.runs.length === 0) return null;
  return (
    <section class="step-runs" aria-label="Runs">
      <h3>Runs</h3>
      {page.runs.toReversed().map((run) => (
        <Run key={run.execution} run={run} />
      ))}
    </section>
  );
}

function Run({ run }: { run: StepRun }): VNode {
  const { page } = usePageContext();
  const step = page.steps.find(({ callbackId }) => callbackId === run.callbackId);
  const outputs = step?.outputs ?? [];
  return (
    <article class={`step-run step-run-${run.state}`}>
      <header>
        <strong>{step?.title ?? run.callbackId}</strong>
        <span class="tag">{STATE_LABELS[run.state]}</span>
      </header>
      {run.error !== undefined && <p class="input-error">{run.error}</p>}
      {run.outputs && (
        <dl>
          {outputs.map(({ name, title }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>
                <Output value={String(run.outputs?.[name] ?? '')} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

/** Links to the workspace are links; anything else is plain text. */
function Output({ value }: { value: string }): VNode {
  if (!value.startsWith(`${location.origin}/`)) return <span>{value}</span>;
  return <ExternalLink url={value}>{value}</ExternalLink>;
}
