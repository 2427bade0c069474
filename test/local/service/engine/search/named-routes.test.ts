import { beforeAll, describe, expect, it } from 'vitest';
import { routeIn } from '../../../../../local/service/engine/search/forms/named-route.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'src/system/crash_controller.rb': `class CrashController
  get '/oups' do
    raise 'Expected: shows what happens when an exception is thrown'
  end
end
`,
  'templates/layout.html': `<a href="/oups">error</a>\n`,
  'src/owners/owner.rb': `class Owner
  def pets
    []
  end
end
`,
};

describe('a question about a route of which only the code has its name', () => {
  let answerTo: (question: string) => Promise<string>;

  beforeAll(async () => {
    const { path } = makeRepository(FILES, 'clinic');
    const world = await startSharedSearchService([path]);
    answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
  });

  it('is answered with the line that has it', async () => {
    const answer = await answerTo('What does the /oups endpoint respond to visitors?');
    expect(answer).toContain("get '/oups' do");
    expect(answer).toMatch(/^[^\n]*src\/system\/crash\\_controller\.rb:2/);
    expect(answer).not.toMatch(/found nothing|fits this question/);
  });

  it('finds nothing where no file has it', async () => {
    expect(await answerTo('What does the /checkout endpoint respond to visitors?')).toMatch(
      /^(?:I found nothing|Nothing in)/,
    );
  });
});

it.each([
  ['what does the /oups route do', '/oups'],
  ['who serves `/api/v1/{id}/checks`?', '/api/v1/{id}/checks'],
  ['is (/owners/new) used?', '/owners/new'],
])('%j names %s', (question, route) => expect(routeIn(question)).toBe(route));

it.each([
  'read and/or write',
  'what is in src/system?',
  'is 1 / 2 rounded?',
  'https://a.example/b',
])('%j names no route', (question) => expect(routeIn(question)).toBeUndefined());
