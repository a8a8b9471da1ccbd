import { BlockList, isIP } from 'node:net';

/** What is nobody's on the open network (IANA's registries of special-purpose addresses): this machine, its network, its cloud. */
const PRIVATE: readonly [address: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
];
/** Of IPv6, and behind it an address of IPv4. */
const CARRIERS: readonly string[] = ['::ffff:', '64:ff9b::'];

const blocked = new BlockList();
for (const [address, bits] of PRIVATE) blocked.addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether the address, in whatever spelling, is of no machine on the open network. What is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return blocked.check(address, 'ipv4');
  if (version !== 6) return true;
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const carrier = CARRIERS.find((start) => plain.startsWith(start));
  if (carrier !== undefined) return isPrivateAddress(carried(plain.slice(carrier.length)));
  return blocked.check(plain, 'ipv6');
}

/** `7f00:1` is 127.0.0.1. */
function carried(tail: string): string {
  const [high = 0, low = 0] = tail.split(':').map((part) => Number.parseInt(part || '0', 16));
  const whole = tail.includes(':') ? [high, low] : [0, high];
  return whole.flatMap((part) => [part >> 8, part & 0xff]).join('.');
}
