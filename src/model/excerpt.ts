/** A file of a message, as far as Slack says what it is. */
export interface MessageFile {
  readonly name: string;
  /** Where it is read with our token. Of what lies elsewhere there is none. */
  readonly url?: string;
  /** Bytes. */
  readonly size: number;
  /** Slack shows it as text. */
  readonly isText: boolean;
}

/** A message that somebody asks about, as they sent it along; its secrets are masked. */
export interface MessageExcerpt {
  readonly text: string;
  /** How many secrets were masked in it. */
  readonly masked: number;
  readonly files: readonly MessageFile[];
  /** How many files more it has. */
  readonly moreFiles: number;
}
