import { accountTypeOf } from '../../../contract/account-type.dto.js';
import type { Language } from '../../../contract/errors.js';
import type { StatementLine } from '../../../contract/wallet/ledger.dto.js';
import { statementText } from '../../../contract/languages/statement.js';
import type { DecimalText } from '../../../contract/money.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { wireTime } from '../../../contract/pages.dto.js';
import {
  type AccountTotalView,
  accountOfWire,
  type StatementLineView,
  type WalletAccount,
  type WalletDetailView,
  type WalletListView,
  type WalletView,
  WIRE_OF_ACCOUNT,
  type WireAccount,
} from '../../../contract/wallet/wallet.dto.js';
import type { YuanRate } from '../../markets/exchange-rates/index.js';
import { totalOf, type Wallet } from './list-wallets.js';
import type { WalletCurrency } from './wallet-catalog.store.js';
import { worth } from './worth.rules.js';

const ZERO = '0.00000000';

/** Which accounts may hold the currency, in the wire's words. */
export function accountFlags({ accounts }: WalletCurrency) {
  const flag = (account: WalletAccount) => (accounts.includes(account) ? 1 : 0);
  return {
    is_legal: 0,
    is_match: flag('spot'),
    is_lever: flag('contract'),
    is_micro: flag('option'),
    is_trust: flag('trust'),
  };
}

export function walletView(userId: string, { currency, balances, price }: Wallet, rate: YuanRate): WalletView {
  const { spot, option, contract, trust } = balances;
  return {
    id: currency.id,
    user_id: userId,
    currency: currency.id,
    currency_name: currency.code,
    currency_type: currency.code.toLowerCase(),
    currency_logo: currency.logo,
    address: '',
    legal_balance: ZERO,
    lock_legal_balance: ZERO,
    change_balance: wireAmount(spot.available),
    lock_change_balance: wireAmount(spot.frozen),
    lever_balance: wireAmount(contract.available),
    lock_lever_balance: wireAmount(contract.frozen),
    micro_balance: wireAmount(option.available),
    lock_micro_balance: wireAmount(option.frozen),
    trust_balance: wireAmount(trust.available),
    lock_trust_balance: wireAmount(trust.frozen),
    ...accountFlags(currency),
    usdt_price: price ? wireAmount(price.price) : '',
    price_age_ms: price?.ageMs ?? null,
    cny_price: price ? wireAmount(worth(price.price, rate.yuan)) : ZERO,
    cny_age_ms: rate.ageMs,
    pb_price: '',
  };
}

/** Each account with the currencies that it may hold, or that are in it all the same. */
export function walletListView(
  userId: string,
  wallets: Wallet[],
  { rate, demo }: { rate: YuanRate; demo: boolean },
): WalletListView {
  const all = totalOf(wallets);
  const account = (name: WalletAccount): AccountTotalView => {
    const held = wallets.filter(({ currency }) => currency.accounts.includes(name));
    const total = totalOf(wallets, [name]);
    const usdt = wireAmount(total.usdt);
    const balance = held.map((wallet) => walletView(userId, wallet, rate));
    const CNY = wireAmount(worth(total.usdt, rate.yuan));
    return { balance, totle: usdt, usdt_totle: usdt, CNY, unpriced: total.unpriced };
  };
  return {
    account_type: accountTypeOf(demo),
    legal_wallet: { balance: [], totle: ZERO, usdt_totle: ZERO, CNY: ZERO, unpriced: [] },
    change_wallet: account('spot'),
    lever_wallet: account('contract'),
    micro_wallet: account('option'),
    trust_wallet: account('trust'),
    usdt_totle: wireAmount(all.usdt),
    price_age_ms: all.ageMs,
    unpriced: all.unpriced,
    ExRate: rate.yuan,
    ExRate_age_ms: rate.ageMs,
  };
}

export interface DetailFacts {
  /** Percent of a spot trade. */
  tradeFee: DecimalText;
  isDepositable: boolean;
  rate: YuanRate;
}

export function walletDetailView(wallet: Wallet, type: WireAccount, facts: DetailFacts): WalletDetailView {
  const { currency, balances, price } = wallet;
  const account = accountOfWire(type);
  const { available, frozen } = account ? balances[account] : { available: '0', frozen: '0' };
  return {
    id: currency.id,
    currency: currency.id,
    currency_name: currency.code,
    [`${type}_balance`]: wireAmount(available),
    [`lock_${type}_balance`]: wireAmount(frozen),
    address: '',
    ...accountFlags(currency),
    is_charge: facts.isDepositable ? 1 : 0,
    coin_trade_fee: wireAmount(facts.tradeFee),
    ExRate: facts.rate.yuan,
    ExRate_age_ms: facts.rate.ageMs,
    usdt_price: price ? wireAmount(price.price) : '',
    price_age_ms: price?.ageMs ?? null,
  };
}

/** The old clients' numbers of what happened. Transfers are 9 to 16: out of an account odd, into it even. */
const TRANSFER_TYPES: Record<WalletAccount, number> = { spot: 9, contract: 11, option: 13, trust: 15 };
const LINE_TYPES = new Map([
  ['deposits.credit', 200],
  ['withdrawals.freeze', 201],
  ['withdrawals.pay', 202],
  ['withdrawals.return', 203],
  ['wallet.adjustment', 204],
  ['demo.grant', 205],
]);
const OTHER_TYPE = 299;

export interface StatementReader {
  userId: string;
  /** Name of the account for its owner. */
  account: string;
  language: Language;
  codeOf: (currencyId: number) => string;
}

export function statementLineView(line: StatementLine, reader: StatementReader): StatementLineView {
  const isOut = line.amount.startsWith('-');
  const account = line.kind.replace('_frozen', '') as WalletAccount;
  const transfer = TRANSFER_TYPES[account] + (isOut ? 0 : 1);
  return {
    id: `${line.accountId}-${line.sequence}`,
    user_id: reader.userId,
    value: wireAmount(line.amount),
    before: wireAmount(line.before),
    after: wireAmount(line.after),
    created_time: wireTime(line.at),
    created_at: wireTime(line.at),
    info: statementText(reader.language, line.reason),
    reason: line.reason,
    type: line.reason === 'wallet.transfer' ? transfer : (LINE_TYPES.get(line.reason) ?? OTHER_TYPE),
    wallet_type: line.kind.replace(account, WIRE_OF_ACCOUNT[account]),
    currency: line.currencyId,
    currency_name: reader.codeOf(line.currencyId),
    transaction_info: line.reference,
    account_number: reader.account,
    account: reader.account,
    from_user_id: 0,
  };
}
