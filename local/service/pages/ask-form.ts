import { html } from 'ghtml';

interface AskForm {
  /** Where it leads. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  /** Whether the label is the page's heading. */
  readonly isHeading?: boolean;
}

/** The box to ask in. Scripts may take it over; without them it opens the conversation's page. */
export function askForm({ action, label, placeholder, isHeading = false }: AskForm): string {
  const labelHtml = html`<label for="question">${label}</label>`;
  return html`<form class="ask" method="post" action="${action}" data-ask>
!${isHeading ? html`<h1>!${labelHtml}</h1>` : labelHtml}
<textarea id="question" name="question" rows="2" required placeholder="${placeholder}"></textarea>
<div class="row"><span class="hint"><kbd>Enter</kbd> asks · <kbd>Shift</kbd> <kbd>Enter</kbd> starts a line · <kbd>/</kbd> comes back here</span>
<button class="primary">Ask</button></div>
<p class="problem" role="alert" hidden></p>
</form>`;
}
