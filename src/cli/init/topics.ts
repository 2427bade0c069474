import type { Variable } from '../../config/environment.js';
import type { CheckName, RunCheck } from './check.js';
import type { Dialog } from './dialog.js';
import type { Draft } from './draft.js';
import { type Topic, validatorOf } from './settle.js';

export interface TopicContext {
  readonly dialog: Dialog;
  readonly draft: Draft;
  readonly runCheck: RunCheck;
}

interface Secret {
  readonly name: Variable;
  readonly question: string;
  readonly checking?: string;
  /** Absent: nobody can tell whether it is right until it is used. */
  readonly check?: CheckName;
}

const BOT_TOKEN: Secret = {
  name: 'SLACK_BOT_TOKEN',
  question: 'Bot User OAuth Token (xoxb-…), from OAuth & Permissions',
  checking: 'Asking Slack about the bot token',
  check: 'slack',
};
const APP_TOKEN: Secret = {
  name: 'SLACK_APP_TOKEN',
  question:
    'App-level token (xapp-…): generate one under Basic Information, App-Level Tokens, with the scope connections:write',
  checking: 'Asking Slack about the app token',
  check: 'transport',
};
const SIGNING_SECRET: Secret = {
  name: 'SLACK_SIGNING_SECRET',
  question: 'Signing Secret, from Basic Information',
  checking: 'Looking at the signing secret',
  check: 'transport',
};
const ACCESS_TOKEN: Secret = {
  name: 'DEEPSEARCH_TOKEN',
  question: 'Access token of the account that asks, from the user settings of the instance',
  checking: 'Asking the instance with this token',
  check: 'service',
};

const CLIENT_SECRET: Secret = {
  name: 'SLACK_CLIENT_SECRET',
  question: 'Client Secret, from Basic Information',
};

export const clientSecret = (context: TopicContext) => secret(context, CLIENT_SECRET);
export const botToken = (context: TopicContext) => secret(context, BOT_TOKEN);
export const appToken = (context: TopicContext) => secret(context, APP_TOKEN);
export const signingSecret = (context: TopicContext) => secret(context, SIGNING_SECRET);
export const accessToken = (context: TopicContext) => secret(context, ACCESS_TOKEN);

function secret({ dialog, draft, runCheck }: TopicContext, about: Secret): Topic {
  const { name, question, checking, check } = about;
  const ask = () => dialog.askSecret(question, { validate: validatorOf(name) });
  if (check === undefined || checking === undefined) return { name, ask };
  return {
    name,
    ask,
    checking,
    check: (value) => runCheck({ ...draft.env(), [name]: value }, [check]),
  };
}

/** What `.env` says in plain text, and nobody can tell whether it is right until it is used. */
function plain({ dialog }: TopicContext, name: Variable, question: string): Topic {
  return { name, ask: () => dialog.ask(question, { validate: validatorOf(name) }) };
}

export const clientId = (context: TopicContext) =>
  plain(context, 'SLACK_CLIENT_ID', 'Client ID, from Basic Information');
export const workspaces = (context: TopicContext) =>
  plain(
    context,
    'SLACK_WORKSPACES',
    'IDs of the workspaces that may install it, comma-separated: T…, as in https://app.slack.com/client/T012ABCD',
  );

/** Without a token it can be seen only whether the instance is there. */
export function instance({ dialog, draft, runCheck }: TopicContext, initial = ''): Topic {
  const name = 'DEEPSEARCH_URL';
  return {
    name,
    checking: 'Calling the instance',
    ask: () =>
      dialog.ask('URL of your Deep Search instance, such as https://code.example.com', {
        initial,
        validate: validatorOf(name),
      }),
    check: async (value) => {
      const { DEEPSEARCH_TOKEN: _, ...env } = draft.env();
      const found = await runCheck({ ...env, [name]: value, ACCESS_MODE: 'linked' }, ['service']);
      return found.map((finding) =>
        finding.state === 'ok' ? { ...finding, says: `${value} replies` } : finding,
      );
    },
  };
}

export function redis({ dialog, draft, runCheck }: TopicContext): Topic {
  const name = 'REDIS_URL';
  const isValid = validatorOf(name);
  return {
    name,
    checking: 'Connecting to Redis',
    ask: () =>
      dialog.ask('URL of Redis, without a password', {
        initial: 'redis://127.0.0.1:6379',
        // It would be seen: a password is asked for once Redis wants one.
        validate: (entry) =>
          /@/.test(entry)
            ? 'must be without user and password: they are asked for next'
            : isValid(entry),
      }),
    check: (value) => runCheck({ ...draft.env(), [name]: value }, ['redis']),
    remedy: (findings, url) => {
      if (!findings.some(({ says }) => /NOAUTH|WRONGPASS/.test(says))) return undefined;
      const question =
        'Password of Redis; for a user, USER:PASSWORD; with a colon in it, :PASSWORD';
      const apply = async () => {
        const entry = await dialog.askSecret(question, { validate: notEmpty });
        return withLogin(url, entry);
      };
      return { label: 'Enter the password', apply };
    },
  };
}

function notEmpty(entry: string): string | undefined {
  return entry === '' ? 'must not be empty' : undefined;
}

/** `login`: the password, or the user, a colon and the password. */
export function withLogin(url: string, login: string): string {
  const [first = '', ...rest] = login.split(':');
  const user = rest.length === 0 ? '' : first;
  const password = rest.length === 0 ? first : rest.join(':');
  const [scheme = '', address = ''] = url.split('://');
  const host = address.slice(address.lastIndexOf('@') + 1);
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}`;
}
