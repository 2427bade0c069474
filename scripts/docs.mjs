// Builds the documentation as a static site, in .artifacts/docs.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { preview } from 'vite';
import { build } from 'vitepress';

const USAGE = `Usage: npm run docs -- [--serve] [--base PATH]

Builds the documentation as a static site, in .artifacts/docs.
  --serve       shows it on this machine, until Ctrl-C
  --base PATH   the path that it is published under, such as /deepsearch-slack/; by default the root of its host
`;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SITE = join(ROOT, '.artifacts/docs');

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    base: { type: 'string', default: '/' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(USAGE);
else await main();

async function main() {
  await build(join(ROOT, 'docs'), { base: values.base });
  console.log(`The documentation is in ${SITE}. Any web server can serve it.`);
  if (values.serve) await serve();
}

async function serve() {
  const server = await preview({
    configFile: false,
    appType: 'mpa',
    base: values.base,
    build: { outDir: SITE },
    preview: { host: '127.0.0.1', port: 3090 },
  });
  server.printUrls();
}
