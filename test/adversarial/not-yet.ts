/** Cells whose verdict is still wrong, by name. A test fails as soon as one of them is right. */
export const NOT_YET: ReadonlySet<string> = new Set();
