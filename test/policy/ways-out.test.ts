import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/**
 * How what a file reads from the instance, or sends to Slack, stays within the audience of a channel:
 * `asks`: the file itself asks what may be shown; `through`: it has only what another file lets through, which
 * asks; `own`: it is shown to one person, in their direct message, Home or a form of theirs; `nothing`: it
 * passes on none of the instance's words; `carries`: it sends what each of its callers gives it.
 */
type Within = 'asks' | 'own' | 'nothing' | 'carries' | { readonly through: string };
const through = (file: string): Within => ({ through: file });

/** What reads answers, conversations and code. */
const READERS: Readonly<Record<string, Within>> = {
  'account/check-token.ts': 'nothing',
  'answer/mark-shared.ts': 'own',
  'answer/read-answer.ts': 'asks',
  'answer/reveal.ts': through('answer/read-answer.ts'),
  'answer/share.ts': 'asks',
  'answer/sources-view.ts': through('answer/read-answer.ts'),
  'code/request-handler.ts': through('code/run-tool.ts'),
  'code/run-tool.ts': 'asks',
  'code/view.ts': through('code/run-tool.ts'),
  'code/within-audience.ts': 'asks',
  'conversations/check-target.ts': through('conversations/open.ts'),
  'conversations/cited-files.ts': through('conversations/open.ts'),
  'conversations/delete.ts': through('conversations/open.ts'),
  'conversations/export.ts': through('conversations/open.ts'),
  'conversations/file-histories.ts': through('conversations/open.ts'),
  'conversations/list.ts': 'asks',
  'conversations/manage.ts': through('conversations/open.ts'),
  'conversations/open.ts': 'asks',
  'conversations/owners.ts': through('conversations/open.ts'),
  'conversations/request-handler.ts': through('conversations/open.ts'),
  'conversations/search.ts': through('conversations/list.ts'),
  'conversations/show.ts': through('conversations/open.ts'),
  'conversations/quota.ts': 'nothing',
  'conversations/view.ts': through('conversations/open.ts'),
  'conversations/within-audience.ts': 'asks',
  'erasure/erase-conversations.ts': 'nothing',
  'lifecycle/call-instance.ts': through('lifecycle/question-finisher.ts'),
  'lifecycle/citations/check-citations.ts': through('lifecycle/question-finisher.ts'),
  'lifecycle/citations/cited-file.ts': 'nothing',
  'lifecycle/decide.ts': through('lifecycle/progress.ts'),
  'lifecycle/orphans.ts': 'nothing',
  'lifecycle/outcome-messages.ts': through('lifecycle/question-finisher.ts'),
  'lifecycle/question-creator.ts': 'nothing',
  'lifecycle/question-job.ts': through('lifecycle/question-finisher.ts'),
  'lifecycle/scope/list-repositories.ts': through('lifecycle/within-audience.ts'),
  'lifecycle/watch/list-changes.ts': 'nothing',
  'lifecycle/watch/read-list.ts': 'nothing',
  'lifecycle/watch/watch.ts': 'nothing',
  'lifecycle/within-audience.ts': 'asks',
  'ops/doctor/repositories.ts': 'nothing',
  'ops/doctor/service.ts': 'nothing',
  'previews/inline-code.ts': 'asks',
  'previews/view.ts': through('conversations/open.ts'),
  'question/stop.ts': 'nothing',
  'question/uninstall.ts': 'nothing',
  'views/ask-form.ts': 'asks',
  'views/fill.ts': 'nothing',
  'views/home.ts': 'own',
  'views/messages-tab.ts': 'own',
  'views/repositories.ts': through('views/ask-form.ts'),
};

