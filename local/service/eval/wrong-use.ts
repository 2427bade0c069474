/** What whoever runs the evaluation got wrong, in one sentence that says the fix. */
export class WrongUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUse';
  }
}
