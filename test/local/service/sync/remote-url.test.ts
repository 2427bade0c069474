import fc from 'fast-check';
import { expect, it } from 'vitest';
import { protocolOf, remoteUrlProblem } from '../../../../local/service/sync/remote-url.js';

it.each([
  ['https://code.example.com/acme/shop.git', 'https'],
  ['http://127.0.0.1:8080/acme/shop', 'http'],
  ['ssh://git@code.example.com:2222/acme/shop.git', 'ssh'],
  ['ssh://code.example.com/acme/shop.git', 'ssh'],
  ['git@code.example.com:acme/shop.git', 'ssh'],
  ['git://127.0.0.1:9418/shop.git', 'git'],
  ['git://[::1]/shop.git', 'git'],
  ['file:///srv/git/shop.git', 'file'],
  ['file://localhost/srv/git/shop.git', 'file'],
])('%s is fetched over %s', (url, protocol) => {
  expect(remoteUrlProblem(url)).toBeUndefined();
  expect(protocolOf(url)).toBe(protocol);
});

it.each([
  ['https://me:hunter2@code.example.com/acme/shop.git', 'contains credentials'],
  ['https://hunter2@code.example.com/acme/shop.git', 'contains credentials'],
  ['http://:hunter2@code.example.com/acme/shop.git', 'contains credentials'],
  ['ssh://git:hunter2@code.example.com/acme/shop.git', 'contains credentials'],
  ['git://hunter2@code.example.com/acme/shop.git', 'contains credentials'],
  ['https://code.example.com/acme/shop.git?private_token=hunter2', 'contains a query'],
  ['https://code.example.com/acme/shop.git#hunter2', 'contains a query or a fragment'],
  ['/srv/git/shop.git', 'this is a path: write file:///PATH'],
  ['./shop', 'this is a path'],
  ['~/shop', 'this is a path'],
  ['--upload-pack=touch /tmp/x', 'spaces'],
  ['--upload-pack=x', 'no URL'],
  ['-oProxyCommand=x@host:path', 'no URL'],
  ['ssh://-oProxyCommand=x/path', 'no URL|no valid host'],
  ['ssh://-oProxyCommand=x@host/path', 'no valid host'],
  ['git@-oProxyCommand=x:path', 'no URL'],
  ['git@host:-path', 'no URL'],
  ['ext::sh -c touch% /tmp/x', 'spaces'],
  ['ext::sh', 'no URL'],
  ['me@ext::sh', 'no URL'],
  ['fd::17', 'no URL'],
  ['ftp://code.example.com/shop.git', 'no URL'],
  ['HTTPS://code.example.com/shop.git', 'no URL'],
  ['https://code.example.com/', 'names no repository'],
  ['https:///shop.git', 'no URL|names no repository'],
  ['file://other.example.com/shop.git', 'a file URL has no host'],
  ['https://code.example.com/a\u0000b', 'control characters'],
  ['https://code.example.com/a\nb', 'control characters'],
  ['', 'no URL'],
])('%j is refused, and not repeated', (url, words) => {
  const problem = remoteUrlProblem(url);
  expect(problem).toMatch(new RegExp(words));
  expect(problem).not.toContain('hunter2');
});

it('whatever is accepted cannot be an option of git or ssh, nor name a helper program', () => {
  const parts = fc.constantFrom(
    '-',
    '--upload-pack=x',
    '://',
    '::',
    'ext',
    'ssh',
    'https',
    'git@',
    '/',
    'a.b',
    ':',
    '@',
    '%2d',
  );
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 8 }).map((all) => all.join('')),
      (url) => {
        if (remoteUrlProblem(url) !== undefined) return;
        expect(url).not.toMatch(/^-|^[\w.+-]*::|^[a-z]+:\/\/(?:[^/]*@)?-|^[^/:]*@-/);
      },
    ),
    { numRuns: 5_000 },
  );
});
