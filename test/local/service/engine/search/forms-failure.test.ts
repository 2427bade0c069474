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
