import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const EXPRESS = {
  'server/main.js': `const routes = require("./routes");

app.use("/api/v2", routes.api);
app.use("/api", routes.api);
app.use("/elsewhere", unknown.routes);
app.get("/sun", sun.show);
`,
  'server/routes/index.js': 'module.exports = require("./all");',
  'server/routes/all.js': `const beds = require("./beds.routes");
const { Router } = require("express");

const apiRouter = Router();
apiRouter.use("/beds", beds);

module.exports = {
  api: apiRouter,
};
`,
  'server/routes/beds.routes.js': `const bed = require("../handlers/bed-handler");
const router = Router();

router.get(
  "/",
  handled(bed.list)
);
router.delete("/:id", handled(bed.remove));

module.exports = router;
`,
  'server/handlers/bed-handler.js':
    'async function remove(request) {\n  await dig(request.params.id);\n}\n\nmodule.exports = { remove };\n',
};

const DJANGO = {
  'garden/urls.py': `from django.urls import include, path
from garden.api import routes as api_routes

pot_urls = [
    path("clay", views.clay),
]

urlpatterns = [
    path("seeds/", include("shop.urls")),
    path("pots/", include(pot_urls)),
    path("api/beds/", include(api_routes.bed_router.urls)),
]
`,
  'garden/__init__.py': '',
  'garden/api/__init__.py': '',
  'garden/api/routes.py':
    'bed_router = SimpleRouter()\nbed_router.register("", BedViewSet)\ncan_router.register("cans", CanViewSet)\n',
  'shop/__init__.py': '',
  'shop/urls.py':
    'from django.urls import path\n\nurlpatterns = [\n    path("new", views.new_seed),\n]\n',
};

const FAST = {
  'app/main.py': `from app.routers import beds, pots
from app.routers.sun import router as sun_router

app.include_router(beds.router, prefix="/beds")
app.include_router(
    sun_router,
    prefix="/sun",
)
`,
  'app/routers/__init__.py': '',
  'app/routers/beds.py': '@router.get("/{id}")\ndef one_bed(id):\n    return id\n',
  'app/routers/pots.py': '@router.get("/pots")\ndef pots():\n    return []\n',
  'app/routers/sun.py': '@router.get("/now")\ndef now():\n    return 1\n',
};

async function answers(files: Readonly<Record<string, string>>, name: string) {
  const world = await startSharedSearchService([makeRepository(files, name).path]);
  return async (question: string) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
}

describe('routes that other files put below a path', () => {
  it.each([
    [
      'express',
      EXPRESS,
      /^At least 4 routes in 2 files.*Paths include the prefixes of their groups, one of them where there are several\. \(\[server\/main\.js:4\]\)\n\n(?:- .*\n)*- `GET \/api\/beds` → `bed\.list` \(\[server\/routes\/beds\.routes\.js:4–7\]\)\n- `DELETE \/api\/beds\/:id` → `bed\.remove` /,
    ],
    [
      'django',
      DJANGO,
      /^At least 4 routes in 3 files.*\n\n- `api\/beds` → `BedViewSet` .*\n- `cans` → `CanViewSet` .*\n- `pots\/clay` → `views\.clay` .*\n- `seeds\/new` → `views\.new_seed` /,
    ],
    [
      'fastapi',
      FAST,
      /^At least 3 routes in 3 files.*\n\n- `GET \/beds\/\{id\}` → `one_bed` .*\n- `GET \/pots` → `pots` .*\n- `GET \/sun\/now` → `now` /,
    ],
  ])('have it in theirs: %s', async (name, files, expected) => {
    const answerTo = await answers(files, `garden-${name}`);
    expect(await answerTo('Which routes are there?')).toMatch(expected);
  });

  describe('and a question that names one', () => {
    let answerTo: (question: string) => Promise<string>;
    beforeAll(async () => {
      answerTo = await answers(EXPRESS, 'garden-named');
    });

    it.each([
      ['what does DELETE /api/beds/3 do?', '/api/beds/:id'],
      ['How does DELETE /api/v2/beds/3/ work?', '/api/v2/beds/:id'],
    ])('is answered by its handler: %s', async (question, path) => {
      const answer = await answerTo(question);
      expect(answer).toContain(`The route \`DELETE ${path}\` is handled by \`bed.remove\` (`);
      expect(answer).toContain('await dig(request.params.id);');
    });
  });
});
