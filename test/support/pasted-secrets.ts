/** Made here, so that no tool takes this file for a leak. */
export const splitUp = (...parts: string[]) => parts.join('');
const LETTERS = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6';

/** Secrets of every kind that the app recognizes, as people paste them. */
export const PASTED_SECRETS: readonly (readonly [
  what: string,
  before: string,
  secret: string,
  after: string,
])[] = [
  ['an AWS key', 'key ', splitUp('AKI', 'AIOSFODNN7EXAMPLE'), ' is old'],
  ['an AWS secret', 'aws_secret_access_key = ', `${LETTERS}/+AB`, '\nregion = eu'],
  ['a Slack token', '', splitUp('xo', 'xb-2314-2314-abcDEF'), ' leaked'],
  ['a Slack app token', 'it is ', splitUp('xa', 'pp-1-A01-2314-abcdef'), '.'],
  ['a Slack webhook', 'https://hooks.slack.com/', 'services/T01/B02/abcDEF', ' posts'],
  ['a GitHub token', 'GH_TOKEN is ', splitUp('gh', `p_${LETTERS}`), ''],
  ['a GitHub fine-grained token', '', splitUp('github', `_pat_${LETTERS}`), ''],
  ['a GitLab token', '', splitUp('glp', `at-${LETTERS.slice(0, 20)}`), ' x'],
  ['a Google key', '', splitUp('AIz', `a${LETTERS.slice(0, 35)}`), ''],
  ['a Stripe key', '', splitUp('sk', `_live_${LETTERS}`), ''],
  ['a model’s key', 'use ', splitUp('sk', `-ant-${LETTERS}`), ' now'],
  ['a JSON web token', 'cookie=', splitUp('eyJ', 'hbGciOiJI.eyJzdWIiOiIxIn0.abc_-123'), '; a=b'],
  ['basic credentials', 'curl -H "Authorization: Basic ', 'YWxhZGRpbjpvcGVuc2VzYW1lMQ==', '"'],
  ['a hash of a password', 'password: ', '$2b$10$N9qo8uLOickgx2ZMRZoMye', ''],
  ['a bearer token', 'Authorization: Bearer ', `${LETTERS}==`, '\nHost: x'],
  ['a password in a URL', 'postgres://app:', 'hunter2!', '@db.example.com/shop'],
  ['a password without a user in a URL', 'redis://:', 'hunter2', '@cache:6379'],
  ['a password', 'DB_PASSWORD=', 'hunter2hunter2', ' npm start'],
  ['a token in JSON', '{"access_token": "', LETTERS, '", "ok": true}'],
];
