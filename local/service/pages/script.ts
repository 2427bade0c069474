/**
 * The script of all pages, which work without it: it keeps what changes up to date, and lets forms ask
 * without leaving the page. What it shows was rendered, and escaped, by the service.
 */
export const PAGE_SCRIPT = `
const POLL_MS = 1000;
const parse = (text) => new DOMParser().parseFromString(text, 'text/html');

document.querySelector('.target')?.scrollIntoView({ block: 'center' });

const sent = new Map();
/** Puts the element of this id from another page in the place of ours; gives the new one. */
function replaceFrom(page, id) {
  const [ours, theirs] = [document.getElementById(id), page.getElementById(id)];
  if (!ours || !theirs) return undefined;
  // Compared with what was sent: diagrams have been drawn into ours.
  if ((sent.get(id) ?? ours.outerHTML) === theirs.outerHTML) return ours;
  sent.set(id, theirs.outerHTML);
  const fresh = document.importNode(theirs, true);
  ours.replaceWith(fresh);
  return fresh;
}

async function read(url) {
  const response = await fetch(url);
  if (response.status === 401) location.reload();
  if (!response.ok) throw new Error(String(response.status));
  return parse(await response.text());
}

/** Reads an element again for as long as it says where from. */
async function keepUpToDate(id) {
  for (let failures = 0; ; ) {
    const url = document.getElementById(id)?.dataset.live;
    if (!url) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS * 2 ** Math.min(failures, 4)));
    if (document.hidden) continue;
    try {
      const page = await read(url);
      // It may be another conversation by now.
      if (document.getElementById(id)?.dataset.live === url) replaceFrom(page, id);
      failures = 0;
    } catch {
      failures += 1;
    }
  }
}

const kept = new Set();
async function keep(id) {
  if (kept.has(id)) return;
  kept.add(id);
  await keepUpToDate(id);
  kept.delete(id);
}

async function refreshConversations() {
  if (document.getElementById('conversations')) replaceFrom(await read('/'), 'conversations');
}

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const response = await fetch(form.action, { method: 'POST', body });
  if (response.status === 401) location.reload();
  const page = parse(await response.text());
  const conversation = response.ok && replaceFrom(page, 'conversation');
  if (!conversation) throw new Error(page.querySelector('main p')?.textContent || 'Try again.');
  form.reset();
  refreshConversations().catch(() => {});
  await keep('conversation');
  await refreshConversations();
}

function showProblem(form, text) {
  const problem = form.querySelector('[role=alert]') || document.querySelector('.ask [role=alert]');
  if (!problem) return;
  problem.textContent = text;
  problem.hidden = text === '';
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!('ask' in form.dataset)) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = 'yes';
  showProblem(form, '');
  const done = () => delete form.dataset.sending;
  const failed = ({ message }) => showProblem(form, message);
  send(form, event.submitter).catch(failed).finally(done);
  // Another question can be asked while this one is answered.
  setTimeout(done, POLL_MS);
});

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const isInField = target.matches('input, textarea, select');
  if (key === 'Enter' && target.matches('.ask textarea') && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    if (target.value.trim()) target.form.requestSubmit();
  } else if (key === '/' && !isInField && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const box = document.getElementById('question');
    if (box) event.preventDefault();
    box?.focus();
  }
});

for (const { id } of document.querySelectorAll('[data-live]')) keep(id);
`;
