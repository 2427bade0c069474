import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** Values in files of configuration and in constants, and code that has the words of the questions. */
const FILES = {
  'conf/app.ini': `[server]
; Where people reach it
HTTP_PORT = 3000

[ferry]
TYPE = catamaran

[repository.upload]
; The maximum size of each file in MB.
FILE_MAX_SIZE = 3

[mooring]
; How long a rope is kept, in seconds
MAX_LIFE_TIME = 604800
`,
  'conf/locale/en.ini': 'port = Port of the ferry\nconfig.upload_max_size = 99\n',
  'src/appsettings.json': '{\n  "Till": {\n    "GracePeriodTime": "7"\n  }\n}\n',
  'web/vite.config.ts': 'export default {\n  server: {\n    port: 5173,\n  },\n};\n',
  'src/upload.go': `package shop

// Upload has a size, which is the size of the upload.
type Upload struct {
	Size int
}

// MaxSize tells the maximum size of an upload.
func (u *Upload) MaxSize(max int) int {
	return max
}
`,
  'shop/models.py': `from datetime import timedelta as td

DEFAULT_LINGER = td(days=1)


class Guest:
    """A guest of the shop."""

    linger = DurationField(default=DEFAULT_LINGER)
    nap = DurationField(default=LONGEST_NAP)
`,
  'shop/limits.py': 'from datetime import timedelta as td\n\nLONGEST_NAP = td(hours=2)\n',
  'shop/parcel.rb': `class Parcel
  # after this many minutes, a parcel cannot be edited
  MAX_EDIT_MINS = (60 * 6)

  def edit
    update(edited: true) if parcel_edited_long_ago?
  end
end
`,
  'shop/mail.py': `class MailThread:
    MAX_TRIES = 3

    def run(self):
        """Sends the mail."""
        for attempt in range(self.MAX_TRIES):
            self.mail.send()
`,
  'shop/ticket.js': `function signTicket(guest) {
  return jwt.sign({ sub: guest.id, iat: Date.now() }, env.SECRET, { expiresIn: "9d" });
}

const renewTicket = [
  body("nickname")
    .trim()
    .isLength({ min: 1, max: 64 })
    .withMessage("The nickname of a berth must have between 1 and 64 characters."),
  body("target").isLength({ min: 1, max: 2040 }),
];

async function list(req) {
  const ferries = parseInt(req.query.ferries);
  await store.update({
    boarding_expires: toUtc(addMinutes(new Date(), 45)),
  });
  return find({ ferries });
}
`,
  'shop/seed.cs': `class Seed {
    void Fill() {
        add(new() {Key = Setting.TotalLifebelts, Value = "30"});
    }
}
`,
  'shop/environment.ts': `export class Environment {
  getSwimLimit(): string {
    return this.config.get<string>('SWIM_LIMIT', '50m');
  }
}
`,
  'config/visits.rb': `Shop::Application.config.visit_store :cookie_store,
  key: "shop",
  expire_after: 1.month
`,
  'shop/search.js': `const QUERY_LENGTH = parseInt(process.env.SIZE) || 17;
`,
  'shop/berth.py': `class Berth(models.Model):
    title = models.CharField(max_length=512, blank=True)
    tide = models.CharField(max_length=20, blank=True)
`,
  'shop/captain.rb': `class Captain
  validates :callsign, presence: true, length: {maximum: 25}
end
`,
  'shop/sailor.java': `class Sailor {
	@Size(min = 2, max = 30)
	private String surname;
}
`,
  'docs/options.md': `# Options

| name            | variable    | default | what it does                                |
|-----------------|-------------|---------|---------------------------------------------|
| fog-horn        | FOG_HORN    | \`40s\` | how long the horn of the harbour is sounded |
| pilot-boats     | PILOT_BOATS | 3       | boats that bring pilots                     |

### \`SHOP_TIDE_TABLE\`

Values: \`Integer\` as days | Default = \`14\`

For how many days tables of the tide are kept.

- \`gull-limit\`: gulls that may sit on a roof (default: 6)

The tower has stairs. Their default is 99 steps.
`,
  'man/shop.1': `.TP
.B WINCH_POOL_SIZE
Number of winches that run at once\\&.
.br
Default is 16 winches\\&.
.TP
`,
  'src/flags.go': `package shop

type Flags struct {
	Quay int \`long:"quay" env:"QUAY_LENGTH" default:"120" description:"metres of the quay"\`
}

type CraneGroup struct {
	Length int \`env:"LENGTH" default:"7" description:"metres of the boom"\`
}

const (
	ErrQuayLength = 99
)
`,
  'src/passes.ts': `enum Pass {
  BOATHOUSE_PASS_VALIDITY = 'BOATHOUSE_PASS_VALIDITY',
}

export function passes() {
  return [
    {
      name: Pass.BOATHOUSE_PASS_VALIDITY,
      value: '86400', // 1 day in seconds
    },
    {
      name: Pass.CABIN_PASS_VALIDITY,
      value: '3600', // 1 hour in seconds
    },
  ];
}
`,
  'README.md': `# Shop

## Clean up rafts

By default, this removes abandoned rafts that are more than 31 days old.
`,
  'src/guestbook.go': `package shop

const GuestbookEditDeadline = time.Minute * 5
`,
  'src/buoy.go': `package shop

func NewBuoy(c Settings) *Buoy {
	return &Buoy{
		blinkPeriod: or(c.BlinkPeriod, 8*time.Second),
	}
}
`,
  'src/customs.rs': `impl Customs {
  async fn start_customs_check(&self) {
    let duration = chrono::Duration::minutes(11);
    self.store(duration)
  }
}
`,
  'src/parcels.py': 'UNCLAIMED_PARCEL_PURGE_AGE = 21\n',
  'shop/rope.rb': 'class RopeList\n  ROPES_PER_PAGE = 25\nend\n',
  'shop/anchor.rb': 'class AnchorList\n  ANCHORS_PER_PAGE = 40\nend\n',
  'shop/lantern.rb': `class Lantern
  # Shows how many lanterns a lighthouse keeper has lit, lantern by lantern.
  def lit(lighthouse)
    lighthouse.lanterns.select { |lantern| lantern.lit? }
  end

  OIL_DAYS = 12
end
`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'shop').path]);
  answerTo = async (question) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\([^)]*\)/g, ']');
  };
});

