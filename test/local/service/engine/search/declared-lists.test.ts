import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'app/pots/urls.py': `from django.urls import include, path
from app.pots import views

urlpatterns = [
    path("pots/", views.all_pots),
    path(
        "pots/<int:id>/",
        views.one_pot,
        name="one-pot",
    ),
    path("pots/<int:id>/plants/", include("app.plants.urls")),
]
`,
  'app/pots/paths.py': 'where = path("/var/lib/pots", mode)\n',
  'app/seeds/web.py': `@router.get("/seeds")
async def all_seeds():
    return []


@app.route("/seeds/<name>", methods=["PUT", "DELETE"])
def change_seed(name):
    return name
`,
  'server/api/beds.ts': `router.get('/beds', listBeds);
router.post(
  '/beds/:id/water',
  signedIn,
  handled(beds.water),
);
app.use('/pictures', express.static('pictures'));
app.use('/v2', bedRoutes);
const bed = cache.get('/beds/1');
const text = await client.get('/beds', options);
router.delete('/beds/:id', async (request) => {
  await remove(request.params.id);
});
`,
  'test/api/beds.test.ts':
    "app.get('/beds/of/a/test', listBeds);\napp.get('/beds/of/another', b);\n",
  'cmd/shed/web.go': `package main

func routes(m *Router) {
	m.Group("/tools", func() {
		m.Get("", listTools)
		m.Combo("/:id").
			Get(oneTool).
			Delete(dropTool)
		m.Group("/:id/parts", func() {
			m.Post("/new", signedIn(), parts.Create)
		})
	})
	mux.HandleFunc("GET /health", health)
	slog.Any("error", err)
}
`,
  'src/main/java/garden/GateController.java': `package garden;

@RequestMapping("/gates/{gate}")
class GateController {

	@GetMapping("/open")
	public String openGate() {
		return "open";
	}

	@PostMapping
	public String addGate() {
		return "added";
	}
}
`,
  'src/Fence/FenceApi.cs': `var api = app.MapGroup("api/fences").HasApiVersion(1.0);
api.MapGet("/{id:int}", GetFence).WithName("GetFence");
api.MapPost("/", async (FenceContext context) =>
{
    await context.Save();
});
`,
  'config/routes.rb': `Rails.application.routes.draw do
  root to: "home#index"
  get "/harvest" => "harvest#index"
  namespace :keeper do
    resources :barns, only: [:index]
    post "/close", to: "barns#close"
  end
end
`,
  'proto/garden.proto': `service GardenService {
  // Waters.
  rpc Water(WaterRequest) returns (WaterResponse) {
    option (google.api.http) = {post: "/v1/water"};
  }
  rpc Weed(WeedRequest) returns (WeedResponse) {}
}
`,
  'db/migrations/1_old.sql': 'CREATE TABLE hoses (id INT);\n',
  'db/schema.sql': `CREATE TABLE beds (id INT);
CREATE TABLE IF NOT EXISTS plants (id INT);
create table "pots" (id INT);
CREATE TABLE garden.seeds (id INT);
`,
  'internal/timer/timer.go': `package timer

func start() {
	c.AddFunc("Water all beds", "@hourly", beds.WaterAll)
	c.AddFunc("Count snails", "@daily", func() { count("snails") })
	queue.AddFunc(bed.ID, func() { set("status") })
}
`,
  'internal/provider/provider.go': 'package provider\n',
  'internal/provider/rain/rain.go': 'package rain\n',
  'internal/provider/sun/sun.go': 'package sun\n',
  'app/plants/models.py': `class Plant(models.Model):
    pass


class PlantForm(BaseModel):
    pass


class Leaf(models.Model):
    pass
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'garden').path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
});

describe('a question for all routes', () => {
  it.each([
    'Which routes are there?',
    'Which endpoints does the app have?',
    'What routes do we have?',
    'List all URLs',
    'which endpoints does garden expose?',
  ])('lists those of the code: %s', async (question) => {
    const answer = await answerTo(question);
    expect(answer).toMatch(/^At least \d+ routes in 8 files/);
    expect(answer).not.toContain('of/a/test');
    expect(answer).not.toContain('/var/lib');
  });

  it.each([
    [
      'Which endpoints are there for pots?',
      /^`app\/pots\/urls\.py` declares 3 routes \(.*\n\n- `pots\/` → `views\.all_pots` \(\[app\/pots\/urls\.py:5\]\)\n- `pots\/<int:id>\/` → `views\.one_pot` \(\[app\/pots\/urls\.py:6–10\]\)\n- `pots\/<int:id>\/plants\/` \(/,
    ],
    [
      'Which routes do the seeds have?',
      /\n- `GET \/seeds` → `all_seeds` \(\[app\/seeds\/web\.py:1–2\]\)\n- `PUT, DELETE \/seeds\/<name>` → `change_seed` \(/,
    ],
    [
      'What are the routes of the API?',
      /^At least 6 routes in 2 files, the most in `server\/api\/beds\.ts` \(4\) \(.*\n\n- `GET \/beds` → `listBeds` \(\[server\/api\/beds\.ts:1\]\)\n- `POST \/beds\/:id\/water` → `beds\.water` \(\[server\/api\/beds\.ts:2–6\]\)\n- `USE \/v2` → `bedRoutes` \(.*\n- `DELETE \/beds\/:id` \(/,
    ],
    [
      'What are the routes of the shed?',
      /^`cmd\/shed\/web\.go` declares 4 routes \(.*Paths include the prefixes of their groups\. \(\[cmd\/shed\/web\.go:4\]\)\n\n- `GET \/tools` → `listTools` \(.*\n- `GET, DELETE \/tools\/:id` \(\[cmd\/shed\/web\.go:6–8\]\)\n- `POST \/tools\/:id\/parts\/new` → `parts\.Create` \(.*\n- `GET \/health` → `health` \(/,
    ],
    [
      'which gate endpoints exist?',
      /\n- `GET \/gates\/\{gate\}\/open` → `\S*openGate` \(.*\n- `POST \/gates\/\{gate\}` → `\S*addGate` \(/,
    ],
    [
      'Which endpoints does the Fence API have?',
      /\n- `GET \/api\/fences\/\{id:int\}` → `GetFence` \(.*\n- `POST \/api\/fences` \(/,
    ],
    [
      'Which routes are there in config?',
      /\n- `GET \/` → `home#index` \(.*\n- `GET \/harvest` → `harvest#index` \(.*\n- `resources :barns` \(.*\n- `POST \/keeper\/close` → `barns#close` \(/,
    ],
  ])('lists those that are meant: %s', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });
});

describe('a question for what lines declare', () => {
  it.each([
    [
      'Which gRPC services are there?',
      /^`proto\/garden\.proto` declares 1 gRPC service \(.*\n\n- `GardenService`: `Water`, `Weed` \(\[proto\/garden\.proto:1–6\]\)/,
    ],
    [
      'Which tables does the database have?',
      /^`db\/schema\.sql` declares 4 tables \(.*\n\n- `beds` .*\n- `plants` .*\n- `pots` .*\n- `seeds` /,
    ],
    [
      'Which cron jobs are there?',
      /declares 2 scheduled jobs \(.*\n\n- `Water all beds` → `beds\.WaterAll`, schedule `@hourly` .*\n- `Count snails`, schedule `@daily` \(/,
    ],
    ['What models do we have?', /declares 2 models \(.*\n\n- `Plant` .*\n- `Leaf` /],
  ])('lists them: %s', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });
});

describe('a question for the folders of a kind', () => {
  it.each([
    'Which providers are there?',
    'which providers does garden have?',
    'list all providers',
  ])('lists them, without the file that is about all: %s', async (question) => {
    expect(await answerTo(question)).toMatch(
      /^`internal\/provider\/` has 2 entries: `rain`, `sun` \(/,
    );
  });
});
