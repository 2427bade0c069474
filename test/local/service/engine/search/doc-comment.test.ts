import { describe, expect, it } from 'vitest';
import {
  docCommentOf,
  fileComment,
} from '../../../../../local/service/engine/search/passages/doc-comment.js';
import { proseMarkdown } from '../../../../../local/service/engine/search/passages/prose.js';
import { withoutXml } from '../../../../../local/service/engine/search/passages/xml-doc.js';

const said = (text: string, line: number) =>
  docCommentOf(text.split('\n'), line)?.sentences.map((one) => one.text);

type Comment = readonly [what: string, text: string, line: number, said: string[] | undefined];

describe('a doc comment', () => {
  it('of many lines is read from its beginning', () => {
    const lines = Array.from({ length: 150 }, (_, n) => ` * Line ${n} of it.`);
    const text = ['/**', ' * Bakes bread.', ' *', ...lines, ' */', 'class Oven {}'].join('\n');
    expect(said(text, 155)?.[0]).toBe('Bakes bread.');
  });

  it('says nothing of what is still to do, however many lines that takes', () => {
    const task =
      '// TODO: boats leave too early so\n// in a way - they are late\n// but we should stop them';
    expect(said(`${task}\nfunction stop() {`, 4)).toBeUndefined();
    expect(said(`${task}\n// Stops boats.\nfunction stop() {`, 5)).toEqual(['Stops boats.']);
  });

  it('is below a signature of many lines', () => {
    const parameters = Array.from({ length: 30 }, (_, n) => `    seat_${n}: int = ${n},\n`).join(
      '',
    );
    const text = `def board(\n${parameters}) -> None:\n    """Takes people on board."""\n`;
    expect(said(text, 1)).toEqual(['Takes people on board.']);
  });

  it('is not the one of the next function, where a bracket is never closed', () => {
    const text = `def open_bracket():\n    return "("\n\ndef close(a, b):\n    """Closes it)."""\n`;
    expect(said(text, 1)).toBeUndefined();
  });

  it('in XML, as C# has them, says what its summary says', () => {
    const text = `/// <summary>
/// Moors a <see cref="Ferry"/>, or throws if <paramref name="rope"/> is <see langword="null"/>.
/// </summary>
/// <param name="rope">The rope.</param>
/// <exception cref="ArgumentNullException">When there is none</exception>
public void Moor(Rope rope) {`;
    expect(said(text, 6)).toEqual(['Moors a `Ferry`, or throws if `rope` is `null`.']);
  });

  it('in XML has the tags of other languages', () => {
    expect(said('/// <inheritdoc/>\nvoid Moor() {', 2)).toBeUndefined();
    expect(said('/** Reads the <value> element. */\nfunction read() {', 2)).toEqual([
      'Reads the <value> element.',
    ]);
    expect(withoutXml('<para>One.</para><para>Two.</para>')).toBe('One.  Two.');
    expect(withoutXml(' <param name="rope">The rope.</param>')).toBe('@param rope The rope.');
    expect(withoutXml('<exception cref="T:Rope{T}.Torn(int)">When it tears</exception>')).toBe(
      '@throws Rope{T}.Torn(int) When it tears',
    );
    expect(withoutXml('a <see cref="Rope{T}.Tie(int)"/>, <see href="x">b</see> and 1 < 2')).toBe(
      'a `Rope<T>.Tie`, <see href="x">b</see> and 1 < 2',
    );
  });

  it('is no expression that ends like one', () => {
    const text = "import { a } from 'a';\n\nconst star = /\\*/\nclass Oven {}";
    expect(said(text, 4)).toBeUndefined();
  });

  it.each<Comment>([
    [
      'leaves out tags and examples of JSDoc',
      'let x;\n/**\n * Mounts it. With a path too.\n *\n * Examples:\n *\n *     app.use(1);\n *\n * @param {fn} fn\n */\n\napp.use = function (fn) {',
      12,
      ['Mounts it.', 'With a path too.'],
    ],
    [
      'is read as reStructuredText in Python',
      'def go(self):\n    """Runs :meth:`~flask.Flask.run` with ``debug``.\n\n    .. versionadded:: 2.0\n        It was added.\n\n    :param x: no\n    """\n',
      1,
      ['Runs `run` with `debug`.'],
    ],
    [
      'is read as Javadoc',
      '/**\n Cleans {@code html}, see {@link Cleaner#clean(String, int) the cleaner}.\n <p>Use {@link #safe(int)} &amp; rest.</p>\n @return it\n */\npublic String clean() {',
      6,
      ['Cleans `html`, see the cleaner.', 'Use `safe` & rest.'],
    ],
    [
      'has signs for the names and numbers of HTML',
      '/** Adds &#64;Bean &mdash; in 5&nbsp;s, &#x1b;not &unknown; ones. */\nvoid add() {',
      2,
      ['Adds @Bean — in 5 s, not &unknown; ones.'],
    ],
    [
      'has no code of a Go comment',
      '// Match matches. For example:\n//\n//\tr.Match(x)\n//\n// It returns e.g. Nothing.\nfunc Match() {',
      6,
      ['Match matches.', 'It returns e.g. Nothing.'],
    ],
    [
      'is not confused by a path in it',
      "/**\n * Checks it.\n *\n * ```ts\n * app.use('/auth/*', x)\n * ```\n */\nexport const auth = () => {",
      8,
      ['Checks it.'],
    ],
    ['is none of the tools', '// eslint-disable-next-line no-undef\nfunction a() {', 2, undefined],
    ['is none that only separates', '// ---------\nfunction a() {', 2, undefined],
  ])('%s', (_what, ...[text, line, expected]) => {
    expect(said(text, line)).toEqual(expected);
  });

  it('of a file is its first comment, unless that is a licence', () => {
    expect(fileComment(['"""Counts shelves."""', ''])?.sentences[0].text).toBe('Counts shelves.');
    expect(fileComment(['// Copyright 2020 Acme', 'x'])).toBeUndefined();
    expect(fileComment(['x', '// Later.'])).toBeUndefined();
  });
});

describe('prose', () => {
  it.each([
    ['Use `a*b` <!channel> *now*', 'Use `a*b` \\<!channel\\> \\*now\\*'],
    ['An open ` mark', 'An open  mark'],
    ['', ''],
  ])('is escaped, with its code as code: %s', (text, expected) => {
    expect(proseMarkdown(text)).toBe(expected);
  });

  it('is cut with “…” at a word', () => {
    expect(proseMarkdown('one two three four', 12)).toBe('one two…');
  });
});
