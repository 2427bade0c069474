import { beforeAll, describe, expect, it } from 'vitest';
import { askedStatus } from '../../../../../local/service/engine/search/text/asked-status.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

describe('an HTTP error in a question', () => {
  it.each([
    ['what happens when the harbour returns 429?', '429', true],
    ['Where do we handle a `503`?', '503', true],
    ['What does the client do on a 503?', '503', true],
    ['is a 502 retried?', '502', true],
    ['how are 404s logged?', '404', true],
    ['where do we return a 403 if a boat is not ours?', '403', false],
    ['When does the api respond with HTTP status 413?', '413', false],
    ['why is 404 returned for boats that left?', '404', false],
    ['which endpoints answer with a 409?', '409', false],
    ['where do we send a 499?', '499', false],
  ])('is found, and whether somebody else sends it: %s', (question, code, isReceived) => {
    expect(askedStatus(question)).toMatchObject({ code, isReceived });
  });

  it.each([
    'where do we wait 500 ms?',
    'who sends 500 boats?',
    'where do we limit to 404 rows?',
    'how many berths are there, 400 or 500?',
    'why do we return 400 rather than return 422?',
    'where is error 4711 handled?',
    'who handles pier.ts:404?',
    'where do we return 200?',
  ])('is no other number: %s', (question) => {
    expect(askedStatus(question)).toBeUndefined();
  });
});

const HARBOUR = {
  'harbour/client.go': `package harbour

func (r *Reply) IsCrowded() bool {
	return r.reply.StatusCode == http.StatusTooManyRequests
}

// IsLate knows nothing of 429, http.StatusTooManyRequests.
func (r *Reply) IsLate() bool {
	return r.age > 429
}
`,
  'harbour/moor.go': `package harbour

func Moor(reply *Reply) {
	if reply.IsCrowded() {
		waitOutside()
	}
}
`,
  'pier/views.py': `from django.http import HttpResponseForbidden

PIERS = {403: "north"}


def leave(request, boat):
    if boat.owner != request.owner:
        return HttpResponseForbidden()
    return cast_off(boat)


def load(request, crate):
    if crate.is_sealed:
        return HttpResponseForbidden()
    if crate.is_wet:
        return HttpResponseForbidden()
    return lift(crate)


def weigh(crate):
    # A forbidden crate weighs 403.
    return crate.weight * 403
`,
  'pier/boats.py': `def show(request, name):
    boat = get_object_or_404(Boat, name=name)
    return draw(boat)


def chart(path):
    try:
        return open(path)
    except FileNotFoundError:
        return None
`,
  'pier/tests/test_views.py': 'def test_leave():\n    assert leave(1, 2).status_code == 403\n',
  'pier/__init__.py': '__all__ = [\n    "HTTPForbidden",\n]\n',
  'scripts/check.py': 'def check(response):\n    assert response.status != 403\n',
  'rope/src/lib.rs': `pub fn tie(rope: &Rope) -> StatusCode {
    if rope.is_wet() { return StatusCode::from_u16(499); }
    StatusCode::CONFLICT
}

#[cfg(test)]
mod tests {
    #[test]
    fn ties_twice() {
        assert_eq!(tie(&rope()), StatusCode::CONFLICT);
    }
}
`,
  'pier/style.css': '.status403 { width: 403px; }\n',
  'web/errors.ts': `export const TOO_LARGE = 'a crate is too large';

router.post('/crates', (request, response) => {
  if (request.size > 5) response.status(413).send(TOO_LARGE);
});
`,
};

describe('lines with an HTTP error', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const empty = makeRepository({ 'src/sea.ts': 'export const sea = 1;\n' }, 'sea');
    const harbour = makeRepository(HARBOUR, 'harbour');
    const world = await startSharedSearchService([empty.path, harbour.path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it('are found by its name, with what calls the function that checks for it', async () => {
    const answer = await answerTo('what happens when the harbour returns 429?');
    expect(answer).toMatch(
      /^`429` \(Too Many Requests\) is in `Reply\.IsCrowded`: `return r\.reply\.StatusCode == http\.StatusTooManyRequests` \(\[harbour\/client\.go:4\]/,
    );
    expect(answer).toMatch(
      /\n- Called in `Moor`: `if reply\.IsCrowded\(\) \{` \(\[harbour\/moor\.go:4\]/,
    );
    expect(answer).not.toContain('IsLate');
  });

  it('begin with what the rest of the question is about, one for each function', async () => {
    const answer = await answerTo('where do we return a 403 when a crate is sealed?');
    expect(answer).toMatch(/^`403` \(Forbidden\) is in `load`: `return HttpResponseForbidden\(\)`/);
    expect(answer.match(/HttpResponseForbidden\(\)` \(\[/g)).toHaveLength(2);
    expect(answer).toContain('- In `leave`: `return HttpResponseForbidden()`');
    expect(answer).not.toMatch(/weigh|PIERS|test_leave|style\.css|__init__|scripts/);
  });

  it('are shown with what is around them outside of any function', async () => {
    const answer = await answerTo('when do we answer 413?');
    expect(answer).toMatch(/^`413` \(Payload Too Large\) is in .*`if \(request\.size > 5\)/);
    expect(answer).toContain("router.post('/crates'");
  });

  it('are those of names with the number, and not of any that is common', async () => {
    const answer = await answerTo('when is a 404 returned?');
    expect(answer).toMatch(/^`404` \(Not Found\) is in `show`: `boat = get_object_or_404\(Boat/);
    expect(answer).not.toContain('chart');
  });

  it('are not those of tests beside the code', async () => {
    const answer = await answerTo('which functions return a 409?');
    expect(answer).toMatch(/^`409` \(Conflict\) is in `tie`: `StatusCode::CONFLICT`/);
    expect(answer).not.toContain('ties_twice');
  });

  it('are found also where it has no name', async () => {
    expect(await answerTo('when do we answer 499?')).toMatch(/^`499` is in `tie`: /);
  });

  it('are not made up', async () => {
    expect(await answerTo('where do we return a 418?')).not.toContain('Teapot');
  });
});
