/** A file of a message, as Slack describes it. */
export interface MessageFile {
  readonly name: string;
  /** Where the bot downloads it; absent for files outside Slack. */
  readonly url?: string;
  /** Bytes. */
  readonly size: number;
  /** Slack shows it as text. */
  readonly isText: boolean;
}

/** A message that a user asks about; its secrets are masked. */
export interface MessageExcerpt {
  readonly text: string;
  /** How many secrets were masked in it. */
  readonly masked: number;
  readonly files: readonly MessageFile[];
  /** How many more files it has. */
  readonly moreFiles: number;
}