/** What sends messages, files, views, previews and outputs of workflow steps. */
const WRITERS: Readonly<Record<string, Within>> = {
  'answer/feedback.ts': 'nothing',
  'answer/mark-shared.ts': 'own',
  'answer/reveal.ts': through('answer/read-answer.ts'),
  'answer/share.ts': 'asks',
  'code/request-handler.ts': through('code/run-tool.ts'),
  'code/share.ts': through('code/run-tool.ts'),
  'conversations/access.ts': 'nothing',
  'conversations/export.ts': 'own',
  'conversations/request-handler.ts': through('conversations/open.ts'),
  'deliver/agent-calls.ts': 'nothing',
  'deliver/agent-status.ts': 'nothing',
  'deliver/attach-file.ts': through('lifecycle/question-finisher.ts'),
  'deliver/delete-messages.ts': 'nothing',
  'deliver/deliver.ts': through('lifecycle/question-finisher.ts'),
  'deliver/erase-messages.ts': 'nothing',
  'deliver/find-messages.ts': 'nothing',
  'deliver/find-shares.ts': 'nothing',
  'deliver/finish-status.ts': through('lifecycle/question-finisher.ts'),
  'deliver/immediate-status.ts': 'nothing',
  'deliver/leave-channel.ts': 'nothing',
  'deliver/outbox.ts': through('lifecycle/question-finisher.ts'),
  'deliver/post-ephemeral.ts': 'carries',
  'deliver/post-once.ts': 'carries',
  'deliver/prompt-suggestion.ts': 'own',
  'deliver/reactions.ts': 'nothing',
  'deliver/recover.ts': through('lifecycle/question-finisher.ts'),
  'deliver/send-step.ts': through('lifecycle/question-finisher.ts'),
  'deliver/status.ts': through('lifecycle/progress.ts'),
  'deliver/tell-moved.ts': 'nothing',
  'deliver/threads.ts': 'nothing',
  'deliver/update-answer.ts': through('lifecycle/show-late-issues.ts'),
  'dispatch/give-up.ts': 'nothing',
  'dispatch/limit-look-ups.ts': 'nothing',
  'dispatch/permissions.ts': 'nothing',
  'erasure/erase.ts': 'own',
  'erasure/request-handler.ts': 'nothing',
  'lifecycle/account-wait.ts': 'nothing',
  'lifecycle/earlier-messages.ts': 'nothing',
  'lifecycle/warn-of-budgets.ts': 'nothing',
  'lifecycle/question-finisher.ts': 'asks',
  'lifecycle/show-late-issues.ts': 'asks',
  'lifecycle/withdrawal.ts': 'nothing',
  'lifecycle/workflow-report.ts': through('lifecycle/question-finisher.ts'),
  'ops/doctor-request.ts': 'nothing',
  'previews/unfurl.ts': 'asks',
  'question/ask.ts': 'nothing',
  'question/edits.ts': 'nothing',
  'question/joined-channel.ts': 'nothing',
  'question/open-place.ts': 'nothing',
  'question/question-actions.ts': 'nothing',
  'question/refusal.ts': 'nothing',
  'question/thread-commands.ts': 'nothing',
  'views/ask-about-message.ts': 'nothing',
  'views/fill.ts': 'nothing',
  'views/home.ts': 'own',
  'views/open.ts': 'nothing',
  'views/settings.ts': 'nothing',
  'views/smoke.ts': 'nothing',
};

const READS =
  /^import (?:type )?\{[^}]*\} from '[./]*\/(?:deepsearch\/(?!errors|conversation-link)|mcp\/(?!errors)|answer\/read-answer|code\/(?:run-tool|view)|conversations\/(?:open|list|view)|views\/repositories)[\w-]*\.js';$|from '\.\/(?:read-answer|run-tool|open|list|search|repositories)\.js';$|^import [^;]*\b(?:Answer|Snapshot)\b[^;]* from '[./]*\/model\/answer\.js';$/m;
const WRITES =
  /^import [^;]*\b(?:SlackMessages|SlackFiles|SlackViews|SlackAgent|Unfurl|CompleteStep|PostOnce|PostEphemeral|Outbox|UpdateAnswer)\b[^;]* from/m;
/** `limited`: what a question's reach says of it. */
const ASKS = /audience|\blimited\b/i;

/** The clients of the instance and of Slack, what is below them, and what only reads requests or builds the rest. */
const OTHERS =
  /^(?:cli|compose|config|deepsearch|http|intake|mcp|model|render|slack|store|vault)\/|^[\w-]+\.ts$/;

const files = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !OTHERS.test(file))
    .map((file) => [relative('', file), readFileSync(join(SRC, file), 'utf8')]),
);

describe.each([
  ['reads from the instance', READS, READERS],
  ['sends to Slack', WRITES, WRITERS],
] as const)('a file that %s', (_, does, known) => {
  it('is known, with how it stays within the audience of a channel', () => {
    const found = [...files].filter(([, text]) => does.test(text)).map(([file]) => file);
    expect(found.sort()).toEqual(Object.keys(known).sort());
  });

  it.each(Object.entries(known))(
    '%s asks what may be shown, or has it from one that does',
    (file, within) => {
      const asking =
        within === 'asks' ? file : typeof within === 'object' ? within.through : undefined;
      if (asking !== undefined) expect(files.get(asking)).toMatch(ASKS);
    },
  );
});
