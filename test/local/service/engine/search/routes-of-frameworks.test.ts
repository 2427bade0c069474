import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

async function answers(files: Readonly<Record<string, string>>, name: string) {
  const world = await startSharedSearchService([makeRepository(files, name).path]);
  return async (question: string) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
}

describe('routes of the API among others', () => {
  let answerTo: (question: string) => Promise<string>;
  beforeAll(async () => {
    answerTo = await answers(
      {
        'garden/urls.py': `from django.urls import include, path

urlpatterns = [
    path("beds", views.beds),
    path("beds/new", views.new_bed),
    path("pots", views.pots),
    path("api/seeds", views.seeds),
]
`,
        'garden/api/routes.py': `router = DefaultRouter()
router.register(r"plants", PlantViewSet, basename="plant")
registry.register("other", Other)


class PlantViewSet(viewsets.GenericViewSet):
    @action(methods=["get"], detail=False)
    def dry(self, request):
        return self.list(request)

    @action(
        detail=True,
        methods=["post", "delete"],
        url_path="water-can",
    )
    def water(self, request, pk):
        return None
`,
      },
      'garden',
    );
  });

  it.each([
    'which REST api endpoints does garden have?',
    'Which API endpoints are there?',
    'What are the routes of the API?',
  ])('are listed alone, with the number of the others: %s', async (question) => {
    const answer = await answerTo(question);
    expect(answer).toMatch(
      /^At least 4 routes in 2 files, the most in `garden\/api\/routes\.py` \(3\) \(.*\)\. 3 other routes have no `api` in the path\. \(\[garden\/urls\.py:4–6\]\)\n\n- `plants` → `PlantViewSet` \(\[garden\/api\/routes\.py:2\]\)\n- `GET plants\/dry` → `\S*dry` .*\n- `POST, DELETE plants\/\{pk\}\/water-can` → `\S*water` \(\[garden\/api\/routes\.py:11–16\]\)\n- `api\/seeds` → `views\.seeds` /,
    );
    expect(answer).not.toContain('other"');
  });

  it('are listed with all others where the API is not asked for', async () => {
    expect(await answerTo('Which routes are there?')).toMatch(/^At least 7 routes in 2 files/);
  });
});

const NEXT = {
  'src/app/api/beds/[id]/route.ts': `import { water } from '@/lib/water';

const schema = z.object({ litres: z.number() });

export async function GET(request: Request) {
  return json(await find(request));
}

export async function POST(request: Request) {
  const { body, error } = await parseRequest(request, schema);
  if (error) return error();
  return water(body);
}
`,
  'src/app/(site)/api/sun/route.ts': 'export { handler as GET, handler as PUT };\n',
  'src/app/beds/page.tsx': 'export default function Page() {\n  return null;\n}\n',
  'src/pages/api/pots/index.ts':
    'const handler = (req, res) => {\n  res.end();\n};\nexport default handler;\n',
  'src/tracker/beds.ts': `export async function sendBed(litres: number) {
  const payload = { litres };
  // the payload is validated in the POST of /api/beds
  return fetch('/api/beds/1', { method: 'POST', body: JSON.stringify(payload) });
}
`,
};

