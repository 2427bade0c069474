/** What a span says of the server that a call goes to: never the path or the query. */
export function serverAttributes(url: string): {
  readonly 'server.address': string;
  readonly 'server.port': number;
} {
  const { hostname, port, protocol } = new URL(url);
  const standard = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? standard : Number(port) };
}
