/** `host:port`, an address of IPv6 in brackets. */
export const HOST_AND_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):([1-9]\d{0,4})$/;

/** Where a sentinel or a node of a cluster listens. @param address one of REDIS_SENTINELS or REDIS_CLUSTER. */
export function placeOf(address: string): { host: string; port: number } {
  const [, six, name, port] = HOST_AND_PORT.exec(address) ?? [];
  return { host: six ?? name ?? '', port: Number(port) };
}

/**
 * A cluster and sentinels are two answers to one question, a cluster has no databases of numbers, and a brace in the prefix would
 * put all keys and channels into one slot of it.
 * @throws Error where the settings of Redis do not go together.
 */
export function requireOneRedis(values: {
  REDIS_URL: string;
  REDIS_SENTINELS: readonly string[];
  REDIS_CLUSTER: readonly string[];
  REDIS_PREFIX: string;
}): void {
  const { REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER, REDIS_PREFIX } = values;
  if (REDIS_CLUSTER.length === 0) return;
  const problems: string[] = [];
  if (REDIS_SENTINELS.length > 0)
    problems.push(
      'REDIS_CLUSTER: REDIS_SENTINELS is set too, and Redis is either a cluster or one server with sentinels',
    );
  if (!/^\/?0?$/.test(new URL(REDIS_URL).pathname))
    problems.push('REDIS_URL: a cluster has the database 0 alone; take the number from the end of the address');
  if (/[{}]/.test(REDIS_PREFIX))
    problems.push('REDIS_PREFIX: with a brace in it, a cluster would keep everything on one of its servers');
  if (problems.length > 0) throw new Error(`Configuration is not usable. ${problems.join('; ')}`);
}
