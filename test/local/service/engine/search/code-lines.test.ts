import { expect, it } from 'vitest';
import { codeLines } from '../../../../../local/service/engine/search/text/code-lines.js';

const leftOf = (path: string, text: string) =>
  codeLines(path, text.split('\n'))
    .map((line) => line.trim())
    .join('\n');

it.each([
  ['quay.swift', 'let a = 1 // see moor()', 'let a = 1'],
  ['quay.ts', "fetch('http://moor') // moor", "fetch('http://moor')"],
  ['quay.ts', 'see http://moor', 'see http://moor'],
  ['quay.ts', 'a.split(/\\//g); moor();', 'a.split(/\\//g); moor();'],
  ['quay.ts', 'a(/* moor */ b)', 'a(  b)'],
  ['quay.ts', '/* moor\n moor() */ moor(1);\nmoor(2)', '\nmoor(1);\nmoor(2)'],
  ['quay.ts', "const a = '/*';\nmoor(1)", "const a = '/*';\nmoor(1)"],
  ['quay.ts', 'glob(src/**/*.ts /* never ends\nmoor(1)', 'glob(src/**/*.ts\nmoor(1)'],
  ['quay.rs', "fn a<'a>(b: &'a str) { moor(b) } // moor", "fn a<'a>(b: &'a str) { moor(b) }"],
  ['quay.py', 'def a():\n  """moor()\n  moor()\n  """\n  moor()', 'def a():\n""\n\n\nmoor()'],
  ['quay.py', 'a = """moor()""" + b # moor', 'a = "" + b'],
  ['quay.py', 'a = \'it is """\'\nmoor(1)', 'a = \'it is """\'\nmoor(1)'],
  ['quay.cs', 'a(@"""moor""");\nmoor(1);', 'a(@"""moor""");\nmoor(1);'],
  ['quay.ex', '@doc """\nmoor()\n"""\ndef a, do: moor()', '@doc ""\n\n\ndef a, do: moor()'],
  ['quay.rb', 'puts "#{moor(1)}" # moor', 'puts "#{moor(1)}"'],
  ['quay.rb', '=begin\nmoor 1\n=end\nmoor 2', '\n\n\nmoor 2'],
  [
    'quay.rb',
    'say <<~TEXT, 3\nmoor 1\n#{moor 2}\nTEXT\nmoor 3',
    'say <<~TEXT, 3\n\n#{moor 2}\n\nmoor 3',
  ],
  ['quay.rb', 'ropes <<-1\nmoor 1', 'ropes <<-1\nmoor 1'],
  ['quay.php', '$a = <<<EOT\nmoor()\nEOT;\nmoor(1); # moor', '$a = <<<EOT\n\n\nmoor(1);'],
  ['quay.php', '#[Moor]\nmoor(1);', '#[Moor]\nmoor(1);'],
  ['quay.lua', '--[[ moor()\n]] moor(1) -- moor', '\nmoor(1)'],
  ['quay.c', '#define A moor(1) /* moor */', '#define A moor(1)'],
  ['README', '# moor // moor', '# moor // moor'],
])('%s: `%s`', (path, text, left) => {
  expect(leftOf(path, text)).toBe(left);
});
