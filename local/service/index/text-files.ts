/** Larger files are data: they can be found by their path alone. */
const MOST_BYTES = 512 * 1024;
const NO_TEXT =
  /\.(png|jpe?g|gif|webp|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|o|a|wasm|woff2?|ttf|eot|otf|mp[34]|mov|avi|webm|wav|ogg|pyc|bin|dat|db|sqlite|parquet|map|snap)$/i;
const GENERATED =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|composer\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|go\.sum)$|\.min\.(js|css)$/;

/** Whether a file's text is worth reading at all, by its path and size in bytes. */
export function isWorthReading(path: string, size: number): boolean {
  return size > 0 && size <= MOST_BYTES && !NO_TEXT.test(path) && !GENERATED.test(path);
}

/** The bytes as text, or nothing where they are none: binary, or packed into few long lines. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8_000).includes(0)) return undefined;
  const text = bytes.toString('utf8');
  const lines = text.split('\n').length;
  return text.length / lines > 500 && text.length > 5_000 ? undefined : text;
}
