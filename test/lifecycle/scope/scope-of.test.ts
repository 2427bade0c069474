import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRepositoryNames } from '../../../src/lifecycle/scope/repository-names.js';
import { chosenScope, type ScopeContext, scopeOf } from '../../../src/lifecycle/scope/scope-of.js';

const LISTED = [
  ...['acme/shop', 'acme/shop-api', 'acme/shop-web', 'acme/shop-legacy', 'beta/shop'],
  ...['acme/payments', 'acme/payments-go', 'acme/billing', 'acme/core', 'acme/search', 'acme/docs'],
  ...['acme/web', 'acme/kombu', 'acme/orders_worker', 'gitlab.example.com/team/tools/linter'],
];
const names = createRepositoryNames(LISTED);

function find(question: string, context: Partial<ScopeContext> = {}): string[] {
  return [...scopeOf(question, { names, ...context }).repositories];
}

describe('names of repositories', () => {
  it('are whole names, and never the beginning of another', () => {
    expect(find('In shop-api, where is the cart?')).toEqual(['acme/shop-api']);
    expect(find('where is the cart in acme/shop?')).toEqual(['acme/shop']);
    expect(find('does payments-go retry?')).toEqual(['acme/payments-go']);
    expect(find('what is the default timeout of kombu?')).toEqual(['acme/kombu']);
    expect(find('where is the list of kombu tasks?')).toEqual([]);
    expect(find('what is in gitlab.example.com/team/tools/linter?')).toEqual([
      'gitlab.example.com/team/tools/linter',
    ]);
    expect(find('what is in team/tools/linter?')).toEqual(['gitlab.example.com/team/tools/linter']);
  });

  it('may be written with other signs between their words', () => {
    expect(find('in orders-worker, who acks?')).toEqual(['acme/orders_worker']);
    expect(find('In Shop_API, where is the cart?')).toEqual(['acme/shop-api']);
    expect(find('how does the orders worker service stop?')).toEqual(['acme/orders_worker']);
  });

  it('that are ordinary words need more than that', () => {
    expect(find('where do we search the web for docs?')).toEqual([]);
    expect(find('what is the core of the search?')).toEqual([]);
    expect(find('what do they have in common in search?')).toEqual([]);
    expect(find('where is the index built in the search repo?')).toEqual(['acme/search']);
    expect(find('how does the billing service round?')).toEqual(['acme/billing']);
    expect(find('is it in docs?', { channel: ['acme/docs', 'acme/web'] })).toEqual(['acme/docs']);
  });

  it('that several repositories have mean all of them, or those of the thread or channel', () => {
    expect(find('what does the shop repo test?')).toEqual(['acme/shop', 'beta/shop']);
    expect(find('what does the shop repo test?', { channel: ['beta/shop', 'acme/web'] })).toEqual([
      'beta/shop',
    ]);
    expect(
      find('what does the shop repo test?', { thread: ['acme/shop'], channel: ['beta/shop'] }),
    ).toEqual(['acme/shop']);
  });

  it('do not count where the question says so, or where it asks who uses it', () => {
    expect(find('where is it, not in shop-legacy?')).toEqual([]);
    expect(
      find('where is it, except for shop-legacy?', { channel: ['acme/shop', 'acme/shop-legacy'] }),
    ).toEqual(['acme/shop']);
    expect(find('who calls payments-go?')).toEqual([]);
    expect(find('which services still import payments-go?', { channel: ['acme/web'] })).toEqual([]);
  });
});

describe('links, paths and packages', () => {
  it.each([
    ['https://github.com/acme/shop-api/blob/main/src/cart.ts#L3', 'acme/shop-api'],
    ['<https://github.com/acme/shop-api/pull/12|this>', 'acme/shop-api'],
    ['https://ds.example.com/acme/shop-api@v1.2/-/blob/src/cart.ts?L3', 'acme/shop-api'],
    ['git@github.com:acme/shop-api.git', 'acme/shop-api'],
    ['acme/shop-api#812', 'acme/shop-api'],
    ['`@acme/shop-web` says so', 'acme/shop-web'],
    ['import "github.com/acme/payments-go/v2/retry"', 'acme/payments-go'],
    ['from kombu.utils import maybe_list', 'acme/kombu'],
    ['kombu/connection.py:400', 'acme/kombu'],
    ['/srv/shop-api/dist/cart.js', 'acme/shop-api'],
    ['C:\\work\\shop-api\\src\\cart.cs', 'acme/shop-api'],
    ['\tat com.acme.billing.Invoice.round(Invoice.java:12)', 'acme/billing'],
    ['com.acme.billing.Invoice.round(Invoice.kt:12)', 'acme/billing'],
    ['   at Acme.Billing.Invoice.Round()', 'acme/billing'],
    ['at com.thing.kombu3.Pool.take(Pool.java:8)', 'acme/kombu'],
    ['at f (webpack://shop-web/./src/cart.ts:8:1)', 'acme/shop-web'],
    ['/root/.cargo/registry/src/index.crates.io-1/kombu-1.2.0/src/lib.rs', 'acme/kombu'],
    ['/app/vendor/acme/billing/src/Invoice.php(8)', 'acme/billing'],
  ])('%s', (text, expected) => {
    expect(find(`what is this? ${text}`)).toEqual([expected]);
    expect(find('what is this?', { message: text })).toEqual([expected]);
  });

  it.each([
    'https://github.com/other/shop-api/issues/1',
    'docs/core/search.md',
    'src/web/index.ts',
    'https://example.com/en/docs/web',
    '\tat org.example.search.Query.run(Query.java:9)',
  ])('%s names none', (text) => {
    expect(find(`what is this? ${text}`)).toEqual([]);
  });

  it('in a stack trace, libraries count only if there is nothing else', () => {
    const library = '  File "/venv/lib/python3.12/site-packages/kombu/connection.py", line 4, in f';
    const own = '  File "/srv/billing/tasks.py", line 8, in charge';
    expect(find('why?', { message: library })).toEqual(['acme/kombu']);
    expect(find('why?', { message: `${library}\n${own}` })).toEqual(['acme/billing']);
    const java =
      '\tat kombu.Pool.take(Pool.java:8)\n\tat com.acme.billing.Invoice.round(Invoice.java:1)';
    expect(find('why?', { message: java })).toEqual(['acme/billing']);
  });

  it('in what people said before, only they count', () => {
    expect(find('why?', { earlier: 'shop-api is slow again' })).toEqual([]);
    expect(find('why?', { earlier: 'https://github.com/acme/shop-api/pull/1' })).toEqual([
      'acme/shop-api',
    ]);
  });
});

