import { beforeAll, describe, expect, it } from 'vitest';
import { fieldAssigned } from '../../../../../local/service/engine/search/forms/called-through.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const CALLS = Array.from(
  { length: 11 },
  (_, n) => `export const bell${n} = () => ringBell(${n});\n`,
);

/** A harbour whose functions are called in roundabout ways. */
const FILES = {
  'go.mod': 'module harbour\n',
  'radio/radio.go': `package radio

type Radio struct{}

// ForgetBoat is told which boat is gone.
// swagger:operation DELETE /boat boat forgetBoat
//
// Forgets a boat.
func (r *Radio) ForgetBoat(name string) {
}
`,
  'radio/radio_test.go': `package radio

func TestForgetBoat(t *testing.T) {
	radio := setup()
	radio.ForgetBoat("ark")
}
`,
  'main.go': `package main

import "harbour/radio"

func create() {
	heard := &radio.Radio{}
	quay := Quay{BoatGone: heard.ForgetBoat}
	heard.ForgetBoat("none")
	quay.open()
}
`,
  'quay.go': `package main

type Quay struct {
	BoatGone func(name string)
}

func (q *Quay) leave(name string) {
	if name != "" {
		q.BoatGone(name)
	}
}
`,
  'src/Pilot.php': `<?php
class Pilot
{
    public function guideBoat($boat)
    {
        return $boat;
    }
}
`,
  'src/Harbour.php': `<?php
class Harbour
{
    private $pilot;

    public function enter($boat)
    {
        $this->guideBoat($boat);
    }

    private function guideBoat($boat)
    {
        return $this->pilot->guideBoat($boat);
    }
}
`,
  'bells/ring.ts': 'export function ringBell(times: number) {\n  return times;\n}\n',
  'bells/all.ts': `import { ringBell } from './ring.js';\n${CALLS.join('')}`,
  'Import/Manual/by-hand.ts': `import { ringBell } from '../../bells/ring.js';\n\nexport const byHand = () => ringBell(12);\n`,
};

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const { path } = makeRepository(FILES, 'harbour');
  const service = await startSharedSearchService([path]);
  answerTo = async (question) => onlyQuestion(await service.ask(question)).answer ?? '';
});

describe('what calls a function', () => {
  it('may call it by the name of a field', async () => {
    const answer = await answerTo('Who calls ForgetBoat?');
    expect(answer).toContain('- Named here: `quay := Quay{BoatGone: heard.ForgetBoat}`');
    expect(answer).toContain(
      '- Through `BoatGone`, by name only: `q.BoatGone(name)` in `Quay.leave`',
    );
  });

  it('is none in a class that has a method of that name itself', async () => {
    const answer = await answerTo('Who calls Pilot::guideBoat?');
    expect(answer).toContain('`return $this->pilot->guideBoat($boat);`');
    expect(answer).not.toContain('`$this->guideBoat($boat);`');
  });

  it('is shown in full rather than with “and 3 more”, and code that somebody does by hand is no example', async () => {
    const answer = await answerTo('Who calls ringBell?');
    expect(answer.match(/ringBell\(\d+\)/g)).toHaveLength(12);
    expect(answer).not.toMatch(/ more in |Example: /);
  });
});

it('what a tool reads in a comment is not told to people', async () => {
  const answer = await answerTo('What does ForgetBoat do?');
  expect(answer).toContain('is told which boat is gone');
  expect(answer).not.toMatch(/swagger|DELETE/);
});

it.each([
  ['onGone: harbour.forget,', 'onGone'],
  ['boat.onGone = harbour.forget;', 'onGone'],
  ['<Boat onGone={forget} />', 'onGone'],
  ["'on_gone' => forget,", 'on_gone'],
  ['onGone: forget(boat),', undefined],
  ['if (onGone == forget)', undefined],
  ['call(forget)', undefined],
])('in %s the field is %s', (code, field) => {
  expect(fieldAssigned(code, 'forget')).toBe(field);
});
