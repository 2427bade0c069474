/** Splits `Cart.add`, `Cart::add`, `Cart#add` or `cart->add()` into `Cart` and `add`. */
export function splitQualifiedName(symbol: string): string[] {
  const bare = symbol.replace(/\(.*$/s, '').trim();
  return bare.split(/\.|::|(?<=[\w$])#|->/).filter(Boolean);
}
