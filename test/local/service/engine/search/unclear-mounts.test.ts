import { describe, expect, it } from 'vitest';
import type { LookUp } from '../../../../../local/service/engine/search/facts/look-up.js';
import { withMounts } from '../../../../../local/service/engine/search/facts/route-mounts.js';
import { routesIn } from '../../../../../local/service/engine/search/facts/routes-in.js';
import type { SearchedRepository } from '../../../../../local/service/engine/search/passages/find.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const numbered = (text: (n: number) => string, length: number) =>
  Array.from({ length }, (_, n) => text(n)).join('');

async function routesOf(files: Readonly<Record<string, string>>, name: string) {
  const world = await startSharedSearchService([makeRepository(files, name).path]);
  const { answer = '' } = onlyQuestion(await world.ask('Which routes are there?'));
  return answer.replace(/\]\(\/[^)]*\)/g, ']');
}

describe('mounts that say nothing for sure', () => {
  it('puts no router below itself', async () => {
    const answer = await routesOf(
      {
        'src/app.js': `app.get("/sun", sun.show);\napp.get("/moon", moon.show);\n${numbered((n) => `app.use("/a${n}", app);\n`, 80)}`,
      },
      'own-mounts',
    );
    expect(answer).toContain('`GET /sun`');
  });

  it('reads only some of very many ways to a route', async () => {
    const chain = ['app', 'outerRouter', 'middleRouter', 'innerRouter'];
    const mounts = chain
      .slice(1)
      .map((one, at) => numbered((n) => `${chain[at]}.use("/${one}${n}", ${one});\n`, 70));
    const text = `innerRouter.get("/sun", sun.show);\n${mounts.join('')}`;
    const file = { repo: 'a', commit: 'b', path: 'app.js', lines: text.split('\n'), outline: [] };
    const input = { filesOf: async () => new Map() } as unknown as LookUp;
    const all = await withMounts(routesIn(file), {} as SearchedRepository, input);
    const names = all.flatMap(({ name, alsoNamed = [] }) => [name, ...alsoNamed]);
    expect(names).toContain('/outerRouter0/middleRouter0/innerRouter0/sun');
    expect(names.length).toBeLessThanOrEqual(8);
  });

  it('reads names with comments between them', async () => {
    const answer = await routesOf(
      {
        'src/app.js':
          'const { /* v1 ( */ api: routes } = require("./b");\n\napp.use("/a", routes);\napp.get("/sun", sun.show);\n',
        'src/b.js': 'api.get("/moon", moon.show);\n\nmodule.exports = { api };\n',
      },
      'comment-mounts',
    );
    expect(answer).toContain('`GET /sun`');
    expect(answer).toContain('/moon`');
  });

  it('gives no prefix to a router of which a file has several', async () => {
    const answer = await routesOf(
      {
        'src/app.js': `function beds(app) {
  const router = Router();
  router.get("/all", listBeds);
  app.use("/beds", router);
}

function pots(app) {
  const router = Router();
  router.get("/list", listPots);
  app.use("/pot", router);
}
`,
      },
      'two-routers',
    );
    expect(answer).toContain('`GET /all`');
    expect(answer).toContain('`GET /list`');
    expect(answer).not.toMatch(/\/pot\/|\/beds\//);
  });

  it('goes on where a router is put into another one without a path', async () => {
    const answer = await routesOf(
      {
        'app/main.py':
          'from app.api import api_router\n\napp.include_router(api_router, prefix="/api")\n',
        'app/api.py':
          'from app import beds\n\napi_router = APIRouter()\napi_router.include_router(beds.router)\n',
        'app/__init__.py': '',
        'app/beds.py':
          '@router.get("/beds")\ndef beds():\n    return []\n\n\n@router.get("/pots")\ndef pots():\n    return []\n',
      },
      'plain-include',
    );
    expect(answer).toContain('declares 2 routes (');
    expect(answer).toContain('`GET /api/beds`');
    expect(answer).toContain('`GET /api/pots`');
  });
});
