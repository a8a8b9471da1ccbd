const NAMES: Record<string, string> = { ethereum: 'Ethereum', tron: 'TRON', bitcoin: 'Bitcoin' };

/** A chain's own name, the same in every language; the empty text for the bank. */
export function chainName(chain: string): string {
  return NAMES[chain] ?? '';
}
