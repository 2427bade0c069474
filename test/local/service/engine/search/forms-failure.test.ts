import { beforeAll, describe, expect, it } from 'vitest';
import { failureLines } from '../../../../../local/service/engine/search/facts/failure-lines.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';
import { sourceFile } from './ranked-excerpts.js';

const FILES = {
  'site/views.py': `from site.cookies import open_session_cookie


class View:
    """Shows a page.

    raise a PageError if there is none.
    """

    def show(self, page):
        if page is None:
            raise PageError("the view function shows no page")
        return page
`,
  'site/cookies.py': `def open_session_cookie(text):
    """Opens the session cookie of a browser."""
    try:
        return parse(text)
    except BadSignature:
        return {}


def parse(text):
    if "=" not in text:
        raise BadSignature("no signature")
    return text


def clear(folder):
    try:
        folder.remove()
    except OSError:
        return None
`,
  'site/run.py': `def convert(text):
    if text == "":
        raise ConvertError("empty")
    return text


def dispatch(text):
    return convert(text)


def run(text):
    try:
        return dispatch(text)
    except ConvertError:
        return None
`,
  'site/fetch.py': `def fetch_tide(url, on_fail=None,
               retry_errors=None):
    if retry_errors is None:
        retry_errors = tuple()
    if url == "":
        raise TideError("empty")
    if url == "a":
        raise TideError("a")
    if url == "b":
        raise TideError("b")
    if url == "c":
        raise TideError("c")
    return retry(url)
`,
  'site/first.py': `class First:
    def begin_tide(self):
        raise TideError("first")
`,
  'site/second.py': `class Second:
    def begin_tide(self):
        return 3


def use(thing):
    try:
        thing.begin_tide()
    except OtherError:
        return None
`,
  'site/alarm.py': `def ring_alarm(times):
    play_alarm(times)


def play_alarm(times):
    for attempt in range(MAX_ATTEMPTS):
        try:
            return play(times)
        except SpeakerError:
            logger.error("no sound")
`,
  'go/store.go': `package store

func openStore(name string) (*Store, error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	file, err := readFile(name)
	if err != nil {
		log.Errorf("no file: %v", err)
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	return newStore(file), nil
}
`,
  'go/load.go': `package store

func loadAll(name string) error {
	store, err := openStore(name)
	if err != nil {
		return err
	}
	return store.load()
}

func loadOrEmpty(name string) *Store {
	store, err := openStore(name)
	if err != nil {
		return emptyStore()
	}
	return store
}
`,
  'site/ship.py': `def ship(crate, port):
    if not isinstance(crate, Crate):
        raise TypeError("no crate")
    if port == 1:
        raise DockError("1")
    if port == 2:
        raise DockError("2")
    if port == 3:
        raise DockError("3")
    if port == 4:
        raise DockError("4")
    if port == 5:
        raise DockError("5")
    if port == 6:
        raise DockError("6")
    if port == 7:
        raise DockError("7")
    if port == 8:
        raise DockError("8")
    raise StormError(port) from None


def weigh(crate):
    if crate.open:
        raise LidError("open")
    if crate.empty:
        raise EmptyError("empty")
    return crate.weight


def stack(crates):
    for crate in crates:
        try:
            weigh(crate)
        except EmptyError:
            pass


def sort_crates(crates):
    try:
        return sorted_by(crates)
    except KeyError:
        return paint(crates)


def paint(crates):
    return crates.paint()
`,
  'site/errors.py': `def handle_user_exception(error):
    """Handles an exception that a view function raises."""
    return find_handler(error)
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const { path } = makeRepository(FILES, 'shop');
  const world = await startSharedSearchService([path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']').replace(/\n+\*Found by search[\s\S]*$/, '');
  };
});

describe('a failure of something that is no definition', () => {
  it('is explained: nobody knows which errors are its own', async () => {
    const cookie = await answerTo('What happens when the session cookie is invalid?');
    expect(cookie).toMatch(/^Best guess: /);
    expect(cookie).toContain('`open_session_cookie`');
    const view = await answerTo('What happens when a view function raises an error?');
    expect(view).not.toMatch(/errors in|^Errors/);
  });
});

it('documentation throws nothing', async () => {
  const answer = await answerTo('What happens when View fails?');
  expect(answer).toContain('Errors of `View` are thrown in 1 place.');
  expect(answer).not.toContain('raise a');
});

it('a handler further up is not denied', async () => {
  const answer = await answerTo('What happens when convert fails?');
  expect(answer).toContain(
    'I saw no handler in its own lines or around its call; callers further up were not looked at.',
  );
  expect(answer).not.toMatch(/nothing catches/i);
});

it('an error that Go code returns is passed on, not caught', async () => {
  const answer = await answerTo('What happens when openStore fails?');
  expect(answer).toContain(
    'thrown in 1 place, passed on in 2 places, caught in 1 place and logged in 1 place.',
  );
  expect(answer).toMatch(/Passed on in `loadAll`: `if err != nil { return err/);
  expect(answer).toMatch(/Logged in `openStore`: `log.Errorf/);
  expect(answer).toMatch(/Caught in `loadOrEmpty`/);
});

it('an error that is handed to a callback is passed on, with the condition above it', () => {
  const file = sourceFile(
    'ferry.js',
    `export function board(cars, next) {
  load(cars, (err, deck) => {
    if (err) {
      next(err);
    } else {
      next(null, deck);
    }
  });
  if (!cars) return done(error, 'no cars');
  weigh(cars, done);
}
`,
  );
  expect(failureLines(file, { start: 1, end: 12 })).toMatchObject([
    { stage: 'passed', start: 3, end: 4 },
    { stage: 'passed', start: 9, end: 9 },
  ]);
});

it('of something that does nothing about errors itself is found in what it calls', async () => {
  const answer = await answerTo('What happens when ring_alarm fails?');
  expect(answer).toMatch(
    /^I saw nothing about errors in the lines of `ring_alarm` itself\. In what it calls, they are caught in 1 place, retried in 1 place and logged in 1 place\./,
  );
  expect(answer).toContain('Caught in `play_alarm`: `except SpeakerError:');
});

