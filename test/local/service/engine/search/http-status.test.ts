import { STATUS_CODES } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { statusPattern } from '../../../../../local/service/engine/search/facts/status-lines.js';
import { askedStatus } from '../../../../../local/service/engine/search/text/asked-status.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

describe('an HTTP error in a question', () => {
  it.each([
    ['what happens when the harbour returns 429?', '429', true],
    ['Where do we handle a `503`?', '503', true],
    ['What does the client do on a 503?', '503', true],
    ['do we retry on 502?', '502', true],
    ['is a 502 retried?', '502', true],
    ['how are 404s logged?', '404', true],
    ['why would a boat get a 403?', '403', true],
    ['What happens to a boat that fails with HTTP 500?', '500', true],
    ['We have many boats. Where do we return 500?', '500', false],
    ['where do we return a 403 if a boat is not ours?', '403', false],
    ['When does the api respond with HTTP status 413?', '413', false],
    ['why is 404 returned for boats that left?', '404', false],
    ['which endpoints answer with a 409?', '409', false],
    ['where do we send a 499?', '499', false],
    ['Where is 401 Unauthorized returned?', '401', false],
    ['where do we return HTTP 403 Forbidden for guests?', '403', false],
    ['which error is mapped to 404?', '404', true],
    ['where do we set the status to 404?', '404', true],
  ])('is found, and whether somebody else sends it: %s', (question, code, isReceived) => {
    expect(askedStatus(question)).toMatchObject({ code, isReceived });
  });

  it.each([
    'where do we wait 500 ms?',
    'who sends 500 boats?',
    'where do we limit to 404 rows?',
    'where do we limit to 500 errors?',
    'why do we get 500 instead of 1000 rows?',
    'why does listBoats return 500 by default?',
    'why does the import abort after 500?',
    'what gives 512 for the length of a pier?',
    'how many berths are there, 400 or 500?',
    'why do we return 400 rather than return 422?',
    'where is error 4711 handled?',
    'where is issue 500 handled?',
    'why is line 404 handled specially?',
    'how is weight 500 handled?',
    'why is port 443 returned by resolve?',
    'which server answers on 443?',
    'where is SMTP code 421 handled?',
    'who handles pier.ts:404?',
    'where do we return 200?',
    'After the storm the API returned a 500. Where is the ferry moored?',
    `${'It was late. '.repeat(30)}Where do we return a 403?`,
  ])('is no other number, and none that is only mentioned: %s', (question) => {
    expect(askedStatus(question)).toBeUndefined();
  });
});

const SENT: readonly (readonly [code: string, line: string])[] = [
  ['404', 'res.status(404).json({})'],
  ['404', 'return Response("gone", status=404)'],
  ['404', 'raise HTTPException(status_code=404, detail="no boat")'],
  ['404', 'abort(404)'],
  ['404', '    return "missing", 404'],
  ['404', 'boat = get_object_or_404(Boat, name=name)'],
  ['404', 'raise Http404("no boat")'],
  ['404', 'return Response(status=status.HTTP_404_NOT_FOUND)'],
  ['404', 'head 404'],
  ['404', 'head :not_found'],
  ['404', 'render json: {}, status: :not_found'],
  ['404', 'return new ResponseEntity<>(HttpStatus.NOT_FOUND);'],
  ['404', 'return StatusCode(StatusCodes.Status404NotFound);'],
  ['404', 'return NotFound();'],
  ['404', 'http.Error(w, "no boat", 404)'],
  ['404', 'c.JSON(404, gin.H{})'],
  ['404', 'w.WriteHeader(http.StatusNotFound)'],
  ['404', 'Err(StatusCode::NOT_FOUND)'],
  ['404', 'throw new NotFoundHttpException();'],
  ['404', 'raise NotFound'],
  ['404', 'if (error.response?.status === 404) {'],
  ['401', 'if response.status_code in (403, 401):'],
  ['401', 'if ([401, 403].includes(error.status)) {'],
  ['403', '        return HttpResponseForbidden()'],
  ['401', '    return unauthorized();'],
  ['409', '    case 409:'],
  ['413', '#[status = PAYLOAD_TOO_LARGE]'],
  ['408', 'w.WriteHeader(http.StatusRequestTimeout)'],
];
const OTHERS: readonly (readonly [code: string, line: string])[] = [
  ['500', 'timeout_ms = 1_500'],
  ['500', 'RED_500 = "#f44336"'],
  ['500', 'sleep(10_500)'],
  ['500', 'MAX_RESPONSE_BYTES = 500_000'],
  ['500', 'setTimeout(sendHeartbeat, 500)'],
  ['500', 'theme.palette.error[500]'],
  ['500', 'const statusBadge = { fontWeight: 500 };'],
  ['500', 'return decodeBatch(rows, 500);'],
  ['400', 'Math.max(renderWidth, 400)'],
  ['500', 'throw new Error("limit is 500")'],
  ['500', 'return status >= 400 && status < 500'],
  ['501', 'raise NotImplementedError("later")'],
  ['404', 'ErrorKind::NotFound => None,'],
  ['404', '{:error, :not_found}'],
  ['404', 'except FileNotFoundError:'],
  ['409', 'if (conflictsWith(a, b)) {'],
  ['409', 'MergeStatus::Conflict => merge(),'],
  ['408', 'server.requestTimeout = 30_000'],
  ['508', 'if (loopDetected) {'],
  ['402', '{ paymentRequired: true }'],
  ['423', 'State::Locked => None,'],
];

describe('a line of code', () => {
  const has = (code: string, line: string) =>
    statusPattern({ code, name: STATUS_CODES[code] ?? '' }).test(line);

  it.each(SENT)('is about %s: %s', (code, line) => {
    expect(has(code, line)).toBe(true);
  });

  it.each(OTHERS)('is not about %s: %s', (code, line) => {
    expect(has(code, line)).toBe(false);
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
`,
  'pier/charts.py': `def chart(path):
    try:
        return open(path)
    except FileNotFoundError:
        return None
`,
  'logs/access.log': 'GET /boats status=404\n'.repeat(3),
  'web/routes.ts': `export function routes(app) {
  app.get('/boats', (request, response) => response.status(410).send('no boat'));

  app.get('/piers', (request, response) => response.json(piers));

  app.get('/anchors', (request, response) => response.json(anchors));

  app.get('/lanterns', (request, response) => {
    if (!request.lantern) response.status(410).send('no lantern');
  });
}
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
    expect(answer).not.toMatch(/chart|access\.log/);
  });

  it('are not those of tests beside the code', async () => {
    const answer = await answerTo('which functions return a 409?');
    expect(answer).toMatch(/^`409` \(Conflict\) is in `tie`: `StatusCode::CONFLICT`/);
    expect(answer).not.toContain('ties_twice');
  });

  it('are found also where it has no name', async () => {
    expect(await answerTo('when do we answer with a 499?')).toMatch(/^`499` is in `tie`: /);
  });

  it('are the nearest of a function that has several', async () => {
    const answer = await answerTo('where do we return a 410 when a lantern is missing?');
    expect(answer).toMatch(/^`410` \(Gone\) is in `routes`: `if \(!request\.lantern\)/);
  });

  it('are of what the question names, or not shown', async () => {
    const answer = await answerTo('Does `weigh` return a 403?');
    expect(answer).not.toContain('HttpResponseForbidden');
  });

  it('are not made up', async () => {
    expect(await answerTo('where do we return a 418?')).not.toContain('Teapot');
  });
});
