const EXPLORERS: Readonly<Record<string, string>> = {
  TRC20: 'https://tronscan.org/#/transaction/',
  ERC20: 'https://etherscan.io/tx/',
  BEP20: 'https://bscscan.com/tx/',
  BTC: 'https://mempool.space/tx/',
  BITCOIN: 'https://mempool.space/tx/',
  DOGE: 'https://dogechain.info/tx/',
  DOGECOIN: 'https://dogechain.info/tx/',
};

/** Where the chain itself says what became of a transaction; null where no explorer is known. */
export function explorerOf(network: string, hash: string): string | null {
  const name = network.toUpperCase();
  const base = EXPLORERS[name];
  if (base === undefined || !/^(0x)?[0-9a-f]{64}$/i.test(hash)) return null;
  const isEvm = name === 'ERC20' || name === 'BEP20';
  const bare = hash.replace(/^0x/i, '');
  return base + (isEvm ? `0x${bare}` : bare);
}
