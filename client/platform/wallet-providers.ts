/** What EIP-1193 says a wallet in the page offers. Only the two methods of a login are ever called. */
export interface ErcProvider {
  request(call: { method: ErcMethod; params?: unknown[] }): Promise<unknown>;
}

type ErcMethod = 'eth_requestAccounts' | 'eth_chainId' | 'personal_sign';

export interface ErcWallet {
  name: string;
  provider: ErcProvider;
}

/** What TronLink and its kin offer; again only what a login needs. */
export interface TronWallet {
  request?(call: { method: 'tron_requestAccounts' }): Promise<unknown>;
  tronWeb?: TronWeb;
}

interface TronWeb {
  defaultAddress?: { base58?: string | false };
  trx?: { signMessageV2?: (message: string) => Promise<string> };
}

interface WalletWindow {
  ethereum?: ErcProvider & { providers?: ErcProvider[]; isTronLink?: boolean };
  tronLink?: TronWallet;
  tronWeb?: TronWeb;
}

const ANNOUNCE_MS = 150;

interface Announcement {
  info?: { uuid?: string; name?: string };
  provider?: ErcProvider;
}

/** The ERC wallets of the browser: those that announce themselves (EIP-6963), else the one of `window.ethereum`. */
export async function findErcWallets(): Promise<ErcWallet[]> {
  const found = new Map<string, ErcWallet>();
  const hear = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announcement | undefined>).detail ?? {};
    if (provider) found.set(info?.uuid ?? String(found.size), { name: info?.name ?? 'Wallet', provider });
  };
  window.addEventListener('eip6963:announceProvider', hear);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  window.removeEventListener('eip6963:announceProvider', hear);
  const { ethereum } = window as WalletWindow;
  if (found.size === 0 && ethereum) return [{ name: 'Wallet', provider: ethereum }];
  return [...found.values()];
}

/** The TRON wallet of the browser; null without one. */
export function findTronWallet(): TronWallet | null {
  const { tronLink, tronWeb } = window as WalletWindow;
  if (tronLink) return tronLink;
  return tronWeb ? { tronWeb } : null;
}

/** Wallet apps whose own browser can open this page, with the links that their makers document. */
export const WALLET_APPS: readonly { name: string; link: (address: string) => string }[] = [
  { name: 'MetaMask', link: (address) => `https://metamask.app.link/dapp/${address.replace(/^https?:\/\//, '')}` },
  { name: 'Coinbase Wallet', link: (address) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(address)}` },
  {
    name: 'Trust Wallet',
    link: (address) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(address)}`,
  },
  // Its maker documents a link that opens the app, and none that names a page: in its browser the address is typed.
  { name: 'Crypto.com DeFi Wallet', link: () => 'https://wallet.crypto.com/deeplink' },
];
