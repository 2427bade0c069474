import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

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
  it('is told by the lines about its words alone', async () => {
    const answer = await answerTo('What happens when the session cookie is invalid?');
    expect(answer.split('\n')).toEqual([
      'Closest match: errors in `site/cookies.py` are caught in 1 place. ([site/cookies.py:5–6])',
      '',
      '1. Caught in `open_session_cookie`: `except BadSignature: return {}` ([site/cookies.py:5–6])',
    ]);
  });

  it('is explained where no line that catches errors is about it', async () => {
    const answer = await answerTo('What happens when a view function raises an error?');
    expect(answer).not.toMatch(/^Closest match|^Errors/);
  });
});

it('documentation throws nothing', async () => {
  const answer = await answerTo('What happens when View fails?');
  expect(answer).toContain('Errors of `View` are thrown in 1 place.');
  expect(answer).not.toContain('raise a');
});
