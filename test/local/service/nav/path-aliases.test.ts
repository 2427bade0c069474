import { beforeAll, describe, expect, it } from 'vitest';
import { createNavigationHarness, type NavigationHarness } from './navigation-harness.js';

const TIDE = {
  'package.json': '{ "name": "tide" }',
  'tsconfig.json': `{
  // Where "@harbour/*" is: /* not here */
  "compilerOptions": {
    "baseUrl": ".",
    "paths": {
      "@harbour/*": ["./harbour/*"],
      "clock": ["harbour/clock.ts"], /* the only one */
    },
  },
}
`,
  'harbour/moor.ts': 'export default function moorBoat() {\n  return 1;\n}\n',
  'harbour/clock.ts': 'export const ring = () => 2;\n',
  'boats/tasks/moor-all.ts': `import moorBoat from "@harbour/moor";
import { ring } from "clock";
import { other } from "@harbour/gone";

moorBoat();
ring();
`,
  'pilot/tsconfig.json': '{ "compilerOptions": { "paths": { "@harbour/*": ["./own/*"] } } }',
  'pilot/own/moor.ts': 'export default function moorBoat() {\n  return 3;\n}\n',
  'pilot/steer.ts': 'import moorBoat from "@harbour/moor";\n\nmoorBoat();\n',
  'broken/tsconfig.json': '{ "compilerOptions": ',
};

let nav: NavigationHarness;
beforeAll(async () => {
  nav = await createNavigationHarness({ tide: TIDE });
});

describe('paths of a tsconfig.json', () => {
  it.each([
    [
      'a pattern',
      'tide/harbour/moor.ts',
      'moorBoat',
      ['tide/boats/tasks/moor-all.ts: moorBoat();'],
    ],
    [
      'a name',
      'tide/harbour/clock.ts',
      'ring',
      [
        'tide/boats/tasks/moor-all.ts: import { ring } from "clock";',
        'tide/boats/tasks/moor-all.ts: ring();',
      ],
    ],
    [
      'the nearest one first',
      'tide/pilot/own/moor.ts',
      'moorBoat',
      ['tide/pilot/steer.ts: moorBoat();'],
    ],
  ])('are resolved: %s', async (_what, ...[at, symbol, expected]) => {
    expect(await nav.references(at, symbol)).toEqual(expected);
  });
});