describe('a question for a value', () => {
  it.each([
    ['What is the default port?', /^`HTTP_PORT` in `\[server\]` is set to `3000`.*app\.ini:2–3/],
    ['What is the maximum upload size?', /^`FILE_MAX_SIZE` in .* is set to `3`: The maximum size/],
    ['Which ferry does it use by default?', /^`TYPE` in `\[ferry\]` is set to `catamaran`/],
    ['How long is a mooring valid?', /^`MAX_LIFE_TIME` in `\[mooring\]` is set to `604800`/],
    [
      'What is the default grace period?',
      /^`GracePeriodTime` in `Till` is set to `"7"`.*settings\.json:3/,
    ],
    ['How long can a parcel be edited?', /^`MAX_EDIT_MINS` is set to `\(60 \* 6\)`/],
    [
      'How long is a ticket valid?',
      /^`expiresIn` is set to `"9d"` in `return jwt.sign.*ticket\.js:2/,
    ],
    [
      'What is the maximum length of the title of a berth?',
      /^`max_length` is set to `512` in `title = .*berth\.py:2/,
    ],
    [
      'What is the maximum length of a callsign?',
      /^`maximum` is set to `25` in `validates :callsign.*captain\.rb:2/,
    ],
    ['What is the maximum length of a surname?', /^`max` is set to `30` in .*sailor\.java:2/],
    ['What is the minimum length of a surname?', /^`min` is set to `2` in .*sailor\.java:2/],
    ['What is the maximum length of a nickname?', /^`max` is set to `64` in .*ticket\.js:8/],
    [
      'How many lifebelts are kept, and can I set 60?',
      /^`TotalLifebelts` is set to `"30"`.*seed\.cs:3/,
    ],
    [
      'max limit of a swim? which env var sets it',
      /^`SWIM_LIMIT` is set to `'50m'`.*environment\.ts:3/,
    ],
    [
      'How long is a visit valid and which property changes that?',
      /^`expire_after` is set to `1\.month`.*visits\.rb:3/,
    ],
    ['How long is a visit valid?', /^`expire_after` is set to `1\.month`.*visits\.rb:3/],
    ['What is the length of a query?', /^`QUERY_LENGTH` is set to `17` in .*search\.js:1/],
    [
      'How long is a boarding valid?',
      /^`boarding_expires` is set to `toUtc\(addMinutes\(new Date\(\), 45\)\)`.*ticket\.js:16/,
    ],
    [
      'How long is the horn of the harbour sounded?',
      /^`FOG_HORN`, default `40s`: how long the horn.*options\.md:5/,
    ],
    [
      'How many pilot boats does it have by default?',
      /^`PILOT_BOATS`, default `3`: boats that bring pilots.*options\.md:6/,
    ],
    [
      'How long are tables of the tide kept?',
      /^`SHOP_TIDE_TABLE`, default `14`: For how many days tables.*options\.md:8/,
    ],
    [
      'What is the maximum number of gulls on a roof?',
      /^`gull-limit`, default `6`: gulls that may sit on a roof \(\[.*options\.md:14/,
    ],
    [
      'For how long is the link to a customs check valid?',
      /^`duration` is set to `chrono::Duration::minutes\(11\)`.*customs\.rs:3/,
    ],
    [
      'After how many days are unclaimed parcels deleted, and how many are there per run?',
      /^`UNCLAIMED_PARCEL_PURGE_AGE` is set to `21`.*parcels\.py:1/,
    ],
    [
      'What is the default grace period, and how long is a mooring valid?',
      /^`GracePeriodTime` in `Till` is set to `"7"`[\s\S]*\*\*how long is a mooring valid\?\*\* `MAX_LIFE_TIME`/i,
    ],
    [
      'How many winches run at once?',
      /^`WINCH_POOL_SIZE`, default `16`: Number of winches that run at once\. .*shop\.1:2/,
    ],
    [
      'What is the length of the quay?',
      /^`QUAY_LENGTH`, default `120`: metres of the quay .*flags\.go:4/,
    ],
    [
      'How long is a cabin pass valid?',
      /^`CABIN_PASS_VALIDITY` is set to `'3600'` in `value: '3600', \/\/ 1 hour in seconds`.*passes\.ts:13/,
    ],
    [
      'How long are boathouse passes and cabin passes valid?',
      /^`BOATHOUSE_PASS_VALIDITY` is set to `'86400'`[\s\S]*^- `CABIN_PASS_VALIDITY` is set to `'3600'`/m,
    ],
    [
      'How long are boathouse and cabin passes valid by default?',
      /^`BOATHOUSE_PASS_VALIDITY` is set to `'86400'`[\s\S]*^- `CABIN_PASS_VALIDITY` is set to `'3600'`/m,
    ],
    [
      'How long after posting in the guestbook can its author still edit it?',
      /^`GuestbookEditDeadline` is set to `time\.Minute \* 5`.*guestbook\.go:3/,
    ],
    [
      'How long is the blink period of a buoy?',
      /^`blinkPeriod` is set to `8\*time\.Second`.*buoy\.go:5/,
    ],
    ['How many times is sending a mail tried?', /^`MAX_TRIES` is set to `3`.*mail\.py:2/],
  ])('%s is answered by the line that sets it', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });

  it.each([
    ['How long does a guest linger by default?', '`DEFAULT_LINGER` is set to `td(days=1)`'],
    ['How long is the default nap of a guest?', '`LONGEST_NAP` is set to `td(hours=2)`'],
  ])('%s is answered with the value of the constant', async (question, expected) => {
    expect(await answerTo(question)).toContain(expected);
  });

  it.each([
    [
      'Which setting controls how long the horn of the harbour is sounded?',
      /^`FOG_HORN`, default `40s`/,
    ],
    ['How do I control the number of winches?', /^`WINCH_POOL_SIZE`, default `16`/],
    ['How do I raise the number of winches?', /^`WINCH_POOL_SIZE`, default `16`/],
    ['Which env var sets the number of winches?', /^`WINCH_POOL_SIZE`, default `16`/],
  ])('%s is answered by the setting that documents describe so', async (question, expected) => {
    expect(await answerTo(question)).toMatch(expected);
  });

  it.each([['How do I change the pool of winches?', 'WINCH_POOL_SIZE']])(
    '%s is not answered by a setting that has the words, but no limit or size of which is asked for',
    async (question, name) => {
      expect(await answerTo(question)).not.toMatch(new RegExp(`^\`${name}\``));
    },
  );

  it('is answered by the sentence of a guide where no line sets it', async () => {
    expect(await answerTo('How old must an abandoned raft be before it is removed?')).toMatch(
      /^\*\*Clean up rafts\*\*: By default, this removes abandoned rafts .* 31 days old\. \(\[README\.md/,
    );
  });

  it('lists the lines that may be meant if several do', async () => {
    const answer = await answerTo('What is the page size?');
    expect(answer).toMatch(/^Several lines may be meant/);
    expect(answer).toContain('`ROPES_PER_PAGE` = `25`');
    expect(answer).toContain('`ANCHORS_PER_PAGE` = `40`');
  });
});
