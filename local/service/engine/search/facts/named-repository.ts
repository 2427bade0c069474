/** A repository as people may call it. */
export interface NamedRepository {
  readonly name: string;
  readonly folderName: string;
}

/** By the whole name, by the end of it after a slash, or by the folder's name. */
export function named<R extends NamedRepository>(name: string, repositories: readonly R[]): R[] {
  const wanted = name.toLowerCase();
  const whole = repositories.filter((one) => one.name.toLowerCase() === wanted);
  if (whole.length > 0) return whole;
  return repositories.filter(
    (one) =>
      one.name.toLowerCase().endsWith(`/${wanted}`) || one.folderName.toLowerCase() === wanted,
  );
}
