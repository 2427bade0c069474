/** What the operator got wrong, in one sentence that says the fix. */
export class InvalidSettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongSetting';
  }
}
