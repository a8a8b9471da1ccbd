import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import {
  API_KEY_ADDRESSES_MAX,
  API_KEY_SCOPES,
  type ApiKeyScope,
  OPEN_KEY_DAYS,
} from '../../../contract/rules/api-keys.rules.js';

const DAY_MS = 86_400_000;
/** What a customer, an office or a machine has. Wider is no list of addresses, and would only get around the end of an open key. */
const NARROWEST = { ipv4: { least: 16, most: 32 }, ipv6: { least: 32, most: 128 } } as const;
const PREFIX = /^(0|[1-9][0-9]{0,2})$/;
/** How an IPv4 address is written in IPv6, in the shortest spelling. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** The scopes of `read,trade.spot`, in the order of the closed list; null where one is unknown, twice, or none is named. */
export function readScopes(text: string): ApiKeyScope[] | null {
  const named = partsOf(text);
  const known = API_KEY_SCOPES.filter((scope) => named.includes(scope));
  return known.length > 0 && known.length === named.length ? known : null;
}

/**
 * The addresses and networks of a list, each in the one form that it is kept in (`10.1.0.0/16`); null where one cannot be read, is
 * wider than a network of one customer, or where there are too many.
 */
export function readAddresses(text: string): string[] | null {
  const named = partsOf(text);
  if (named.length > API_KEY_ADDRESSES_MAX) return null;
  const read = named.map(readNetwork);
  return read.includes(null) ? null : [...new Set(read.filter((one) => one !== null))];
}

function readNetwork(text: string): string | null {
  const [written = '', prefix, more] = text.split('/');
  if (more !== undefined) return null;
  const address = plainAddress(written);
  // Of a zone (`fe80::1%eth0`) only the machine itself knows what it means.
  if (isIP(address) === 0 || address.includes('%')) return null;
  const { least, most } = NARROWEST[familyOf(address)];
  if (prefix === undefined) return `${address}/${most}`;
  // How long the prefix of a mapped address is meant to be nobody can tell.
  if (!PREFIX.test(prefix) || isIPv4(address) !== isIPv4(written)) return null;
  const length = Number.parseInt(prefix, 10);
  return length >= least && length <= most ? `${address}/${length}` : null;
}

/** Whether an address is in the list; an empty list lets in from everywhere. What is no address is in no list. */
export function isAllowedFrom(addresses: readonly string[], ip: string): boolean {
  if (addresses.length === 0) return true;
  const address = plainAddress(ip.split('%', 1)[0] ?? '');
  if (isIP(address) === 0) return false;
  const family = familyOf(address);
  const list = new BlockList();
  for (const network of addresses) {
    const [start = '', prefix = ''] = network.split('/');
    // For Node's list all of IPv4 lies in `::/32`, where IPv6 writes it.
    if (familyOf(start) === family) list.addSubnet(start, Number.parseInt(prefix, 10), family);
  }
  return list.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** When a key ends that was made for so many days (null: for good) with or without a list of addresses; undefined: it may not be made so. */
export function endOf(days: number | null, hasAddresses: boolean, now: number): Date | null | undefined {
  if (days === null) return hasAddresses ? null : undefined;
  return !hasAddresses && days > OPEN_KEY_DAYS ? undefined : new Date(now + days * DAY_MS);
}

/** The one spelling of an address. An IPv4 address that a socket of IPv6 writes in its own way is that IPv4 address. */
function plainAddress(text: string): string {
  if (!isIPv6(text) || text.includes('%')) return text;
  const shortest = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const halves = MAPPED.exec(shortest)
    ?.slice(1)
    .map((half) => Number.parseInt(half, 16));
  return halves ? halves.flatMap((half) => [half >> 8, half & 255]).join('.') : shortest;
}

function partsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
