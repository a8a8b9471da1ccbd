import { isIP } from 'node:net';
import { placeOf } from './redis-place.js';

type Environment = Record<string, string | undefined>;

/** Of the machine itself: what is said to it is heard by nobody else. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * In production what is said to a Postgres or Redis of another machine is encrypted, and the other side shows a certificate for its name:
 * `sslmode=verify-full` at the end of a Postgres address, `rediss://` at the beginning of one of Redis. PRIVATE_NETWORK_HOSTS names those,
 * comma-separated, to which a network leads that carries nobody else, as that of compose.
 * @param name of the variable.
 * @throws Error where others could listen. It says nothing of the address but its host.
 */
export function requireSafeTransport(environment: Environment, name: string, address: string): void {
  if (environment.NODE_ENV !== 'production' || !URL.canParse(address)) return;
  const url = new URL(address);
  const isRedis = url.protocol.startsWith('redis');
  const isSafe = isRedis ? url.protocol === 'rediss:' : isOnly(url, 'sslmode', 'verify-full') && isOnly(url, 'ssl');
  const open = hostsOf(url, isRedis ? undefined : environment.PGHOST).filter(
    (host) => !isAmong(host, environment.PRIVATE_NETWORK_HOSTS ?? ''),
  );
  if (isSafe || open.length === 0) return;
  const wanted = isRedis ? 'rediss:// at its beginning' : '?sslmode=verify-full at its end';
  throw new Error(
    `Configuration is not usable. ${name}: ${open.join(', ')} is another machine; production wants TLS (${wanted}), or its name in PRIVATE_NETWORK_HOSTS`,
  );
}

/**
 * Spans say what is done here, and when: in production they go over the network encrypted, or by one that carries nobody else.
 * @throws Error where others could listen.
 */
export function requireSafeTraces(values: {
  NODE_ENV: string;
  PRIVATE_NETWORK_HOSTS: string;
  TRACES_URL: string;
}): void {
  const { NODE_ENV, TRACES_URL, PRIVATE_NETWORK_HOSTS } = values;
  if (NODE_ENV !== 'production' || TRACES_URL === '') return;
  const { protocol, hostname } = new URL(TRACES_URL);
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  if (protocol === 'https:' || isLoopback(host) || isAmong(host, PRIVATE_NETWORK_HOSTS)) return;
  throw new Error(
    `Configuration is not usable. TRACES_URL: ${host} is another machine; production wants https, or its name in PRIVATE_NETWORK_HOSTS`,
  );
}

/**
 * Whoever answers as a sentinel says which server is Redis, and whoever answers as a node of a cluster is Redis. In production they are
 * asked by TLS, as Redis is (`rediss://`), or over a network that carries nobody else.
 * @throws Error where others could answer.
 */
export function requireSafeRedis(values: {
  NODE_ENV: string;
  PRIVATE_NETWORK_HOSTS: string;
  REDIS_URL: string;
  REDIS_SENTINELS: string[];
  REDIS_CLUSTER: string[];
}): void {
  const { NODE_ENV, PRIVATE_NETWORK_HOSTS, REDIS_URL } = values;
  if (NODE_ENV !== 'production' || REDIS_URL.startsWith('rediss:')) return;
  for (const name of ['REDIS_SENTINELS', 'REDIS_CLUSTER'] as const) {
    const open = values[name]
      .map((address) => placeOf(address).host)
      .filter((host) => !isLoopback(host) && !isAmong(host, PRIVATE_NETWORK_HOSTS));
    if (open.length === 0) continue;
    throw new Error(
      `Configuration is not usable. ${name}: ${open.join(', ')} is another machine; production wants TLS (rediss:// at the beginning of REDIS_URL), or its name in PRIVATE_NETWORK_HOSTS`,
    );
  }
}

/**
 * Every host that the driver could take the address for: with Postgres a parameter `host` goes before what stands in its
 * place, and PGHOST stands for what is missing there.
 */
function hostsOf(url: URL, usual = ''): string[] {
  const own = decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1');
  const hosts = [...url.searchParams.getAll('host'), own === '' ? usual : own];
  // A socket of this machine is a path.
  return hosts.filter((host) => host !== '' && !host.startsWith('/') && !isLoopback(host));
}

/** Whether a parameter is there just once and so, or not at all where nothing is wanted: of two the driver takes the last. */
function isOnly(url: URL, parameter: string, value?: string): boolean {
  const given = url.searchParams.getAll(parameter);
  return value === undefined ? given.length === 0 : given.length === 1 && given[0] === value;
}

function isAmong(host: string, names: string): boolean {
  return names.split(',').some((name) => name.trim() === host);
}
