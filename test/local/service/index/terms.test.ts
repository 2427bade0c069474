import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withJoinedNouns } from '../../../../local/service/index/possible-names.js';
import { buildQuery } from '../../../../local/service/index/query.js';
import { definitionTerm, identifiersOf, termsOf } from '../../../../local/service/index/terms.js';
import { threadTimeMs } from '../../../support/thread-time.js';

describe('terms', () => {
  it.each([
    ['getEnvironProxies', ['get', 'environ', 'proxi', 'getenvironproxies']],
    ['get_environ_proxies', ['get', 'environ', 'proxi', 'getenvironproxies']],
    ['HTTPServer', ['http', 'serv', 'httpserver']],
    [
      'S3 s3_private toS3Bucket HTTP2',
      ['s3', 's3', 'privat', 's3private', 'to', 's3', 'bucket', 'tos3bucket', 'http', 'http2'],
    ],
    [
      'i18n x509cert H264video',
      ['18', 'i18n', '509', 'certif', 'x509cert', '264', 'video', 'h264video'],
    ],
    ['IPs userIDs DNSSEC', ['ip', 'user', 'id', 'userids', 'dnssec']],
    ['routing router routes', ['rout', 'rout', 'rout']],
    ['resolve resolver writer writing', ['resolv', 'resolv', 'write', 'write']],
    ['Serialised serialization', ['serial', 'serial']],
    ['analyse analyzer', ['analyz', 'analyz']],
    ['licence license', ['licens', 'licens']],
    ['behaviour behavior', ['behavi', 'behavi']],
    ['centre center', ['cent', 'cent']],
    ['catalogues catalogs', ['catalog', 'catalog']],
    ['cfg configs configuration', ['configur', 'configur', 'configur']],
    ['thrown throws', ['throw', 'throw']],
    ['queued queues children', ['queue', 'queue', 'child']],
    ['subscriptions subscribe', ['subscrib', 'subscrib']],
    ['recoveries recover', ['recov', 'recov']],
    ['hour four user', ['hour', 'four', 'user']],
    ['type X = T[]', ['type', 'x', 't']],
    ['retries retried retry', ['retri', 'retri', 'retri']],
    ['x = 1 + 123456', []],
    ['Größe der Straße', ['größe', 'der', 'straße']],
  ])('splits %s into terms', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('a name has the same definition term in all spellings', () => {
    expect(definitionTerm('fooBar')).toBe(definitionTerm('foo_bar'));
    expect(definitionTerm('FOO_BAR')).toBe(definitionTerm('FooBar'));
  });
});

describe('identifiers', () => {
  it('identifiers are compound words, words in backticks and called names', () => {
    expect(identifiersOf('Does `send` in HTTPAdapter call get_proxy or close() Now?')).toEqual(
      expect.arrayContaining(['send', 'HTTPAdapter', 'get_proxy', 'close']),
    );
    expect(identifiersOf('Where is Now?')).toEqual([]);
    expect(identifiersOf('Is it a DoS, or a DDoS of our IoTs?')).toEqual([]);
    expect(identifiersOf('One of our VMs lost its DNS, and two APIs with it.')).toEqual([]);
    expect(identifiersOf('What is a `T` of X(1)?')).toEqual(['T', 'X']);
    expect(identifiersOf('Who calls call/2, or Enum.fetch!/3?')).toEqual(['call', 'fetch']);
    expect(identifiersOf('How does Barge::test of shop::Cart::add work?')).toEqual(['test', 'add']);
    const noArities = 'HTTP/2, http/2, tls/1.3, call/2/3, call/255, call/2x, /users/2 and and/or';
    expect(identifiersOf(noArities)).toEqual([]);
  });
});

describe('a query', () => {
  it('a query has no stop words', () => {
    const { keywords } = buildQuery('How does the retry policy work, and where is it defined?');
    expect(keywords).toEqual(['retry', 'policy']);
  });

  it.each([
    ['What does src/plug.ex do for call/2?', ['src/plug.ex']],
    ['Is HTTP/2 in lib/conn/2.ex?', ['lib/conn/2.ex']],
    ['Does src/v1/2 call fetch!/2 or valid?/1?', ['src/v1/2']],
  ])('names files, which functions with an arity and protocols are not: %s', (question, files) => {
    expect(buildQuery(question).files).toEqual(files);
  });

  it.each(['Who calls call/2?', 'Where is `call` called?', 'Which modules use use()?'])(
    'asks for a function that is named like a word for usages: %s',
    (question) => {
      const { exactNames, intent } = buildQuery(question);
      expect(exactNames).toEqual([question.includes('use()') ? 'use' : 'call']);
      expect(intent.usages).toBe(true);
    },
  );

  it.each([
    ['How do I back up my data?', 'backup'],
    ['who logged in?', 'login'],
    ['when is it rolled back?', 'rollback'],
    ['What happens when it is shutting down?', 'shutdown'],
    ['how are people signed up', 'signup'],
  ])('has the name of a verb with its particle: %s', (question, name) => {
    const { phraseTerms } = buildQuery(question);
    expect(phraseTerms.map(({ term }) => term)).toContain(termsOf(name)[0]);
  });

  it('finds what its words are called in code', () => {
    const terms = buildQuery('Where is the least recently used entry evicted?').phraseTerms;
    expect(terms.map(({ term }) => term)).toContain('lru');
    const { acronyms } = buildQuery('cross-origin resource sharing');
    expect(acronyms.map(({ term }) => term)).toContain(termsOf('Cors')[0]);
  });

  it('knows proper names, but not the first word of a sentence', () => {
    expect(buildQuery('Where is QUIC negotiated by Redis?').properTerms).toEqual(
      termsOf('quic redis'),
    );
    expect(buildQuery('GraphQL schema').properTerms).toEqual(termsOf('GraphQL'));
    expect(buildQuery('Where is it?').properTerms).toEqual([]);
  });

  it('knows words for what happens, but no names and no other words with such an end', () => {
    const { actionTerms } = buildQuery(
      'choosing how strings get embedded at high speed in JobRunning',
    );
    expect(actionTerms).toEqual(termsOf('choosing embedded'));
    expect(buildQuery('is a `routing` string or parsing() faster').actionTerms).toEqual([]);
  });

  it('words that are also names count beside others, and alone only if nothing else is said', () => {
    const weightOf = (question: string, term: string) =>
      buildQuery(question).terms.find((one) => one.term === term)?.weight ?? 0;
    expect(weightOf('file upload handling', 'file')).toBeGreaterThan(0);
    expect(weightOf('file upload handling', 'file')).toBeLessThan(1);
    expect(weightOf('Repository', 'repositori')).toBe(1);
    expect(buildQuery('What is this repository about?').terms).toEqual([]);
  });

  it('two words may be one name', () => {
    const terms = buildQuery('How are static files served?').phraseTerms.map(({ term }) => term);
    expect(terms).toContain('staticfiles');
  });

  it('a query knows whether tests, documents or usages are asked for', () => {
    expect(buildQuery('how is Cart tested?').intent.tests).toBe(true);
    expect(buildQuery('Tests for the cart').intent.tests).toBe(true);
    expect(buildQuery('what does test_cart check?').intent.tests).toBe(true);
    expect(buildQuery('how does the test client send requests?').intent).toMatchObject({
      ...{ tests: false, mentionsTests: true },
    });
    expect(buildQuery('where is Cart used?').intent.usages).toBe(true);
    expect(buildQuery('where is Cart used?').definitionTerms).toEqual([]);
    expect(buildQuery('is it documented?').intent.documents).toBe(true);
  });

  it('a query has the files that the question names', () => {
    expect(buildQuery('what is in ./src/cart/checkout.ts and package.json.').files).toEqual(
      expect.arrayContaining(['src/cart/checkout.ts', 'package.json']),
    );
  });

  it('a query includes terms of earlier questions, with more weight if it is vague itself', () => {
    const earlier = { questions: ['How does the cart work?'], files: ['src/cart.ts'] };
    const weight = (question: string) =>
      buildQuery(question, earlier).terms.find(({ term }) => term === 'cart')?.weight;
    expect(weight('and the tests?')).toBeGreaterThan(
      weight('and payment provider time-outs with retries?') ?? 1,
    );
    expect(weight('what about the cart?')).toBe(1);
  });

  // Quadratic in the length, the slowest of these took more than a minute.
  it('a query takes at most a second of CPU time, whatever a long text repeats', () => {
    const piece = fc.string({
      unit: fc.constantFrom(...'aAéß1_./@-`( \n'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(piece, fc.constantFrom(...'a(/.` '), (repeated, last) => {
        const text = repeated.repeat(100_000 / repeated.length) + last;
        const started = threadTimeMs();
        buildQuery(text, { questions: [text, text], files: [] });
        identifiersOf(text);
        expect(threadTimeMs() - started).toBeLessThan(1_000);
      }),
      { numRuns: 30 },
    );
  });
});

describe('nouns of two words', () => {
  it.each([
    ['How do I disable sign-ups?', 'How do I disable signups?'],
    ['sign up or log out', 'signup or logout'],
    ['time-outs and roll-backs', 'timeouts and rollbacks'],
    ['limit check ins', 'limit checkins'],
    ['How do people log in?', 'How do people login?'],
  ])('are one: %s', (text, joined) => {
    expect(withJoinedNouns(text)).toBe(joined);
  });

  it.each([
    'How do I turn off the access log in production?',
    'How do I log in JSON format?',
    'the sign on the pier',
    'back up the data',
  ])('are not made of a verb and what follows: %s', (text) => {
    expect(withJoinedNouns(text)).toBe(text);
  });
});
