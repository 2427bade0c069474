import { beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import {
  onlyQuestion,
  type ServiceFixture,
  startSharedSearchService,
} from '../../service-fixture.js';

const MUX = {
  'README.md':
    '<h3>[Buy our other product](https://example.com)</h3>\n\nIt is made for teams.\n\n' +
    '<p align="center">Mux is a router for requests, small and fast.</p>\n\n## Install\n\nModules hang together here.\n',
  'route.go': `package mux

// Route matches a request.
type Route struct {
	routes []Route
}

// Subrouter makes a router below a route.
func (r *Route) Subrouter() *Route {
	return r
}
`,
  'route_test.go': `package mux

func TestRouteFields(t *testing.T) {
	route := Route{}
	check(route)
}

func TestSubrouterOfHost(t *testing.T) {
	router := new(Route).Subrouter()
	check(router)
}
`,
  'on-create-command.sh': 'echo router\n',
};
const WEB = {
  'README.md': '# Web\n\nHow the modules hang together.\n',
  'src/other/current.ts': 'export function current() {\n  return 1;\n}\n',
  'src/app/app.ts': `import { current } from '../context/context.js';

/** Serves a page. */
export function serve() {
  return current();
}
`,
  'src/context/context.ts': `export function outside() {
  return 'context of a request that was raised';
}

export function current() {
  const context = globalThis.context;
  if (!context) {
    throw new Error('Working outside of request context.');
  }
  return context;
}
`,
  'test/subrouter.test.ts': `import { Subrouter } from './subrouter.js';

test('a subrouter is tested', () => new Subrouter());
`,
};

let world: ServiceFixture;

beforeAll(async () => {
  const mux = makeRepository(MUX, 'mux');
  const web = makeRepository(WEB, 'web');
  world = await startSharedSearchService([mux.path, web.path]);
});

const plain = (answer = '') => answer.replace(/\]\(\/[^)]*\)/g, ']');

it('the structure is that of the first repository that has parts, which the answer names', async () => {
  const question = onlyQuestion(await world.ask('How do the modules hang together?'));
  expect(plain(question.answer)).toMatch(/^`src\/` has 3 parts: .* in `web`\)/);
  expect(question.suggested_followups).toContain('repo:mux How do the modules hang together?');
});

it('asked what this is, each repository is told of with a sentence of its README', async () => {
  const question = onlyQuestion(await world.ask('What does this repository do?'));
  expect(plain(question.answer)).toMatch(
    /^`mux`: Mux is a router for requests, small and fast\. \(\[README\.md:5\] in `mux`\)\n\n/,
  );
  expect(question.answer).not.toContain('other product');
  const [followup = ''] = question.suggested_followups ?? [];
  expect(followup).toBe('In mux: what is this repository about?');
  expect(plain(onlyQuestion(await world.ask(followup)).answer)).toMatch(
    /^Mux is a router for requests, small and fast\. \(\[README\.md:5\]\)/,
  );
});

it.each(['-repo:mux -repo:web what is a router?', 'repo:mux -repo:mux what is a router?'])(
  'without a repository to search, nothing is searched: %s',
  async (asked) => {
    const { answer, sources } = onlyQuestion(await world.ask(asked));
    expect(answer).toBe('`-repo:` leaves no repository to search. I can search `mux`, `web`.');
    expect(sources).toEqual([]);
  },
);

it('what one of the named repositories says is answered, and which there is not is said', async () => {
  const asked =
    'repo:mux repo:`nope` repo:nowhere repo:nowhere How does Route.Subrouter make a router?';
  const { answer } = onlyQuestion(await world.ask(asked));
  expect(answer).toMatch(/^`Route\.Subrouter`/);
  expect(answer).toContain('\n\nNo repository is named `` `nope` `` or `nowhere`.\n\n');
});

it('a follow-up does not search the repository that it leaves out', async () => {
  const first = await world.ask('repo:mux How does Route.Subrouter make a router?');
  await world.request('POST', `/${first.id}/questions`, {
    body: { question: '-repo:mux -repo:web and how is it tested?' },
  });
  const { questions } = await world.waitForOutcome(first);
  expect(questions[1]?.answer).toMatch(/^`-repo:` leaves no repository to search\./);
});

it('the modules of a repository are those of all of it', async () => {
  const { answer } = onlyQuestion(await world.ask('How do the modules of web hang together?'));
  expect(plain(answer)).toMatch(/^`src\/` has 3 parts: /);
});

it('a name that has several definitions is said to have them', async () => {
  const { answer } = onlyQuestion(await world.ask('Who calls current?'));
  expect(plain(answer)).toMatch(
    /`current` is called (?:once|in).*one of 2 definitions of that name/,
  );
});

it('where no test names what was asked about, the answer says so', async () => {
  const { answer } = onlyQuestion(await world.ask('How is `outside` tested?'));
  expect(plain(answer)).toMatch(/^I found no test that names `outside`\./);
});

it('a quoted phrase is shown with the lines around it', async () => {
  const { answer = '' } = onlyQuestion(
    await world.ask('where is "working outside of request context" raised?'),
  );
  expect(plain(answer)).toMatch(
    /^`current` in `src\/context\/context\.ts`: .*Working outside of request context/,
  );
  expect(answer).toContain("  throw new Error('Working outside of request context.');\n");
});

it('a follow-up stays with the method and in the repository of the answer before', async () => {
  const first = await world.ask('How does Route.Subrouter make a router?');
  expect(first.questions[0]?.answer).toMatch(/^`Route\.Subrouter`/);
  await world.request('POST', `/${first.id}/questions`, {
    body: { question: 'and how is it tested?' },
  });
  const { questions } = await world.waitForOutcome(first);
  const { answer, sources = [] } = questions[1] ?? {};
  expect(plain(answer)).toMatch(/^1 test names `Route\.Subrouter`: `TestSubrouterOfHost`/);
  expect(sources.filter(({ type }) => type === 'Repository').map(({ label }) => label)).toEqual([
    'mux',
  ]);
});
