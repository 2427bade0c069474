import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Language, Parser } from 'web-tree-sitter';
import { type Grammar, languageRulesOf } from '../languages/languages.js';
import type { SymbolTable } from '../symbols/symbol-table.js';
import { buildSymbolTable } from '../symbols/walk.js';
import type { ParseReply, ParseRequest } from './worker-messages.js';

/** Per file. */
const MAX_PARSE_MS = 5_000;

const { resolve } = createRequire(import.meta.url);
const ready = Parser.init();
const parsers = new Map<Grammar, Promise<Parser>>();

// The entry point of a worker thread: listening is its purpose.
parentPort?.on('message', ({ id, grammar, text }: ParseRequest) => {
  void parserOf(grammar)
    .then((parser) => parse(parser, grammar, text))
    // A file that cannot be parsed is found by text search instead.
    .catch(() => undefined)
    .then((symbolTable) => {
      const reply: ParseReply = { id, ...(symbolTable && { symbolTable }) };
      parentPort?.postMessage(reply);
    });
});

function parserOf(grammar: Grammar): Promise<Parser> {
  const known = parsers.get(grammar) ?? load(grammar);
  parsers.set(grammar, known);
  return known;
}

async function load(grammar: Grammar): Promise<Parser> {
  await ready;
  const language = await Language.load(
    resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`),
  );
  return new Parser().setLanguage(language);
}

function parse(parser: Parser, grammar: Grammar, text: string): SymbolTable | undefined {
  const end = performance.now() + MAX_PARSE_MS;
  const isTimeUp = () => performance.now() > end;
  const tree = parser.parse(text, null, { progressCallback: isTimeUp });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    return buildSymbolTable(tree.rootNode, languageRulesOf(grammar), isTimeUp);
  } finally {
    tree.delete();
  }
}
