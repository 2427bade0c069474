import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_LAYER } from '../../src/model/settings-layers.js';
import { differences, editLayer } from '../../src/settings/edit-layer.js';
import { parseSettingsFile, SettingsFileError } from '../../src/settings/parse-file.js';
import { type FileLayer, type OwnedLayer, planFile } from '../../src/settings/plan-file.js';
import { type StoredWorkspace, writeSettingsFile } from '../../src/settings/write-file.js';
import { anyChannelValues, anyLayer } from '../support/any-settings.js';

const parse = (...lines: string[]) => parseSettingsFile(lines.join('\n'), 'settings.yml');

/** What is said to be wrong, a line for each. */
function problemsOf(...lines: string[]): string[] {
  try {
    parse(...lines);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsFileError)) throw error;
    return error.message.split('\n');
  }
}

describe('a settings file', () => {
  it('has settings of workspaces and of their channels', () => {
    const file = parse(
      'workspaces:',
      '  T1:',
      '    language: Deutsch',
      '    personBudget: { day: { questions: 50 } }',
      '    channels:',
      '      C1: { replies: mention }',
      '      "#payments":',
      '        who: listed',
      '        people: [U1, W2]',
      '        instructions: |',
      '          Be short.',
      '          Name the owner.',
      '  T2:',
    );
    expect(file).toEqual([
      {
        id: 'T1',
        at: { line: 2, column: 3 },
        values: { language: 'Deutsch', personBudget: { day: { questions: 50 } } },
        channels: [
          { channel: 'C1', at: { line: 6, column: 7 }, values: { replies: 'mention' } },
          {
            channel: '#payments',
            at: { line: 7, column: 7 },
            values: {
              who: 'listed',
              people: ['U1', 'W2'],
              instructions: 'Be short.\nName the owner.',
            },
          },
        ],
      },
      { id: 'T2', at: { line: 13, column: 3 }, values: {}, channels: [] },
    ]);
  });

  it('anchors and aliases are read as what they stand for', () => {
    const [workspace] = parse(
      'workspaces:',
      '  T1:',
      '    audience: &shop [acme/shop]',
      '    repositories: *shop',
    );
    expect(workspace?.values).toEqual({ audience: ['acme/shop'], repositories: ['acme/shop'] });
  });

  it.each([
    [[''], '1:1: list workspaces under "workspaces".'],
    [['- x'], '1:1: "the file" must be a map of keys.'],
    [['workspace: {}'], '1:1: unknown key "workspace": list workspaces under "workspaces".'],
    [['workspaces: [T1]'], '1:13: "workspaces" must be a map of keys.'],
    [['workspaces:', '  acme: {}'], '2:3: "acme" is not the ID of a workspace'],
    [['workspaces:', '  T1: [', ''], 'this is not valid YAML'],
    [['workspaces:', '  T1: {}', '  T1: {}'], '3:3: this is not valid YAML: Map keys must be uni'],
    [['workspaces: { T1: *none }'], '1:19: *none is defined nowhere.'],
    [
      ['workspaces:', '  T1:', '    replys: all'],
      '3:5: unknown setting "replys": did you mean rep',
    ],
    [['workspaces:', '  T1:', '    nonsense: 1'], '3:5: unknown setting "nonsense": use one of w'],
    [['workspaces:', '  T1:', '    replies: some'], '3:14: replies: set "all" or "mention".'],
    [['workspaces:', '  T1:', '    language: Klingon'], '3:15: language: set "question" (the'],
    [['workspaces:', '  T1:', '    replies:'], '3:13: replies: set "all" or "mention".'],
    [['workspaces:', '  T1:', '    who: listed'], '3:10: who: list who may ask under "people"'],
    [
      ['workspaces:', '  T1:', '    people:', '      - U1', '      - "@kim"'],
      '5:9: people: list at most 100 user IDs, such as U012AB3CD.',
    ],
    [
      ['workspaces:', '  T1:', '    personBudget:', '      day:', '        question: 5'],
      '5:9: personBudget: set numbers, such as {day:',
    ],
    [
      ['workspaces:', '  T1:', '    personBudget:', '      day:', '        questions: -5'],
      '5:20: personBudget: set numbers',
    ],
    [
      ['workspaces:', '  T1: { personBudget: { day: { questions: 99999999999 } } }'],
      'personBudget: set at most 1000000000.',
    ],
    [
      ['workspaces:', '  T1:', '    repositories: [a/b, c/d, a/b]'],
      '3:30: repositories: "a/b" is listed twice: remove one.',
    ],
    [
      ['workspaces:', '  T1:', '    channels:', '      C1:', '        personBudget: {}'],
      '5:9: personBudget can be set for a workspace only: move it out of the channel.',
    ],
    [
      ['workspaces:', '  T1:', '    channels:', '      #payments:', '        replies: all'],
      '5:9: "replies" is not a channel: write its ID, such as C012AB3CD, or its name with # in q',
    ],
    [
      ['workspaces:', '  T1:', '    instructions: "a\\u202eb"'],
      '3:19: instructions: set a text of at most 1000 characters, without control characters.',
    ],
  ])('%j is refused with its place and the fix', (lines, says) => {
    const problems = problemsOf(...lines);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^settings\.yml:\d+:\d+: /);
    expect(problems[0]).toContain(says);
  });

  it('all that is wrong is said, in the order of the file', () => {
    expect(
      problemsOf('workspaces:', '  T1:', '    who: nobody', '    replies: 1', '  x: {}').map(
        (problem) => problem.split(': ')[0],
      ),
    ).toEqual(['settings.yml:3:10', 'settings.yml:4:14', 'settings.yml:5:3']);
  });

  it('a file that is too large, or expands to one, is refused', () => {
    expect(problemsOf(`# ${'x'.repeat(1_000_000)}`)[0]).toContain('more than 1000000 characters');
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe'].map((pair) => [...pair])) {
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]`);
    }
    expect(problemsOf(...bomb)[0]).toContain('aliases make the file too large');
  });

  it('no text makes it fail otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...' \n:-#&*!{}[]"\'|>?Tw1') }), (text) => {
        problemsOf(text);
        problemsOf('workspaces:', `  T1: ${text}`);
      }),
    );
  });
});

const anyWorkspace: fc.Arbitrary<StoredWorkspace> = fc.record({
  id: fc.stringMatching(/^T[A-Z0-9]{1,10}$/),
  layer: anyLayer(),
  channels: fc.uniqueArray(
    fc.record(
      {
        id: fc.stringMatching(/^C[A-Z0-9]{1,10}$/),
        name: fc.string({ unit: 'binary' }),
        layer: anyLayer(anyChannelValues()),
      },
      { requiredKeys: ['id', 'layer'] },
    ),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
});
const anyWorkspaces = fc.uniqueArray(anyWorkspace, { selector: ({ id }) => id, maxLength: 3 });

const ownedLayers = (workspaces: readonly StoredWorkspace[]): OwnedLayer[] =>
  workspaces.flatMap(({ id: workspace, layer, channels }) => [
    { owner: { workspace }, layer },
    ...channels.map((one) => ({ owner: { workspace, channel: one.id }, layer: one.layer })),
  ]);

/** The settings of a file without names. */
const fileLayers = (text: string): FileLayer[] =>
  parseSettingsFile(text, 'settings.yml').flatMap(({ id: workspace, values, channels }) => [
    { owner: { workspace }, values },
    ...channels.map((one) => ({
      owner: { workspace, channel: one.channel },
      values: one.values,
    })),
  ]);

const BY = { by: 'ann', via: 'file', at: 1 } as const;
const changesOf = (wanted: readonly FileLayer[], stored: readonly OwnedLayer[]) =>
  planFile(wanted, stored).flatMap(({ owner, before, patch }) =>
    differences(before, editLayer(before, patch, BY)).map((one) => ({ ...one, owner })),
  );

describe('a file that is written from what is stored', () => {
  it('says what is fixed, and in comments what forms set', () => {
    const layer = {
      revision: 2,
      form: { language: 'Deutsch', replies: 'all' },
      file: { replies: 'mention', instructions: 'Be short.\nName the owner.' },
      fixed: { replies: { by: 'ann', at: Date.UTC(2026, 0, 2) } },
    } as const;
    const channel = { revision: 1, form: {}, file: { repositories: ['acme/shop'] }, fixed: {} };
    const empty = { id: 'C2', layer: EMPTY_LAYER };
    const channels = [{ id: 'C1', name: 'payments', layer: channel }, empty];
    const text = writeSettingsFile([{ id: 'T1', layer, channels }]);
    expect(text.split('\n').slice(2)).toEqual([
      'workspaces:',
      '  T1:',
      '    # Fixed by ann, 2026-01-02:',
      '    replies: mention',
      '    instructions: |-',
      '      Be short.',
      '      Name the owner.',
      '    # Set in a form. Remove the "# " to fix it here:',
      '    # replies: all',
      '    # language: Deutsch',
      '    channels:',
      '      C1: # payments',
      '        repositories:',
      '          - acme/shop',
      '',
    ]);
  });

  it('changes nothing when it is applied as it is', () => {
    fc.assert(
      fc.property(anyWorkspaces, (workspaces) => {
        const stored = ownedLayers(workspaces);
        expect(changesOf(fileLayers(writeSettingsFile(workspaces)), stored)).toEqual([]);
      }),
    );
  });

  it('makes any other state the same when it is applied', () => {
    fc.assert(
      fc.property(anyWorkspaces, anyWorkspaces, (workspaces, others) => {
        const wanted = fileLayers(writeSettingsFile(workspaces));
        const ids = new Set(workspaces.map(({ id }) => id));
        const stored = ownedLayers(others.filter(({ id }) => ids.has(id)));
        const after = planFile(wanted, stored).map(({ owner, before, patch }) => ({
          owner,
          layer: editLayer(before, patch, BY),
        }));
        expect(changesOf(wanted, after)).toEqual([]);
        for (const { owner, layer } of after) {
          const { workspace, channel } = owner;
          const same = ({ owner: one }: FileLayer) =>
            one.workspace === workspace && one.channel === channel;
          expect(layer.file).toEqual(wanted.find(same)?.values ?? {});
          const before = stored.find((one) => same({ ...one, values: {} }));
          expect(layer.form).toEqual(before?.layer.form ?? {});
        }
      }),
    );
  });
});