describe('routes that are files', () => {
  it.each([
    [
      'next',
      NEXT,
      /^At least 3 routes in 3 files \(.*\n\n- `GET, PUT \/api\/sun` \(\[src\/app\/\(site\)\/api\/sun\/route\.ts:1\]\)\n- `GET, POST \/api\/beds\/\[id\]` \(\[src\/app\/api\/beds\/\\\[id\\\]\/route\.ts:5–9\]\)\n- `\/api\/pots` → `handler` \(\[src\/pages\/api\/pots\/index\.ts:4\]\)\n/,
    ],
    [
      'svelte',
      {
        'src/routes/api/beds/+server.ts':
          'export const GET = async () => json([]);\nexport const POST = async () => json([]);\n',
        'src/routes/sun/+server.js': 'export function GET() {}\n',
      },
      /\n\n- `GET, POST \/api\/beds` .*\n- `GET \/sun` /,
    ],
    [
      'nuxt',
      {
        'server/api/beds/[id].get.ts': 'export default defineEventHandler(() => []);\n',
        'server/routes/sun.ts': 'export default eventHandler(() => []);\n',
      },
      /\n\n- `GET \/api\/beds\/\[id\]` .*\n- `\/sun` /,
    ],
    [
      'next in a monorepo',
      {
        'apps/app/app/api/beds/route.ts': 'export function GET() {}\n',
        'packages/app/src/app/api/pots/route.ts': 'export function GET() {}\n',
        'app/src/app/api/cans/route.ts': 'export function GET() {}\n',
        'packages/routes/src/routes/sun/+server.ts': 'export function GET() {}\n',
      },
      /\n\n(?=(?:- .*\n)*- `GET \/api\/beds` )(?=(?:- .*\n)*- `GET \/api\/pots` )(?=(?:- .*\n)*- `GET \/api\/cans` )(?=(?:- .*\n)*- `GET \/sun` )/,
    ],
  ])('are those of %s', async (name, files, expected) => {
    const answerTo = await answers(files, `garden-${name.replaceAll(' ', '-')}`);
    expect(await answerTo('Which routes are there?')).toMatch(expected);
  });

  it('are counted by folder where there are many', async () => {
    const files = Array.from({ length: 45 }, (_, n): [string, string] => [
      `app/api/${n < 9 ? 'beds' : 'pots'}/${n}/route.ts`,
      'export function GET() {}\n',
    ]);
    const answerTo = await answers(Object.fromEntries(files), 'garden-many');
    const answer = await answerTo('Which routes are there?');
    expect(answer).toMatch(/^At least 45 routes in 45 files/);
    expect(answer).toContain('The first 25 of 45:');
    expect(answer).toMatch(
      /\n- app\/api\/pots\/\d+\/: \[1 more route\]|\n- app\/api\/pots\/: \[20 more routes\]/,
    );
  });
});

it('routes of NestJS have the path of their class', async () => {
  const answerTo = await answers(
    {
      'src/beds.controller.ts': `@Controller('beds')
export class BedsController {
  @Get()
  list() {
    return [];
  }

  @Post(':id/water')
  @HttpCode(204)
  water(@Param('id') id: string) {
    return id;
  }
}
`,
      'src/form.ts': "class Form {\n  @Get('other')\n  other() {}\n}\n",
    },
    'garden-nest',
  );
  expect(await answerTo('Which routes are there?')).toMatch(
    /^`src\/beds\.controller\.ts` declares 2 routes \(.*\n\n- `GET beds` → `list` .*\n- `POST beds\/:id\/water` → `water` \(\[src\/beds\.controller\.ts:8–10\]\)\n/,
  );
});

describe('a question that names a route', () => {
  it.each([
    ['Where is the payload of POST /api/beds/7 validated?', /parseRequest\(request, schema\)/],
    ['what does /api/beds/[id] do?', /`GET, POST \/api\/beds\/\[id\]`/],
    ['Which file serves GET /api/beds/1?', /await find\(request\)/],
  ])('is answered by the file that is the route: %s', async (question, expected) => {
    const answerTo = await answers(NEXT, 'garden-next');
    const answer = await answerTo(question);
    expect(answer).toMatch(
      /^The route `GET, POST \/api\/beds\/\[id\]` is in `src\/app\/api\/beds\/\[id\]\/route\.ts` \(/,
    );
    expect(answer).toMatch(expected);
    expect(answer).not.toContain('sendBed');
  });

  it('is answered by the function that a page exports', async () => {
    const answerTo = await answers(NEXT, 'garden-next');
    expect(await answerTo('what does /api/pots do?')).toContain('res.end();');
  });

  const EXPRESS = {
    'server/beds.js': `router.get('/beds/:id', signedIn, handled(water.bed));
router.post('/beds', async (request) => {
  await plant(request.body);
});
`,
    'server/water.js': 'function bed(request) {\n  return pour(request.params.id);\n}\n',
    'client/beds.js': "const bed = await client.get('/beds/1');\n",
  };

  it.each([
    [
      'what does GET /beds/1 do?',
      /^The route `GET \/beds\/:id` is handled by `water\.bed` \(\[server\/beds\.js:1\]\)[\s\S]*pour\(request/,
    ],
    [
      'How does POST /beds work?',
      /^The route `POST \/beds` is in `server\/beds\.js` \([\s\S]*```javascript\nrouter\.post\([\s\S]*plant\(request\.body\);\n\}\);\n```/,
    ],
  ])('is answered by its handler: %s', async (question, expected) => {
    const answerTo = await answers(EXPRESS, 'garden-express');
    expect(await answerTo(question)).toMatch(expected);
  });

  it('is answered otherwise if there is no such route', async () => {
    const answerTo = await answers(EXPRESS, 'garden-express');
    expect(await answerTo('what does GET /beds/1/soil do?')).not.toContain('The route');
  });
});
