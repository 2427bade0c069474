// Makes a release. docs/releasing.md describes the whole way.
//   npm run release                      the version by CHANGELOG.md, in a commit with a tag; pushes nothing
//   npm run release -- --dry-run         the same in a copy, and everything that the workflow makes of the tag
//   npm run release -- --artifacts       of the version in package.json: package, bills of materials, checksums
// Options: --version X.Y.Z, in place of what CHANGELOG.md suggests; --out FOLDER, by default
// .artifacts/release; --image: with the image that "npm run image" has built
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeArtifacts, run } from './release/artifacts.mjs';
import { nextVersion, notesOf, releaseIn, unreleased } from './release/changelog.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RELEASE = join(ROOT, '.artifacts', 'release');
/** Whoever releases the first version has to look at these. */
const SAYS_UNRELEASED = ['README.md', 'SECURITY.md', 'docs/install.md', 'docs/upgrading.md'];

/** Of the commit in the copy, which nobody sees. */
const NOBODY = { 'user.name': 'dry run', 'user.email': 'dry-run@localhost' };

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function main() {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      artifacts: { type: 'boolean' },
      image: { type: 'boolean' },
      version: { type: 'string' },
      out: { type: 'string', default: RELEASE },
    },
  });
  const out = emptyFolder(resolve(values.out));
  const image = values.image ? builtImage() : undefined;
  if (values.artifacts) report(await makeArtifacts({ root: ROOT, out, image }), out);
  else if (values['dry-run']) await dryRun({ version: values.version, out, image });
  else release(ROOT, values.version);
}

/** Deletes nothing but the last release in our own folder. @param {string} out */
function emptyFolder(out) {
  if (out === RELEASE) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) throw new Error(`${out} is not empty: name another folder.`);
  return out;
}

/** @param {{ version?: string | undefined, out: string, image?: ReturnType<typeof builtImage> }} options */
async function dryRun({ version, out, image }) {
  mkdirSync(join(ROOT, '.artifacts'), { recursive: true });
  // On the same file system as the packages, so that these can be linked.
  const folder = mkdtempSync(join(ROOT, '.artifacts', 'dry-run-'));
  const copy = join(folder, 'deepsearch-slack');
  try {
    run(['git', 'clone', '--quiet', '--no-hardlinks', ROOT, copy], ROOT);
    linkFolder(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const [key, value] of Object.entries(NOBODY)) run(['git', 'config', key, value], copy);
    if (isReleased(copy))
      console.log('Nothing has changed since the last release: this is that one again.');
    else release(copy, version);
    report(await makeArtifacts({ root: copy, out, image }), out);
    console.log(howPublished(copy));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('This was a dry run: nothing was committed here, tagged, pushed or published.');
}

/** A copy whose files share their content with the original. @param {string} from @param {string} to */
function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/**
 * Writes the version to a clone, and commits and tags it there.
 * @param {string} root
 * @param {string} [wanted]
 */
function release(root, wanted) {
  if (run(['git', 'status', '--porcelain', '--untracked-files=no'], root) !== '') {
    throw new Error('Commit your changes first: a release is made of what is committed.');
  }
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const current = readVersion(root);
  const version = wanted ?? nextVersion(text, current);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version X.Y.Z.`);
  const tag = `v${version}`;
  if (run(['git', 'tag', '--list', tag], root) !== '') {
    throw new Error(`The tag ${tag} exists already: name another version with --version.`);
  }
  const head = run(['git', 'rev-parse', 'HEAD'], root).trim();
  try {
    commitAndTag(root, { text, version, tag });
  } catch (error) {
    // All that was tracked had been committed, so this takes back nothing but our own changes.
    run(['git', 'reset', '--quiet', '--hard', head], root);
    throw error;
  }
  console.log(
    `Committed ${current === version ? '' : `${current} → `}${version}, and tagged it ${tag}.`,
  );
  for (const path of stillUnreleased(root))
    console.log(`  ${path} still says that nothing is released.`);
  if (root === ROOT) console.log(`Publish it with: git push --atomic origin main ${tag}`);
}

/** @param {string} root @param {{ text: string, version: string, tag: string }} release */
function commitAndTag(root, { text, version, tag }) {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, 'CHANGELOG.md'), releaseIn(text, { version, date }));
  const bump = ['version', version, '--no-git-tag-version', '--allow-same-version'];
  run(['npm', ...bump, '--ignore-scripts'], root);
  run(['git', 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`], root);
  run(['git', 'tag', '--annotate', tag, '--message', tag], root);
}

/** @param {string} root */
function stillUnreleased(root) {
  return SAYS_UNRELEASED.filter((path) =>
    /has been (?:released|published)|been published/.test(readFileSync(join(root, path), 'utf8')),
  );
}

/** @param {string} root */
function isReleased(root) {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return unreleased(text) === '' && notesOf(text, readVersion(root)) !== undefined;
}

/** What npm would do with the package. @param {string} root */
function howPublished(root) {
  const { private: isPrivate } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (isPrivate)
    return 'npm: the workflow publishes no package, because package.json says "private".';
  run(['npm', 'publish', '--dry-run', '--ignore-scripts'], root);
  return 'npm: the package could be published.';
}

function builtImage() {
  const path = join(ROOT, '.artifacts', 'image.json');
  const built = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { missing: 'run "npm run image" first' };
  const reason = built.missing ?? built.cannotRun;
  if (reason) throw new Error(`There is no image to look into: ${reason}.`);
  return built;
}

/** @param {string} root */
function readVersion(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** @param {string[]} files @param {string} out */
function report(files, out) {
  console.log(`Made in ${out}:\n${files.map((name) => `  ${name}\n`).join('')}`.trimEnd());
}
