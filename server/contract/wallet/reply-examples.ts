import { ok } from '../envelope.dto.js';
import type {
  AccountTotalView,
  CurrencyListView,
  CurrencyRowView,
  WalletDetailView,
  WalletListView,
  WalletView,
} from './wallet.dto.js';

const RATE_AGE_MS = 21_600_000;

const USDT: CurrencyRowView = {
  id: 3,
  name: 'USDT',
  logo: '/api/currency/logo/USDT.svg',
  is_legal: 1,
  is_match: 1,
  is_lever: 1,
  is_micro: 1,
  is_trust: 1,
  is_display: 1,
  decimal_scale: 8,
  sort: 1,
};
const BTC: CurrencyRowView = {
  ...USDT,
  id: 1,
  name: 'BTC',
  logo: '/api/currency/logo/BTC.svg',
  is_legal: 0,
  is_lever: 0,
  is_micro: 0,
  sort: 2,
};
const CURRENCIES: CurrencyListView = { currency: [USDT, BTC], legal: [USDT] };

export const USDT_WALLET: WalletView = {
  id: 3,
  user_id: '100001',
  currency: 3,
  currency_name: 'USDT',
  currency_type: 'usdt',
  currency_logo: '/api/currency/logo/USDT.svg',
  address: '',
  legal_balance: '0.00000000',
  lock_legal_balance: '0.00000000',
  change_balance: '949.95000000',
  lock_change_balance: '50.05000000',
  lever_balance: '939.69447250',
  lock_lever_balance: '60.00550000',
  micro_balance: '1000.00000000',
  lock_micro_balance: '0.00000000',
  trust_balance: '0.00000000',
  lock_trust_balance: '0.00000000',
  is_legal: 0,
  is_match: 1,
  is_lever: 1,
  is_micro: 1,
  is_trust: 1,
  usdt_price: '1.00000000',
  price_age_ms: 0,
  cny_price: '7.10000000',
  cny_age_ms: RATE_AGE_MS,
  pb_price: '',
};

const total = (totle: string, CNY: string, balance = [USDT_WALLET]): AccountTotalView => ({
  balance,
  totle,
  usdt_totle: totle,
  CNY,
  unpriced: [],
});
const WALLETS: WalletListView = {
  account_type: 'simulation_account',
  legal_wallet: total('0.00000000', '0.00000000', []),
  change_wallet: total('1000.00000000', '7100.00000000'),
  lever_wallet: total('999.69997250', '7097.86980475'),
  micro_wallet: total('1000.00000000', '7100.00000000'),
  trust_wallet: total('0.00000000', '0.00000000'),
  usdt_totle: '2999.69997250',
  price_age_ms: 0,
  unpriced: [],
  ExRate: '7.1',
  ExRate_age_ms: RATE_AGE_MS,
};

const DETAIL: WalletDetailView = {
  id: 3,
  currency: 3,
  currency_name: 'USDT',
  change_balance: '949.95000000',
  lock_change_balance: '50.05000000',
  address: '',
  is_legal: 0,
  is_match: 1,
  is_lever: 1,
  is_micro: 1,
  is_trust: 1,
  is_charge: 1,
  coin_trade_fee: '0.10000000',
  ExRate: '7.1',
  ExRate_age_ms: RATE_AGE_MS,
  usdt_price: '1.00000000',
  price_age_ms: 0,
};

export const WALLET_REPLIES = {
  'POST wallet/list': ok(WALLETS),
  'POST wallet/detail': ok(DETAIL),
  'GET currency/list': ok(CURRENCIES),
  'GET currency/type': ok([USDT]),
} as const;
