/** Larger files are data. They are indexed by their path alone. */
const MAX_BYTES = 512 * 1024;
const BINARY =
  /\.(png|jpe?g|gif|webp|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|o|a|wasm|woff2?|ttf|eot|otf|mp[34]|mov|avi|webm|wav|ogg|pyc|bin|dat|db|sqlite|parquet|map|snap)$/i;
const GENERATED =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|composer\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|go\.sum)$|\.min\.(js|css)$/;

/** Whether to index a file's text, by its path and its size in bytes. */
export function isIndexable(path: string, size: number): boolean {
  return size > 0 && size <= MAX_BYTES && !BINARY.test(path) && !GENERATED.test(path);
}

/** `undefined` for binary files and for minified ones, which have few and long lines. */
export function decodeText(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8_000).includes(0)) return undefined;
  const text = bytes.toString('utf8');
  const lines = text.split('\n').length;
  return text.length / lines > 500 && text.length > 5_000 ? undefined : text;
}