it('parameters and what is not given are no attempt', async () => {
  const answer = await answerTo('Which errors can fetch_tide raise?');
  expect(answer).toContain('thrown in 4 places and retried in 1 place.');
  expect(answer.match(/Retried in/g)).toHaveLength(1);
  expect(answer).toContain('Retried in `fetch_tide`: `return retry(url)`');
});

it('a handler around a call that has only the name of a method is not that of its errors', async () => {
  const answer = await answerTo('What happens when First.begin_tide fails?');
  expect(answer).toContain('thrown in 1 place.');
  expect(answer).not.toContain('OtherError');
});

describe('asked which errors a definition raises', () => {
  it('each of them comes before any comes again, and checks of arguments last', async () => {
    const answer = await answerTo('Which errors can ship raise?');
    expect(answer).toContain('thrown in 10 places (8 of them below).');
    expect(answer).toContain('raise StormError(port) from None');
    expect(answer).not.toContain('DockError("8")');
    expect(answer).not.toContain('TypeError');
  });

  it('what it calls is looked at, and what it catches is no answer', async () => {
    const answer = await answerTo('Which errors can stack raise?');
    expect(answer).toContain(
      'I saw no error thrown in the lines of `stack` itself; what it calls directly throws in 1 place.',
    );
    expect(answer).toContain('Thrown in `weigh`: `if crate.open: raise LidError("open")`');
    expect(answer).not.toContain('raise EmptyError');
  });

  it('where nothing throws, the answer says what was looked at', async () => {
    const answer = await answerTo('Which errors can sort_crates raise?');
    expect(answer).toContain(
      'I saw no error thrown in the lines of `sort_crates` itself, or of `paint`, which it calls.',
    );
  });
});

it.each([
  ['a.rs', 'let port = given.unwrap_or(&home);', []],
  ['a.rs', 'let port = given.ok_or_else(|| PortError::None)?;', ['thrown']],
  ['a.rs', 'let port = open(given).map_err(|error| PortError::Io { error })?;', ['passed']],
  ['a.rs', 'Err(PortError::Closed(name)) => wait(name),', ['caught']],
  ['a.rs', 'if let Err(error) = open(port) {', ['caught']],
  ['a.rs', 'return Err(PortError::Closed);', ['thrown']],
  ['a.js', 'return err;', []],
  ['a.js', 'const port = given ?? home;', []],
  ['a.go', 'return nil, err', ['thrown']],
  ['a.go', 'return nil, shop.NewPortErr(nil, "E_CLOSED", "no port")', ['thrown']],
  ['a.go', 'return ErrClosed', ['thrown']],
  ['a.go', 'return &PortError{name}', ['thrown']],
  ['a.go', 'return shop.IsPortError(err)', []],
])('of %s, %s', (path, text, stages) => {
  const found = failureLines(sourceFile(path, `${text}\n`), { start: 1, end: 1 });
  expect(found.map(({ stage }) => stage)).toEqual(stages);
});
