/** Cells whose verdict is still wrong, by name. A test fails as soon as one of them is right. */
export const NOT_YET: ReadonlySet<string> = new Set([
  'colleague · forged form · rate another’s · private',
  'colleague · forged form · rate another’s · direct',
  'colleague · forged form · rate another’s · group',
  'admin elsewhere · forged form · rate another’s · private',
  'admin elsewhere · forged form · rate another’s · direct',
  'admin elsewhere · forged form · rate another’s · group',
  'former member · forged form · rate own · private',
  'former member · forged form · rate another’s · private',
]);
