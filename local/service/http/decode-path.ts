/** Decodes the percent-encoding of a URL's path; one that is malformed is taken literally. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
