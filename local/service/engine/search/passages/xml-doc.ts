/** `<param name="x">`, at the start of a line of a comment in C#, is `@param x` elsewhere. */
const TAGS: readonly (readonly [pattern: RegExp, tag: string])[] = [
  [/^\s*<param\s+name="([^"]{1,80})"\s*>\s*/, '@param $1 '],
  [/^\s*<typeparam\s+name="([^"]{1,80})"\s*>\s*/, '@tparam $1 '],
  [/^\s*<(?:returns|value)>\s*/, '@returns '],
  [/^\s*<exception\s+cref="(?:\w:)?([^"]{1,200})"\s*>\s*/, '@throws $1 '],
  [/^\s*<example>\s*/, '@example '],
  [/^\s*<seealso\b[^<>]{0,300}\/>\s*$/, '@see '],
];
const OTHER_TAG =
  /<\/?(?:param|typeparam|returns|value|exception|example|summary|remarks|para)>|<inheritdoc\b[^<>]{0,200}\/>/g;
const REFERENCE =
  /<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword)="(?:\w:)?([^"]{1,200})"\s*(?:\/>|>([^<>]{1,200})<\/see(?:also)?>)/g;

/** A line of a documentation comment in XML, as C# has them, with the tags that other languages use. */
export function withoutXml(text: string): string {
  if (!text.includes('<')) return text;
  const tag = TAGS.find(([pattern]) => pattern.test(text));
  return (tag ? text.replace(tag[0], tag[1]) : text)
    .replace(REFERENCE, (_, target: string, label?: string) => label ?? `\`${nameOf(target)}\``)
    .replace(OTHER_TAG, ' ')
    .trim();
}

/** `List{T}.Add(T)` → `List<T>.Add`. */
function nameOf(target: string): string {
  return target.replace(/\(.*$/, '').replaceAll('{', '<').replaceAll('}', '>');
}
