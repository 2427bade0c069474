/** The result of one doctor check. `fix` is set unless `state` is `ok`. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  /** A sentence for the operator; holds no secret. */
  readonly says: string;
  readonly fix?: string;
}
