import { beforeAll, expect, it } from 'vitest';
import { createNavigationHarness, type NavigationHarness } from './navigation-harness.js';

const HARBOUR = {
  'rope.py': `
class Rope:
    def moor(self):
        pass
`,
  'tow.py': `
from rope import Rope

class Tow(Rope):
    def moor(self):
        pass

class Other:
    def moor(self):
        pass

Tow().moor()
`,
  'land.py': `
from rope import Rope
from tow import Other

class Quay:
    def __init__(self):
        self.boats = set()
        self.rope = Rope()

    def land(self):
        self.rope.moor()
        Other().moor()
        for boat in self.boats:
            boat.moor()
`,
};

let nav: NavigationHarness;

beforeAll(async () => {
  nav = await createNavigationHarness({ harbour: HARBOUR });
});

it('what overrides a method may be meant where that is called, and by what a list holds', async () => {
  expect(await nav.references('harbour/tow.py', 'Tow.moor')).toEqual([
    'harbour/tow.py: Tow().moor()',
    'unsure harbour/land.py: boat.moor()',
    'unsure harbour/land.py: self.rope.moor()',
  ]);
});

it('the method itself is certain', async () => {
  expect(await nav.references('harbour/rope.py', 'Rope.moor')).toContain(
    'harbour/land.py: self.rope.moor()',
  );
});
