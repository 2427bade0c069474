/** The link to a thread, whatever its length: an answer that took more than ten seconds is a second reply. */
export const REPLY_LINK = /^\d+ repl(?:y|ies)/;
