import { fileNameOf } from '../git/file-path.js';
import { anyOf } from './alternatives.js';

/** Larger files are data. They are indexed by their path alone. */
const MAX_BYTES = 512 * 1024;
const NEVER_TEXT_EXTENSIONS = anyOf(`
  png jpe?g gif webp ico bmp tiff? pdf zip gz tgz bz2 xz 7z jar war dylib dll exe wasm pyc
  woff2? ttf eot otf mp[34] mov avi webm wav ogg sqlite parquet`);
const NEVER_TEXT = new RegExp(`\\.${NEVER_TEXT_EXTENSIONS}$`, 'i');
const LOCK_FILES = new Set(
  `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml composer.lock Cargo.lock poetry.lock uv.lock
  Gemfile.lock go.sum`.split(/\s+/),
);
const DATA = /\.(bin|dat|db|map|snap)$/i;
const MINIFIED = /\.min\.(js|css)$/;

/** Text may have these names as well: PHP's `.class`, or a linker's script `.so`. */
const MAYBE_TEXT = /\.(class|so|o|a)$/i;

/** Whether to index a file's text, by its path and its size in bytes. */
export function isIndexable(path: string, size: number): boolean {
  const isReadText = isReadable(path, size) && !MAYBE_TEXT.test(path) && !DATA.test(path);
  return isReadText && !LOCK_FILES.has(fileNameOf(path)) && !MINIFIED.test(path);
}

/** Whether to read a file to learn which words it has. */
export function isReadable(path: string, size: number): boolean {
  return size > 0 && size <= MAX_BYTES && !isNeverText(path);
}

/** Whether a file is an image, an archive or the like, by its path. */
export function isNeverText(path: string): boolean {
  return NEVER_TEXT.test(path);
}

/** As git decides it. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

/** `undefined` for binary files and for minified ones, which have few and long lines. */
export function decodeText(bytes: Buffer): string | undefined {
  if (isBinary(bytes)) return undefined;
  const text = bytes.toString('utf8');
  const lines = text.split('\n').length;
  return text.length / lines > 500 && text.length > 5_000 ? undefined : text;
}
