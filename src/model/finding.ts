/** What a look at one part of the installation found. `fix` is there unless all is well. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  /** A sentence for the operator; holds no secret. */
  readonly says: string;
  readonly fix?: string;
}