describe('what is stronger', () => {
  const message = 'see https://github.com/acme/web/pull/9';
  const [thread, channel] = [['acme/core'], ['acme/docs']];

  it('repo:, the question, its message, the thread, the channel, in this order', () => {
    const all = { message, thread, channel };
    expect(scopeOf('repo:kombu in payments-go?', { names, ...all })).toEqual({
      repositories: ['acme/kombu'],
      from: 'filter',
    });
    expect(scopeOf('in payments-go?', { names, ...all }).from).toBe('question');
    expect(scopeOf('why?', { names, ...all }).from).toBe('message');
    expect(scopeOf('why?', { names, thread, channel }).from).toBe('thread');
    expect(scopeOf('why?', { names, channel }).from).toBe('channel');
    expect(scopeOf('why?', { names }).from).toBe('default');
  });

  it('who asks for all repositories gets all', () => {
    const scope = scopeOf('is it in any other repo?', { names, thread, channel });
    expect(scope).toEqual({ repositories: [], from: 'question' });
  });

  it('a name with a typo means the one that is nearest, and an unknown one none', () => {
    expect(scopeOf('repo:shop-ap why?', { names })).toEqual({
      repositories: ['acme/shop-api'],
      from: 'filter',
      unknown: ['shop-ap'],
    });
    expect(scopeOf('repo:nowhere why?', { names, channel })).toEqual({
      repositories: [],
      from: 'filter',
      unknown: ['nowhere'],
    });
  });

  it('repositories that the asker cannot see do not count', () => {
    expect(find('why?', { channel: ['acme/secret', 'acme/web'] })).toEqual(['acme/web']);
    expect(find('why?', { thread: ['acme/secret'] })).toEqual([]);
    expect(scopeOf('why?', { names, channel: ['https://example.com/acme/web', 'nosuch'] })).toEqual(
      {
        repositories: [],
        from: 'default',
        channelMissing: ['https://example.com/acme/web', 'nosuch'],
      },
    );
    expect(scopeOf('why?', { names, channel: ['nosuch', 'acme/web'] })).toEqual({
      repositories: ['acme/web'],
      from: 'channel',
      channelMissing: ['nosuch'],
    });
    expect(scopeOf('why, not in shop-legacy?', { names, channel: ['acme/shop-legacy'] })).toEqual({
      repositories: [],
      from: 'default',
    });
    expect(chosenScope(['acme/secret'], names).repositories).toEqual([]);
  });

  it('without a list, what is written or set for this very purpose counts', () => {
    const unlisted = { names: undefined, thread, channel };
    expect(scopeOf('repo:a/b why?', unlisted).repositories).toEqual(['a/b']);
    expect(scopeOf('why in payments-go?', unlisted).repositories).toEqual(channel);
    expect(scopeOf('in which repos?', unlisted).repositories).toEqual([]);
    expect(scopeOf('why in payments-go?', { names: undefined, thread }).only).toBe(true);
  });

  it('an instance with one repository has nothing to choose from', () => {
    const one = createRepositoryNames(['acme/shop']);
    expect(scopeOf('in shop?', { names: one, channel })).toEqual({
      repositories: [],
      from: 'default',
      only: true,
    });
  });
});

const word = fc.constantFrom(
  ...['in', 'the', 'shop', 'shop-api', 'core', 'repo', 'acme/shop', 'docs', 'repo:', 'repo:shop'],
  ...['not', 'and', 'does', '`', '```', 'https://', '/', ':', '\n\tat ', 'import', "kombu's", '?'],
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
);
const some = fc.subarray(LISTED, { maxLength: 4 });

describe('whatever is asked', () => {
  it('is asked in repositories that there are, each once, and always the same', () => {
    fc.assert(
      fc.property(
        text,
        fc.record({ message: text, thread: some, channel: some }),
        (question, about) => {
          const context = { names, ...about };
          const scope = scopeOf(question, context);
          expect(scope.repositories.filter((name) => !LISTED.includes(name))).toEqual([]);
          expect(new Set(scope.repositories).size).toBe(scope.repositories.length);
          expect(scopeOf(question, context)).toEqual(scope);
        },
      ),
    );
  });

  it('a whole name after repo: is what it limits to', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LISTED), some, (name, channel) => {
        expect(find(`repo:${name} why?`, { channel })).toEqual([name]);
      }),
    );
  });

  it('a link to a repository leads there, whatever the thread and channel are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LISTED.filter((name) => name.split('/').length === 2)),
        some,
        some,
        (name, thread, channel) => {
          const question = `what is https://github.com/${name}/blob/main/README.md about?`;
          expect(find(question, { thread, channel })).toEqual([name]);
        },
      ),
    );
  });
});
