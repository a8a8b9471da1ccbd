import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAPPED_ZEROS = 5;
const MAPPED_MARK = 0xffff;
const BYTE = 256;

/** Whose an address is: an IPv4 address by itself, of IPv6 its /64, which one customer has whole. */
export function networkOf(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const written = tail === undefined ? before : [...before, ...zeros, ...after];
  const groups = written.map((group) => Number.parseInt(group, 16));
  if (isMapped(groups)) return groups.slice(-2).flatMap(bytesOf).join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
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
