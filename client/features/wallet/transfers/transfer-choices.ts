import { WALLET_ACCOUNTS, type WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { type Holding, isZero } from '../balances';

/** What a transfer is about, without its amount. */
export interface TransferChoice {
  from: WalletAccount;
  to: WalletAccount;
  currencyId: number;
}

/** What a link asks for; any of it may be missing or make no sense. */
export interface TransferWish {
  from?: string | null;
  to?: string | null;
  /** Its code or, in older links, its number. */
  coin?: string | null;
}

const known = (word: string | null | undefined) => WALLET_ACCOUNTS.find((account) => account === word) ?? null;

/** Coins that can be moved at all: more than one account may hold them. */
export function movable(holdings: readonly Holding[]): Holding[] {
  return holdings.filter(({ accounts }) => accounts.length > 1);
}

/**
 * A choice that is possible and as near to the wish as can be: from the account with money of the first coin that has
 * any, to another one that may hold it. Null when nothing can be moved at all.
 */
export function firstChoice(holdings: readonly Holding[], wish: TransferWish): TransferChoice | null {
  const coins = movable(holdings);
  const wished = known(wish.from);
  const hasMoney = ({ pockets, accounts }: Holding) =>
    (wished ? [wished] : accounts).some((account) => accounts.includes(account) && !isZero(pockets[account].available));
  const asked = coins.find(({ code, currencyId }) =>
    [code, String(currencyId)].includes(wish.coin?.toUpperCase() ?? ''),
  );
  const coin = asked ?? coins.find(hasMoney) ?? coins[0];
  if (!coin) return null;
  const { accounts, pockets, currencyId } = coin;
  const funded = accounts.find((account) => account !== known(wish.to) && !isZero(pockets[account].available));
  const from = (wished && accounts.includes(wished) ? wished : (funded ?? accounts[0])) as WalletAccount;
  return { from, to: otherAccount(coin, from, known(wish.to)), currencyId };
}

/** The wished account where it may hold the coin and is not the same one; else the first that is. */
export function otherAccount(coin: Holding, account: WalletAccount, wish: WalletAccount | null): WalletAccount {
  const others = coin.accounts.filter((one) => one !== account);
  return (wish !== null && others.includes(wish) ? wish : others[0]) ?? account;
}

/** The same choice for another coin, whose accounts may be others. */
export function withCoin({ from, to }: TransferChoice, coin: Holding): TransferChoice {
  const source = coin.accounts.includes(from) ? from : (coin.accounts[0] ?? from);
  return { from: source, to: otherAccount(coin, source, to), currencyId: coin.currencyId };
}

/** Another account on one side; where it stood on the other side already, the two change places. */
export function withAccount(choice: TransferChoice, side: 'from' | 'to', account: WalletAccount): TransferChoice {
  const opposite = side === 'from' ? 'to' : 'from';
  const moved = choice[opposite] === account ? { [opposite]: choice[side] } : {};
  return { ...choice, ...moved, [side]: account };
}
