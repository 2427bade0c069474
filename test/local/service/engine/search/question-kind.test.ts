import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  questionKind,
  questionsIn,
  withoutRepositoryName,
} from '../../../../../local/service/engine/search/question-kind.js';

/** The kind with its subject, and what else is wanted, as one line. */
function inShort(question: string): string {
  const kind = questionKind(question);
  if (kind.kind === 'explanation') return 'explanation';
  const wanted = 'wanted' in kind ? ` ${kind.wanted}` : '';
  const target = 'target' in kind ? ` > ${kind.target}` : '';
  const verb = 'verb' in kind ? ` ${kind.verb}` : '';
  const since = 'since' in kind ? ` since ${kind.since}` : '';
  const during = 'during' in kind ? ` during ${kind.during}` : '';
  return `${kind.kind}${wanted}: ${kind.subject}${verb}${target}${since}${during}`;
}

describe('a question', () => {
  it.each([
    ['Where is ShoppingCart defined?', 'definition: ShoppingCart'],
    ['where is pauseMs defined', 'definition: pauseMs'],
    ['Where is the class InventoryReport?', 'definition: InventoryReport'],
    ['Where is trapDoor?', 'definition: trapDoor'],
    ['In which file is `compute_backoff` declared?', 'definition: compute_backoff'],
    ['Can you tell me where the Router class lives?', 'definition: Router'],
    ['definition of Cart.add', 'definition: Cart.add'],
    ['Which file defines MAX_AGE?', 'definition: MAX_AGE'],
    ['where are the retry rules defined', 'definition: retry rules'],
    ['In acme/shop: where is Money?', 'definition: Money'],
  ])('asks for a definition: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    ['What implements Clock?', 'subtypes: Clock implement'],
    ['who implements the Clock interface', 'subtypes: Clock implement'],
    ['what implements `shop.Clock`?', 'subtypes: shop.Clock implement'],
    ['What extends Shop\\Clock?', 'subtypes: Shop\\Clock extend'],
    ['what conforms to Clock', 'subtypes: Clock conform to'],
    ['Which classes extend Clock?', 'subtypes: Clock extend'],
    ['how many types implement Clock?', 'subtypes: Clock implement'],
    ['Which renderers implement Renderer?', 'subtypes: Renderer implement'],
    ['subclasses of Clock', 'subtypes: Clock subclass'],
    ['What are the subclasses of Shop::Clock?', 'subtypes: Shop::Clock subclass'],
    ['list all implementations of Clock', 'subtypes: Clock implement'],
    ['are there any implementations of Clock', 'subtypes: Clock implement'],
    ['what inherits from Clock', 'subtypes: Clock subclass'],
    ['derived classes of Clock', 'subtypes: Clock subclass'],
    ['implementers of Clock', 'subtypes: Clock implement'],
    ['classes derived from Clock', 'subtypes: Clock subclass'],
    ['what types are conforming to Clock', 'subtypes: Clock conform to'],
    ['Clock implementations', 'subtypes: Clock implement'],
    ['does anything implement Clock?', 'subtypes: Clock implement'],
    ['which subclasses does Clock have?', 'subtypes: Clock subclass'],
    ['What does Clock extend?', 'supertypes: Clock'],
    ['which interfaces does Clock implement', 'supertypes: Clock'],
    ['What is the superclass of Clock?', 'supertypes: Clock'],
    ['How is Clock implemented?', 'explanation'],
    ['where is Clock implemented', 'definition: Clock'],
    ['implementation of the cache', 'explanation'],
    ['How does Cart implement Clock?', 'explanation'],
    ['which algorithm implements sorting', 'explanation'],
    ['which files implement Clock', 'explanation'],
    ['which commits implement Clock', 'explanation'],
    ['what implements the retry logic', 'explanation'],
    ['what extends the timeout', 'explanation'],
    ['what implements it?', 'explanation'],
    ['who implemented Clock?', 'history authors: Clock'],
    ['What does the app do to extend sessions?', 'explanation'],
  ])('asks for what is based on a type, or not: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    [
      'who calls merge_setting and why was it added?',
      'usages calls: merge_setting',
      'why was it added',
    ],
    [
      'When was merge_setting added, and who calls it?',
      'history origin: merge_setting',
      'who calls it',
    ],
    [
      'What happens when connect fails and how is it tested?',
      'failure: connect',
      'how is it tested',
    ],
    ['How does connect work? Where is connect used?', 'explanation', 'Where is connect used'],
    [
      'Who wrote Cart.add and why does it return null?',
      'history authors: Cart.add',
      'why does it return null',
    ],
  ])('of two: %s', (question, expected, further) => {
    const [first, second] = questionsIn(question);
    expect(inShort(first)).toBe(expected);
    expect(second).toContain(further);
  });

  it.each([
    ['Who calls drainAll, is it only the worker?', 'usages calls: drainAll'],
    ['Where is lookupLoop started?', 'usages any: lookupLoop'],
    ['in which function is `Crane.lift_all` spawned?', 'usages any: Crane.lift_all'],
    ['where is run() launched', 'usages any: run'],
    ['Where is the server started?', 'explanation'],
    ['Where is HttpServer started?', 'explanation'],
    ['Who calls call/2?', 'usages calls: call'],
    ['Where is Enum.fetch!/2 called?', 'usages calls: Enum.fetch!'],
    ['Who calls fetch_all!?', 'usages calls: fetch_all!'],
    ['Who calls `empty?`?', 'usages calls: empty?'],
    ['Who calls fetch_all??', 'usages calls: fetch_all?'],
    ['Who calls fetch_all?', 'usages calls: fetch_all'],
    ['Who calls fetch_all? I want to change it.', 'usages calls: fetch_all'],
    ['Where is HTTP/2 used?', 'usages any: HTTP/2'],
    ['Who calls connect outside of mail?', 'usages calls: connect'],
    [
      'who calls _drainQueue in the client? want to know when it is sent',
      'usages calls: _drainQueue',
    ],
    [
      'what all goes through sealFields? trying to see what I would break',
      'usages calls: sealFields',
    ],
    [
      'In the keyed store, which operations trigger freeSlots() so that others go on?',
      'usages calls: freeSlots',
    ],
    [
      'Is nextNonce() used for anything besides the state? thinking of replacing it',
      'usages any: nextNonce',
    ],
    [
      'I want to change how spawn_child starts. Who calls it, is it only the supervisor?',
      'usages calls: spawn_child',
    ],
    ['who creates TaskRunner objects here? I want to add an argument', 'usages any: TaskRunner'],
    [
      'Did LazyCart get touched recently? We saw a race in an older version',
      'history changes: LazyCart',
    ],
    ['Did DateOnly just come back? I remember it being turned off', 'history changes: DateOnly'],
    [
      'config.setup_loop() is gone. What happened to loop setup recently?',
      'history changes: loop setup',
    ],
    [
      'I saw the stats can be switched off now. When did that come in, and why?',
      'history changes: I saw the stats can be switched off now',
    ],
    [
      'Did something change with scopes between 2.8.0 and 2.8.1? We got one more',
      'history changes: scopes',
    ],
    [
      'A trait wins over the owner since 6.5. what changed there and why?',
      'history changes: A trait wins over the owner since 6.5',
    ],
    [
      'we see "too large" after an update, what size caps were added lately for packets and why',
      'history changes: size caps',
    ],
    [
      'The channel kept breaking our bundle in 3.3.x. what did they change about that for browsers?',
      'history changes: The channel kept breaking our bundle in 3.3.x',
    ],
    [
      '3.1 says something about wrong offsets. what was actually broken with the reverse order and how did they fix it?',
      'history changes: reverse order',
    ],
    [
      'the token is null once the parser is closed, when did that come in and can we have it back?',
      'history changes: the token is null once the parser is closed',
    ],
    [
      "what's been going on with verbose and OPTS? feels like each release has another one",
      'history changes: verbose and OPTS',
    ],
    [
      'what changed between 2.0 and 2.1 around retries, and why? We saw fewer of them',
      'history changes: retries',
    ],
    [
      'what changed lately around the retry handling that could make it slow for us?',
      'history changes: retry handling that could make it slow for us',
    ],
    ["Why can't I pass a list any more?", 'history changes: I pass a list any more'],
    ['In src/my_module.py there is Widget.render. Who calls it?', 'usages calls: Widget.render'],
    [
      'after upgrading we forget closed streams a lot sooner than before, was that changed on purpose? when and why',
      'history changes: after upgrading we forget closed streams a lot sooner than before',
    ],
    [
      "Didn't we use slow-glob to find the files? When did that get swapped out and what was the reason",
      "history changes: Didn't we use slow-glob to find the files",
    ],
    [
      "We used to get an error at boot if the options stood at the top. Seems that's gone now, when was it dropped and why?",
      "history changes: We used to get an error at boot if the options stood at the top Seems that's gone now",
    ],
    [
      'Looking into a TooManyBellsWarning: who calls ringBell, and on which ferries?',
      'usages calls: ringBell',
    ],
    [
      'On 9.x the bell rang twice in fog. Did that get sorted out recently, and how?',
      'history changes: On 9.x the bell rang twice in fog',
    ],
    [
      'After upgrading, the bell is silent, it used to ring. Was that dropped on purpose, and can I get it back?',
      'history changes: After upgrading, the bell is silent, it used to ring',
    ],
    [
      'The bell rang twice. I heard that was fixed on main recently, what is different now?',
      'history changes: The bell rang twice',
    ],
    [
      'On 3.0.0 the bell rang twice. Seems gone after upgrading, what was wrong and how did they fix it?',
      'history changes: On 3.0.0 the bell rang twice Seems gone after upgrading',
    ],
    [
      'On the old version the bell was too quiet. That seems gone now, what was fixed?',
      'history changes: On the old version the bell was too quiet That seems gone now',
    ],
    [
      'On an older release the first bell was silent. Did anybody ever deal with that?',
      'history changes: On an older release the first bell was silent Did anybody ever deal with that',
    ],
    [
      'On a really old release one bell rang for every boat. Was that mix-up between boats ever dealt with?',
      'history changes: On a really old release one bell rang for every boat Was that mix-up between boats ever dealt with',
    ],
    [
      'Years ago a stowaway got in through the anchor port. Was that hole ever closed?',
      'history changes: Years ago a stowaway got in through the anchor port Was that hole ever closed',
    ],
    [
      'On an older release the first bell was silent. Did we fix that, and what was wrong?',
      'history changes: On an older release the first bell was silent Did we fix that, and what was wrong',
    ],
    [
      'The bell used to be silent. After upgrading it rings - what got changed there?',
      'history changes: The bell used to be silent After upgrading it rings',
    ],
    [
      "I want to change what ringBell does on FogBell. Who's actually calling it besides the tests?",
      'usages calls: ringBell',
    ],
    [
      "I'd like to change the tone in ring_bell. Which parts of the ferry rely on it?",
      'usages any: ring_bell',
    ],
    [
      "I'd like to touch get_tone in utils, the one that reads __tone__. Who relies on it?",
      'usages any: get_tone',
    ],
    [
      'Thinking of dropping the `loud?` alias in favour of `noisy?`. Who still calls the old name?',
      'usages calls: loud?',
    ],
    [
      "I'd like to drop the passthrough helper from utils. Which ferries actually rely on it?",
      'usages any: passthrough',
    ],
    [
      'Thinking of changing what typedbell returns. Which code in the package depends on it?',
      'usages any: typedbell',
    ],
    [
      'I want to change the format that Bell.getTones returns, which ferries would notice?',
      'usages any: Bell.getTones',
    ],
    [
      'I want to add a field to what formatTones returns, which ferries would be affected by that?',
      'usages any: formatTones',
    ],
    [
      'I want to touch the check in formatTones. Which of the bells actually end up in there?',
      'usages calls: formatTones',
    ],
    [
      "I'd like to change the signature of Bell::with_tone. Who in the repo actually calls it?",
      'usages calls: Bell::with_tone',
    ],
    [
      "I'd like to relax ThrowIfSilent for absolute URLs. Which code paths call it today?",
      'usages calls: ThrowIfSilent',
    ],
    ['Who actually checks isLoud()? I want to tweak it', 'usages any: isLoud'],
    [
      'The log line never showed up. Seems gone after upgrading, what was changed and why did it happen?',
      'history changes: The log line never showed up Seems gone after upgrading',
    ],
    [
      'We show the old logo. I think it was changed lately by a PR. Where is the path to the logo set?',
      'explanation',
    ],
    [
      'The session ends early. They are removed in 0.25 s. Who calls removeSession?',
      'usages calls: removeSession',
    ],
    ['Our cache entry vanishes. It is dropped after 1.5h. Where is that set?', 'explanation'],
    [
      'Messages are dropped when the queue is full. Did they get moved to another queue?',
      'explanation',
    ],
    ['The lock is disabled. Did that happen because of a flag?', 'explanation'],
    ['The job was removed. Was it there before?', 'explanation'],
    ['We fixed utils.py last week. parse_date is in there, who uses it?', 'usages any: parse_date'],
    [
      'We dropped Node.js 14 support. readFile is promisified now, who calls it?',
      'usages calls: readFile',
    ],
    ['Please remove the `old` flag: drain() is what remains, who calls it?', 'usages calls: drain'],
    ['The limit is read from get_env. What checks that the value is a number?', 'explanation'],
    ['Who checks CORS?', 'explanation'],
    ['The build fails: what changed in the parser lately?', 'history changes: parser'],
    ['Who is calling ringBell()?', 'usages calls: ringBell'],
    ['The ferry leaves if the deck is full. Was the car dropped?', 'explanation'],
    ['The ferry leaves if the deck is full. Was it dropped?', 'explanation'],
    ['when did the old parser get replaced?', 'history changes: old parser'],
    [
      'when was the check for old options dropped, and why?',
      'history changes: check for old options',
    ],
    [
      'This used to accept a list. Why not any more?',
      'history changes: This used to accept a list',
    ],
    [
      'need every place that goes through setLeader on Raft, both the ones that set it and the ones that blank it',
      'usages calls: setLeader',
    ],
    [
      'Decimals used to have a comma and after upgrading they have a dot. Did something change there on purpose, when and why',
      'history changes: Decimals used to have a comma and after upgrading they have a dot',
    ],
    [
      'When did we swap the old parser for the quick one, and why? And why is the old one still there',
      'history changes: old parser for the quick one',
    ],
    [
      'When did the client start telling its region on connect?',
      'history changes: client start telling its region on connect',
    ],
    [
      'What did we change about waiting for a reply, and why? I need to know what to catch',
      'history changes: waiting for a reply',
    ],
    [
      'What was changed last in the detection of versions and why was it needed?',
      'history changes: detection of versions',
    ],
    [
      'What was the denial of service fix in the Nov 2021 release?',
      'history changes: denial of service fix in the Nov 2021 release',
    ],
    [
      'Lookups started missing after a bump. Now it works again. What went wrong there and which change repaired it',
      'history changes: Lookups started missing after a bump it works again',
    ],
    [
      `Somebody pointed a producer at the HTTP port by accident. Years ago that meant the process tried to grab ${'a lot of '.repeat(20)}memory, now it refuses. When did that get in?`,
      `history changes: ${`Somebody pointed a producer at the HTTP port by accident Years ago that meant the process tried to grab ${'a lot of '.repeat(20)}`.slice(0, 200).trim()}`,
    ],
    [
      'Assigning to it used to blow up, now it silently writes the value. Since when and is that intended?',
      'history changes: Assigning to it used to blow up, now it silently writes the value',
    ],
    [
      'when did joining_types turn from a dict into a function, and why?',
      'history changes: joining_types turn from a dict into a function',
    ],
    [
      'When did Ferry start refusing a bell that is only half valid, and who did it?',
      'history changes: Ferry start refusing a bell that is only half valid',
    ],
    [
      'When did captains get the option to ban cars, and who added it?',
      'history changes: ban cars',
    ],
    [
      'When and why did jobs stop seeing the environment of the server?',
      'history changes: jobs stop seeing the environment of the server',
    ],
    ['Why and when were tickets made to expire?', 'history changes: tickets made to expire'],
    [
      'Who all reads RetryContexts.getContext() in the main code? Want to know what breaks without one',
      'usages any: RetryContexts.getContext',
    ],
    [
      'I want to change how PathTable::first_field picks. Which config options are actually looked up through it?',
      'usages calls: PathTable::first_field',
    ],
    ['What reads or writes the saved tickets in TicketStore?', 'usages any: TicketStore'],
    ['What modifies the price in OrderService?', 'explanation'],
    ['How old is the project?', 'explanation'],
    ['How far along is the migration?', 'explanation'],
    [
      'which things hook into FileState.register so they get closed along with the file system? I add one',
      'usages any: FileState.register',
    ],
    [
      "we're on 2.0.8 and the listener acts up under load. what got fixed there since then, when and why",
      "history changes: we're on 2.0.8 and the listener acts up under load",
    ],
    [
      'What changed this summer about consumers that fail to come back? I remember a closed channel',
      'history changes: consumers that fail to come back',
    ],
    [
      "didn't something change about location loaders that hand back an awaitable? when did that go in",
      'history changes: location loaders that hand back an awaitable',
    ],
    ['who relies on Redis, only the queue?', 'usages any: Redis'],
  ])('with more around it: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    'How does the router decide which handler calls nextRoute?',
    'Our hook reads what changed in the document. How do I get it?',
    'We had a crash. What happened to my request when the socket closed?',
    'Did the parser get an empty body? It says so in the log',
    'The cache was cleared. Is it filled again?',
    'What items were added to the cart?',
    'Which files are changed by the formatter?',
    'Why does the worker drop messages when the queue is full?',
    'Why do connections start in the idle state?',
    'why does the pool start with 4 workers?',
    'Why did the worker stop after the first message?',
    'My upload to the bucket timed out after 30 seconds. Why did it time out?',
    'The worker exits at once. Why was it killed?',
    'I ran the migration and the queue was empty afterwards. What happened?',
    'The server prints a warning about a weak cipher. What is that about?',
    'The docs say the limit is 10. Why was that?',
    'My job failed with exit code 2. Is it fixed by a restart?',
    'Was the message just dropped because the queue was full?',
    'Did the worker just get replaced by a new one?',
    'Has the temp file been removed after 1.5 seconds?',
    'why was my connection dropped?',
    'why was the packet dropped?',
    'Why was the file created in /tmp?',
    'Is Redis needed to run the tests in CI?',
    'Is SessionPool created once per request or shared?',
    'Are Promises created eagerly or lazily?',
    'what creates HTTP connections and how many are kept?',
    'What builds Docker images in CI?',
    'Which config option triggers OOM kills?',
    'What returns None when the key is missing?',
    "I'm looking at the retry handling. Who calls that?",
    'My job is not there. Why was it removed?',
    'It waits for 30 seconds. Is that fixed, or can I configure it?',
    "I set a new timeout. Why isn't it used?",
    "I added a header to the request. Why isn't it sent?",
    'The version header is sent twice. Is that intended?',
    'Was the message dropped since the peer closed it?',
    'Did the worker get dropped after 1.5x the timeout?',
    'when does the worker stop?',
  ])('that only mentions a call or a change is none of these: %s', (question) => {
    expect(inShort(question)).toBe('explanation');
  });

  it.each([
    ['How do I set maxAge?', 'option setting: maxAge'],
    ['How can we raise the `pool_size` for one request?', 'option setting: pool_size'],
    ['how to pass --dry-run', 'option setting: dry-run'],
    [
      'whats the default visibility_timeout on the redis transport, and is it the same for SQS?',
      'option default: visibility_timeout',
    ],
    ['how do I turn autoIndex off for just one connection?', 'option setting: autoIndex'],
    ['How do I raise the oven limit?', 'option setting: oven limit'],
    ['How do I set a timeout?', 'explanation'],
    ['How do I set up the whole project?', 'project install: '],
    ['How do I raise ValidationError from a handler?', 'explanation'],
    ['How does override isOpen?', 'explanation'],
    ['Where do we set readyState when the socket closes?', 'explanation'],
  ])('how to set something by its name asks for an option: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    'What is added to the cart?',
    'What has been added to the response by default?',
    'How can a listener see what changed and why?',
    'Where do I see, in the output, what changed and what for?',
    'What triggers a reconnect?',
    'What really requires authentication?',
    'Something changed in the order, is it saved?',
    'What is done with bounced messages from a pooled SMTP transport?',
    'What is the reason for state changes?',
    'What got changed in the message by the transport?',
    'Did anything happen with unread messages in the queue?',
  ])('about the code as it is asks for no history, usages or option: %s', (question) => {
    expect(inShort(question)).toBe('explanation');
  });

  it('and only the reason for what changed is one question; what else something is, is another', () => {
    const counts = [
      'What has been changed in the cart and what was the reason?',
      'Who calls connect and what is it?',
      'What calls drain and what is the reason?',
      'Where is retry defined and what is the reason for the jitter?',
      'What does maxAge do? What is the reason for the limit of 5?',
    ].map((question) => questionsIn(question).length);
    expect(counts).toEqual([1, 2, 2, 2, 2]);
  });

  it.each([
    'How does connect work?',
    'How and where is it read?',
    'Why does it fail and then connect?',
    'How are blue and green mixed?',
  ])('is one: %s', (question) => {
    expect(questionsIn(question)).toEqual([question]);
  });

  it.each([
    ['What does the smart case option do?', 'option effect: smart case'],
    ['how does the --hidden flag work?', 'option effect: hidden'],
    ['What does --max-age do?', 'option effect: max-age'],
    ['What does the option trustProxy do?', 'option effect: trustProxy'],
    ['What is the trustProxy setting for?', 'option effect: trustProxy'],
    ['What does removeOnComplete do?', 'option effect: removeOnComplete'],
    ['What is the default connect timeout?', 'option default: connect timeout'],
    ['What does bodyLimit default to?', 'option default: bodyLimit'],
    ['What is the default export?', 'explanation'],
  ])('asks for an option: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    ['Where is computeBackoff used?', 'usages any: computeBackoff'],
    ['where is pauseMs called', 'usages calls: pauseMs'],
    ['Who calls `checkout()`?', 'usages calls: checkout'],
    ['who calls pauseMs', 'usages calls: pauseMs'],
    ['who actually calls pauseMs?', 'usages calls: pauseMs'],
    ['who calls pauseMs outside the tests?', 'usages calls: pauseMs'],
    ['who calls pauseMs inside kombu itself?', 'usages calls: pauseMs'],
    ['who calls pauseMs outside of the specs?', 'usages calls: pauseMs'],
    ['which grants emit RequestEvent::FAILED? want to listen', 'usages any: RequestEvent::FAILED'],
    ['Where is pauseMs used in production code?', 'usages any: pauseMs'],
    ['Which extractors actually use HttpBody?', 'usages any: HttpBody'],
    ['Which approach uses less memory?', 'explanation'],
    ['who triggers pauseMs?', 'usages calls: pauseMs'],
    ['What uses the ShoppingCart class?', 'usages any: ShoppingCart'],
    ['What imports money.ts?', 'usages imports: money.ts'],
    ['Which files import src/money.ts', 'usages imports: src/money.ts'],
    ['which functions call Cart.add?', 'usages calls: Cart.add'],
    ['Find all callers of computeBackoff', 'usages calls: computeBackoff'],
    ['callers of Cart.add', 'usages calls: Cart.add'],
    ['references to ShoppingCart', 'usages any: ShoppingCart'],
    ['show me all usages of the retry policy', 'usages any: retry policy'],
    ['Cart.add usages', 'usages any: Cart.add'],
    ['computeBackoff callers', 'usages calls: computeBackoff'],
    ['Is computeBackoff still used anywhere?', 'usages any: computeBackoff'],
    ['Are MAX_RETRIES and DEADLINE used?', 'explanation'],
    ['How is ShoppingCart used?', 'usages any: ShoppingCart'],
    ['Where do we use the blob reader?', 'usages any: blob reader'],
    ['can you show me where the session is used in the code base?', 'usages any: session'],
    ['How many callers are there of addItem?', 'usages calls: addItem'],
    ['What breaks if I rename removeItem?', 'usages any: removeItem'],
    ['where is lodash imported?', 'usages imports: lodash'],
    ['Where is it used?', 'usages any: it'],
  ])('asks for usages: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    [
      'why was computeBackoff changed in May 2026?',
      'history reason: computeBackoff during May 2026',
    ],
    [
      'why was computeBackoff changed in the last month?',
      'history reason: computeBackoff since last month',
    ],
    ['what changed in cart.ts in 2025 and why?', 'history changes: cart.ts during 2025'],
    ['what changed in cart.ts since 2025?', 'history changes: cart.ts since 2025'],
    ['Which commit removed OldParser?', 'history changes: OldParser'],
    ['when was computeBackoff added and why?', 'history origin: computeBackoff'],
    ['when was RetryPolicy introduced and by whom?', 'history origin: RetryPolicy'],
    [
      'when was RetryPolicy introduced in this repo, and why was it added?',
      'history origin: RetryPolicy',
    ],
    ['who wrote ctx.py and what changed last?', 'history authors: ctx.py'],
    ['Who wrote the retry policy?', 'history authors: retry policy'],
    ['Who knows the most about src/cart?', 'history authors: src/cart'],
    ['who maintains checkout.ts?', 'history authors: checkout.ts'],
    ['Whom should I ask about the search index?', 'history authors: search index'],
    ['Who last changed computeBackoff?', 'history authors: computeBackoff'],
    ['authors of src/money.ts', 'history authors: src/money.ts'],
    ['git blame src/money.ts', 'history authors: src/money.ts'],
    ['Who owns src/http/?', 'history authors: src/http/'],
    ['What changed in retry-policy.ts lately?', 'history changes: retry-policy.ts'],
    ['What changed in the cart lately and why?', 'history changes: cart'],
    [
      'any recent fixes around sanitizeFilter? heard some were missing',
      'history changes: sanitizeFilter',
    ],
    ['Are there any new changes to the cart?', 'history changes: cart'],
    [
      "numeric.go in pgtype seems to have changed a lot this month, what's going on there with exponents?",
      'history changes: pgtype/numeric.go since this month',
    ],
    [
      'did something change about HELLO in the handshake?',
      'history changes: HELLO in the handshake',
    ],
    ['what changed in CartResult lately? and what was it fixing', 'history changes: CartResult'],
    [
      'did anything change recently around old files staying behind in storage, e.g. via url=? what was the reason',
      'history changes: old files staying behind in storage',
    ],
    [
      'whats changed lately in CartResult (the test helper)? any fix there',
      'history changes: CartResult',
    ],
    ['why was pool_size changed for redis 4?', 'history reason: pool_size'],
    ['cart.ts was rewritten recently, why?', 'history changes: cart.ts'],
    ['The value has changed, what is the new one?', 'explanation'],
    ['What changed recently in the cart?', 'history changes: cart'],
    ["Who's been working on src/cart?", 'history authors: src/cart'],
    ['Who is currently working on src/cart?', 'history authors: src/cart'],
    ['what has changed in src/cart since March', 'history changes: src/cart since March'],
    ['Anything changed lately in the cart? What was the motivation?', 'history changes: cart'],
    [
      'Did something change recently with coupons in the cart? What and why',
      'history changes: coupons in the cart',
    ],
    ['what got fixed lately around coupons and why?', 'history changes: coupons'],
    [
      "What's changed in the coupon handling (coupon.py) over the last year or so, and what was the reason?",
      'history changes: coupon.py since last year',
    ],
    ['what changed in the cart lately & why?', 'history changes: cart'],
    [
      'what changed with the coupon check in the last few releases, and why?',
      'history changes: coupon check',
    ],
    ['Has anything changed in src/cart since March?', 'history changes: src/cart since March'],
    [
      "What's the story with the coupon check changes in early 2024?",
      'history changes: coupon check',
    ],
    [
      'what changed since 2.1 around the retry handling, and why?',
      'history changes: retry handling',
    ],
    ['what changed in 2.1 around the retry handling?', 'history changes: retry handling'],
    ['Why was OldParser dropped?', 'history reason: OldParser'],
    ['why was the night ferry introduced?', 'history reason of origin: night ferry'],
    ['why did we add computeBackoff?', 'history reason of origin: computeBackoff'],
    ['Why was NewParser written?', 'history reason of origin: NewParser'],
    ['What changed in the reader (v1.5)?', 'history changes: reader (v1.5)'],
    ['What changed last week?', 'history changes:  since last week'],
    [
      'What has been changed in the cart over the last months and what was the reason?',
      'history changes: cart',
    ],
    [
      "What's new with coupons in the cart - which changes went in recently and what were they for?",
      'history changes: coupons in the cart',
    ],
    [
      "What's been added around paying for orders via the mobile app this year, and why?",
      'history changes: paying for orders via the mobile app since this year',
    ],
    [
      'The upload path went back and forth lately, what changed and why?',
      'history changes: The upload path went back and forth',
    ],
    ['what happened in the last 3 days?', 'history changes:  since last 3 days'],
    [
      'What changed in checkout in the last two weeks',
      'history changes: checkout since last two weeks',
    ],
    ["what's new in this repo?", 'history changes: '],
    ['recent changes to src/cart', 'history changes: src/cart'],
    ['show me the latest commits', 'history changes: '],
    ['history of src/cart/checkout.ts', 'history changes: src/cart/checkout.ts'],
    ['When was ShoppingCart last changed?', 'history changes: ShoppingCart'],
    ['How has the retry policy evolved over time?', 'history changes: retry policy'],
    ['When was removeItem added?', 'history origin: removeItem'],
    ['which commit introduced computeBackoff', 'history origin: computeBackoff'],
    ['Who added removeItem?', 'history origin: removeItem'],
    ['who added the proxy mounts, and why?', 'history origin: proxy mounts'],
    ['Since when do we have the inventory report?', 'history origin: inventory report'],
    ['Why was computeBackoff changed?', 'history reason: computeBackoff'],
    ['Why did we remove the old parser?', 'history reason: old parser'],
    ['why was the session store replaced', 'history reason: session store'],
  ])('asks for the history: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    ['How is the mailer configured?', 'configuration any: mailer'],
    ['How do I configure the retry policy?', 'configuration any: retry policy'],
    ['How is the mailer configured: where, and how often?', 'configuration any: mailer'],
    ['Which options do I have to set to enable the mailer?', 'configuration any: mailer'],
    [
      'Which environment variables do I have to set so that our instance can send telegrams?',
      'configuration environment: send telegrams',
    ],
    [
      'Which actions ask for the password again through checkPassword?',
      'usages any: checkPassword',
    ],
    ['Which parts look up the profile of a ship via BestForShip?', 'usages any: BestForShip'],
    ['Which letters go through the harbour?', 'explanation'],
    [
      'Loading the ferry runs into a timeout, which setting raises it?',
      'configuration any: Loading the ferry runs into a timeout',
    ],
    ['how can the search index be configured', 'configuration any: search index'],
    ['What settings does the service have?', 'configuration any: service'],
    ['Which environment variables does it read?', 'configuration environment: '],
    ['What environment variables are there?', 'configuration environment: '],
    ['list all environment variables', 'configuration environment: '],
    ['What flags does the CLI take?', 'configuration flag: CLI'],
    ['Which options are supported by the exporter?', 'configuration any: exporter'],
    ['What is the default of SHOP_PORT?', 'configuration any: SHOP_PORT'],
    ['What does SHOP_PORT default to?', 'configuration any: SHOP_PORT'],
    ['What can be configured in the exporter?', 'configuration any: exporter'],
    ['settings of src/mail.ts', 'configuration any: src/mail.ts'],
    ['Which settings control the cache?', 'configuration any: cache'],
  ])('asks for the configuration: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    ['What happens when checkout fails?', 'failure: checkout'],
    ['what happens if the payment provider times out', 'failure: payment provider'],
    ['What if the database is down?', 'failure: database'],
    ['What happens when a file cannot be read?', 'failure: file'],
    [
      'what happens when the upload of a large file fails halfway',
      'failure: upload of a large file',
    ],
    ['How are errors of the parser handled?', 'failure: parser'],
    ['How are parser errors handled?', 'failure: parser'],
    ['How does checkout handle errors?', 'failure: checkout'],
    ['how does the client deal with a timeout?', 'failure: client'],
    ['error handling in checkout.ts', 'failure: checkout.ts'],
    ['Which exceptions does addItem throw?', 'failure: addItem'],
    ['How can addItem fail?', 'failure: addItem'],
    ['What happens on a payment failure?', 'failure: payment'],
    ['What happens when a view function raises an error?', 'failure: view function'],
    ['What happens if the parser throws a syntax exception?', 'failure: parser'],
  ])('asks for failures: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    ['How do the modules hang together?', 'structure parts: '],
    ['how does src/cart hang together', 'structure parts: src/cart'],
    ['How is this repository structured?', 'structure parts: '],
    ['architecture of the search engine', 'structure parts: search engine'],
    ['What is the architecture?', 'structure parts: '],
    ['What modules are there?', 'structure parts: '],
    ['Which packages are there in src/http?', 'structure parts: src/http'],
    ['Draw a diagram of src/cart', 'structure parts: src/cart'],
    ['What depends on src/money.ts?', 'structure dependents: src/money.ts'],
    ['Which modules depend on the index?', 'structure dependents: index'],
    ['Which modules depend on each other in flask?', 'structure parts: flask'],
    ['What packages import one another?', 'structure parts: '],
    ['What does src/cart depend on?', 'structure dependencies: src/cart'],
    ['call path from checkout to computeBackoff', 'structure call path: checkout > computeBackoff'],
    [
      'How does `checkout` reach `computeBackoff`?',
      'structure call path: checkout > computeBackoff',
    ],
    [
      'How is computeBackoff reached from Shop.checkout?',
      'structure call path: Shop.checkout > computeBackoff',
    ],
  ])('asks for the structure: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });

  it.each([
    // Usages
    'string references',
    'How is the called function chosen?',
    'use of a mutex',
    'how are unused imports removed',
    'memory usage of the index',
    'What calls are made to the payment API?',
    'What uses are there for a weak map?',
    'which package manager is used',
    'How is a callback used to cancel the request and who calls it?',
    'what does the cart use to store its items',
    'how does the resolver follow references to types',
    'Where is the error used to decide whether to retry?',
    'how are users imported from LDAP',
    'circular references in JSON',
    // Definitions
    'Where are cookies parsed and stored?',
    'where is the lull between two attempts?',
    'Where is JSON serialised?',
    'how are routes defined and matched',
    // History
    'How does the history of undo steps work?',
    'what changed events does the store emit',
    'Why is an item removed from the list when it is empty?',
    'What is changed in the DOM when the list renders?',
    'When is the session created?',
    'who creates the session?',
    'Who closes the connection?',
    'How are changes detected?',
    'why was the request cancelled',
    'commit of a transaction',
    'How does the author field get validated?',
    'what is the latest version of the protocol that is supported',
    // Configuration
    'How does the settings page work?',
    'Where are options parsed?',
    'what is the default export of index.ts',
    'What is the default behaviour of the parser?',
    'how are default arguments evaluated',
    'How is the configuration file loaded?',
    'how are environment variables masked in logs',
    'default middleware stack configuration',
    // Failures
    'What happens when a user logs in?',
    'what happens if two people edit the same file',
    'How is the error page rendered?',
    'What does the error class look like?',
    'how do I write a test for a failing request',
    'What is the retry policy?',
    'how are errors counted for the metrics and shown on the board',
    // Structure
    'How is the request built?',
    'how does dependency injection work',
    'How are nested dependencies resolved?',
    'structure',
    'What is the structure?'.replace('What is', 'Why'),
    'how does a request reach the handler',
    'path from the root to a leaf',
    'How is the retry delay structured and why?',
    'how do plugins depend on the order of loading',
    // Anything else
    '',
    '?',
    'What is this repository about?',
    'How does the shopping cart add an item?',
    'Wie lange wartet computeBackoff?',
    'zebra',
    `${'Where is '.repeat(60)}x used?`,
    'I see setStrict in the parser. What does it change?',
    'I look at setStrict. What gets returned by it?',
    'Users report an issue in the tracker app. How is the issue closed?',
  ])('asks for an explanation: %s', (question) => {
    expect(inShort(question)).toBe('explanation');
  });

  it('of many times is read at once', () => {
    const times = ' since ab'.repeat(80);
    expect(inShort(`something changed in aa${times} !`)).toBe('explanation');
    expect(inShort(`did anything change in aa${' since 2.1'.repeat(70)} !`)).toBe('explanation');
  });

  it('has a kind, whatever its words are', () => {
    const words = fc.constantFrom(
      ...[
        'where',
        'who',
        'what',
        'why',
        'how',
        'is',
        'are',
        'the',
        'of',
        'used',
        'calls',
        'changed',
      ],
      ...[
        'in',
        'lately',
        'since',
        'when',
        'fails',
        'from',
        'to',
        'and',
        '`',
        'X',
        '(',
        '?',
        'ü',
        '  ',
      ],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const { kind, ...rest } = questionKind(parts.join(' '));
        expect(kind).toBeTypeOf('string');
        if ('subject' in rest) expect(rest.subject).toBe(rest.subject.trim());
      }),
    );
  });

  it.each([
    'Why was the job moved to failed?',
    'Why was my message moved to the dead letter queue?',
    'Why was the request converted to a string?',
    'Why was the timeout changed to 30 seconds?',
    'Does the server log out idle users?',
    'Is there a function for parsing dates?',
    'Which parameters change when a user logs in?',
    'Which feature flags enable dark mode?',
  ])('asks for no commit, thing or setting of another kind: %s', (question) => {
    expect(inShort(question)).toBe('explanation');
  });

  it.each([
    ['Why did we move from Celery to Huey?', 'history reason: Celery'],
    ['When did we switch to Huey?', 'history reason of origin: Huey'],
    ['Show environment variables', 'configuration environment: '],
    ['which smtp env vars do I need?', 'configuration environment: smtp'],
  ])('asks for what was switched, or for the variables of a part: %s', (question, expected) => {
    expect(inShort(question)).toBe(expected);
  });
});

it.each([
  ['What happens when a Shop order fails?', 'order'],
  ["What is the default of shop's timeout?", 'timeout'],
  ['Which environment variables does shop read?', ''],
  ['What happens when shop fails?', 'shop'],
  ['Where is shop used?', 'shop'],
  ['What happens when shopping fails?', 'shopping'],
])(
  'the name of the repository is left out of the subject, unless it is what is asked about: %s',
  (question, subject) => {
    const asked = withoutRepositoryName(questionKind(question), ['acme/shop', 'shop']);
    expect('subject' in asked && asked.subject).toBe(subject);
  },
);
