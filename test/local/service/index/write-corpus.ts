import { argv } from 'node:process';
import { openCorpus } from '../../../../local/service/index/corpus.js';
import { openStorage } from '../../../../local/service/index/segments/storage.js';

const [, , cacheDir = '', gitDir = ''] = argv;
const corpus = openCorpus(openStorage(cacheDir, gitDir), 'code');

// Writes one tree after the other until it is killed, and prints the number of each.
for (let tree = 1; ; tree += 1) {
  for (let file = 0; file < tree; file += 1) {
    const text = `common version${tree}`;
    corpus.put({ path: `${file}.txt`, objectId: String(tree), text });
  }
  await corpus.finish(String(tree));
  console.log(tree);
}
