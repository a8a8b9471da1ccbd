/** `host:port`, an address of IPv6 in brackets. */
export const SENTINEL = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):([1-9]\d{0,4})$/;

/** Where a sentinel listens. @param sentinel one of REDIS_SENTINELS. */
export function sentinelPlace(sentinel: string): { host: string; port: number } {
  const [, six, name, port] = SENTINEL.exec(sentinel) ?? [];
  return { host: six ?? name ?? '', port: Number(port) };
}
