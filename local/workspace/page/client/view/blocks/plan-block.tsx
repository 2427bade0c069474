import type { PlanBlock, TaskCardBlock } from '@slack/types';
import { Check, Circle, X } from 'lucide';
import type { VNode } from 'preact';
import { safeUrl } from '../../text/safe-url.js';
import { ExternalLink } from '../text/mrkdwn.js';
import { PlainText } from '../text/plain-text.js';
import { RichText } from '../text/rich-text.js';
import { Icon } from '../ui/icon.js';

const STATE_LABELS = {
  pending: 'waiting',
  in_progress: 'in progress',
  complete: 'done',
  error: 'failed',
} as const;

type State = keyof typeof STATE_LABELS;

/** A list of tasks, the last of which may be in progress. */
export function Plan({ block }: { block: PlanBlock }): VNode {
  const tasks = (block.tasks as TaskCardBlock[] | undefined) ?? [];
  const done = tasks.filter(({ status }) => status === 'complete').length;
  return (
    <section class="plan" aria-label={block.title}>
      <header>
        <strong>
          <PlainText text={block.title} />
        </strong>
        {tasks.length > 0 && (
          <span class="plan-count">
            {done} of {tasks.length}
          </span>
        )}
      </header>
      <ol>
        {tasks.map((task) => (
          <li key={task.task_id}>
            <Task task={task} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function TaskCard({ task }: { task: TaskCardBlock }): VNode {
  return (
    <div class="task-card">
      <Task task={task} />
    </div>
  );
}

function Task({ task }: { task: TaskCardBlock }): VNode {
  const state: State = task.status in STATE_LABELS ? task.status : 'pending';
  return (
    <div class={`task task-${state}`}>
      <span class="task-state" role="img" aria-label={STATE_LABELS[state]}>
        <StateIcon state={state} />
      </span>
      <div class="task-body">
        <PlainText text={task.title} />
        {task.details && <RichText block={task.details} />}
        {task.output && <RichText block={task.output} />}
        {task.sources && task.sources.length > 0 && (
          <ul class="task-sources" aria-label="Sources">
            {task.sources.map(({ url, text }) => (
              <li key={url}>
                {safeUrl(url) ? (
                  <ExternalLink url={url}>{text}</ExternalLink>
                ) : (
                  <PlainText text={text} />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function StateIcon({ state }: { state: State }): VNode {
  if (state === 'in_progress') return <span class="spinner" />;
  return <Icon of={{ pending: Circle, complete: Check, error: X }[state]} size={13} />;
}
