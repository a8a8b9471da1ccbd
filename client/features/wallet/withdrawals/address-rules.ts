import { type AddressChain, isAddress } from '../../../../server/contract/rules/chain-address.rules';

/** `spelling`: an EVM address without capitals, whose checksum cannot be looked at. */
export type AddressVerdict = 'required' | 'spelling' | 'checksum' | 'otherChain' | null;

const CHAINS: readonly AddressChain[] = ['ethereum', 'tron', 'bitcoin'];

/** Wallets put a name and a colon before an address that is scanned: `tron:T…`. */
export function plainAddress(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^(ethereum|tron|bitcoin):/i, '')
    .replace(/[?@].*$/, '');
}

/** Looks at an address as it is typed: its checksum on the chain, and whether it belongs to another one. */
export function judgeAddress(text: string, chain: AddressChain): AddressVerdict {
  const address = plainAddress(text);
  if (address === '') return 'required';
  if (isAddress(chain, address)) return null;
  if (CHAINS.some((other) => other !== chain && isAddress(other, address))) return 'otherChain';
  if (/^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(address)) return chain === 'ethereum' ? 'spelling' : 'otherChain';
  return 'checksum';
}

const LENGTHS: Record<AddressChain, number> = { ethereum: 42, tron: 34, bitcoin: 26 };

/** Whether so much is typed that an error is worth saying before the field is left. */
export function isLongEnough(text: string, chain: AddressChain): boolean {
  return plainAddress(text).length >= LENGTHS[chain];
}
