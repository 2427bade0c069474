import { spawnSync } from 'node:child_process';
import { runArgs } from '../image/builder.mjs';

/**
 * What is in an image besides the app, as the image itself says.
 * @param {{ builder: string, image: string, base: string }} built
 * @returns {import('./bom.mjs').ImageContent}
 */
export function imageContent({ builder, image, base }) {
  const run = (/** @type {string[]} */ ...command) => {
    const [program = '', ...args] = command;
    const all = [...runArgs(builder), '--rm', '--entrypoint', program, image, ...args];
    const { status, stdout, stderr } = spawnSync(builder, all, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${image} could not be read: ${stderr.trim()}`);
    return stdout;
  };
  const release = parseFields(run('cat', '/etc/os-release'), '=');
  return {
    base,
    node: run('node', '--version').trim().replace(/^v/, ''),
    system: { name: release['ID'] ?? 'linux', version: release['VERSION_ID'] ?? 'unknown' },
    packages: parseDpkgStatus(run('cat', '/var/lib/dpkg/status')),
  };
}

/**
 * The installed packages: https://manpages.debian.org/dpkg-query
 * @param {string} text
 * @returns {import('./bom.mjs').SystemPackage[]}
 */
export function parseDpkgStatus(text) {
  return text.split('\n\n').flatMap((stanza) => {
    const {
      Package: name,
      Version: version,
      Architecture: architecture,
      Status: status,
    } = parseFields(stanza, ':');
    const isInstalled = status?.endsWith(' installed');
    return name && version && architecture && isInstalled ? [{ name, version, architecture }] : [];
  });
}

/** @param {string} text @param {string} separator @returns {Record<string, string>} */
function parseFields(text, separator) {
  const lines = text.split('\n').filter((line) => /^[A-Za-z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(separator);
      return [
        line.slice(0, at),
        line
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      ];
    }),
  );
}
