/** Prints, as JSON, what a program may do inside. */
export const READ_RIGHTS = `
  import { readFileSync, writeFileSync } from 'node:fs';
  const write = (path) => { try { writeFileSync(path, ''); return 'written'; } catch (error) { return error.code; } };
  const status = readFileSync('/proc/1/status', 'utf8');
  const field = (name) => new RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm').exec(status)[1];
  console.log(JSON.stringify({
    user: Number(field('Uid')), program: readFileSync('/proc/1/cmdline', 'utf8').split('\\0')[0],
    capabilities: Number.parseInt(field('CapEff'), 16), noNewPrivileges: field('NoNewPrivs'),
    app: write('/app/file'), tmp: write('/tmp/file'),
  }));
`;

/** What it prints where only /tmp can be written, and its user has no rights. */
export const EXPECTED_RIGHTS = {
  ...{ user: 1000, program: 'node', capabilities: 0, noNewPrivileges: '1' },
  ...{ app: 'EROFS', tmp: 'written' },
};
