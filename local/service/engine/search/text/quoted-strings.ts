/** A string in `"` or `'`, but no lifetime of Rust and no apostrophe, which have a letter beside them. */
export const STRINGS_NOT_LIFETIMES = /"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)/g;

/** A string in `"`, `'` or backquotes, also one with a prefix, such as `b'…'` in Python. */
export const STRINGS_OF_ANY_QUOTES = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
