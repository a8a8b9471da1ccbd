import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;
/** A /48 is one customer's, or that of many: it has more than one of its networks, and far less than all of them. */
const SITE_FACTOR = 8;
const MAPPED_ZEROS = 5;
const MAPPED_MARK = 0xffff;
const BYTE = 256;

/** Whose an address is: an IPv4 address by itself, of IPv6 its /64, which one customer has whole. */
export function networkOf(ip: string): string {
  const groups = ipv6GroupsOf(ip);
  if (groups === null) return ip;
  return isMapped(groups) ? groups.slice(-2).flatMap(bytesOf).join('.') : prefixOf(groups, NETWORK_GROUPS);
}

/** What counts for an address, and how many times as much it may have as one network. */
export interface CountedNetwork {
  network: string;
  factor: number;
}

/** Everything that counts for an address, the narrowest first: its network, and of IPv6 the /48 around it, of which customers have many networks. */
export function countedNetworksOf(ip: string): [CountedNetwork, ...CountedNetwork[]] {
  const own = { network: networkOf(ip), factor: 1 };
  const groups = ipv6GroupsOf(ip);
  if (groups === null || isMapped(groups)) return [own];
  return [own, { network: prefixOf(groups, SITE_GROUPS), factor: SITE_FACTOR }];
}

/** Null for what is no address of IPv6. */
function ipv6GroupsOf(ip: string): number[] | null {
  const address = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(address)) return null;
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const written = tail === undefined ? before : [...before, ...zeros, ...after];
  return written.map((group) => Number.parseInt(group, 16));
}

function prefixOf(groups: readonly number[], length: number): string {
  const prefix = groups.slice(0, length).map((group) => group.toString(16));
  return `${prefix.join(':')}::/${16 * length}`;
}

/** An IPv4 address at the end is two groups. */
function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? pairOf(group) : [group]));
}

function pairOf(ipv4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * BYTE + b, c * BYTE + d].map((group) => group.toString(16));
}

/** Whether it is an IPv4 address that is written as one of IPv6 (::ffff:0:0/96). */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, MAPPED_ZEROS).every((group) => group === 0) && groups[MAPPED_ZEROS] === MAPPED_MARK;
}

function bytesOf(group: number): number[] {
  return [Math.floor(group / BYTE), group % BYTE];
}
