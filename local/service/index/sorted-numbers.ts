/** Whether a number is among those, which are in ascending order. */
export function includes(numbers: Uint32Array | undefined, wanted: number): boolean {
  return hasBetween(numbers, wanted, wanted + 1);
}

/** Whether one of the numbers, which are in ascending order, is at least `from` and below `after`. */
export function hasBetween(numbers: Uint32Array | undefined, from: number, after: number): boolean {
  let [low, high] = [0, numbers?.length ?? 0];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers?.[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (numbers?.[low] ?? after) < after;
}
