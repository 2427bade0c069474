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

  it('lists the lines that may be meant if several do', async () => {
    const answer = await answerTo('What is the page size?');
    expect(answer).toMatch(/^Several lines may be meant/);
    expect(answer).toContain('`ROPES_PER_PAGE` = `25`');
    expect(answer).toContain('`ANCHORS_PER_PAGE` = `40`');
  });
});
