/** A row of `wallet_currency`: the accounts that may hold the currency. */
export type WalletCurrencySeed = readonly [currencyId: number, accounts: readonly string[], sort: number];

const ALL = ['spot', 'option', 'contract', 'trust'] as const;

/** The specification's coins are in all four accounts, the other coins of the spot markets in the spot account. */
export const WALLET_CURRENCIES: readonly WalletCurrencySeed[] = [
  [3, ALL, 1],
  [1, ALL, 2],
  [2, ALL, 3],
  [4, ALL, 4],
  [5, ALL, 5],
  ...Array.from({ length: 23 }, (_, index): WalletCurrencySeed => [6 + index, ['spot'], 6 + index]),
];

/**
 * How much of a coin may be changed by hand on one day, by one person and by all: roughly 5,000 and 20,000 USDT when it
 * was written. What an operator of the database has set is left as it is.
 */
export const ADJUSTMENT_CAPS: readonly (readonly [currencyId: number, byPerson: string, byAll: string])[] = [
  [1, '0.05', '0.2'],
  [2, '2', '8'],
  [3, '5000', '20000'],
  [4, '5000', '20000'],
  [5, '25000', '100000'],
  [6, '30', '120'],
  [7, '2000', '8000'],
  [8, '6', '24'],
  [9, '7000', '28000'],
  [10, '16000', '64000'],
  [11, '50', '200'],
  [12, '300', '1200'],
  [13, '200', '800'],
  [14, '1200', '4800'],
  [15, '400000000', '1600000000'],
  [16, '10', '40'],
  [17, '600', '2400'],
  [18, '2000', '8000'],
  [19, '1000', '4000'],
  [20, '12000', '48000'],
  [21, '8000', '32000'],
  [22, '1200', '4800'],
  [23, '2500', '10000'],
  [24, '250', '1000'],
  [25, '15000', '60000'],
  [26, '20', '80'],
  [27, '1800', '7200'],
  [28, '25000', '100000'],
];

/**
 * How many times of that one person, and all, may release on one day, and credit where no chain says whether the money
 * came: about 100,000 and 400,000 USDT.
 */
export const DAILY_WORK = 20;

/** A row of `coin_network`. */
export interface CoinNetworkSeed {
  currencyId: number;
  network: string;
  chain: 'ethereum' | 'tron' | 'bitcoin' | 'bank';
  contract: string | null;
  chainDecimals: number;
  confirmations: number;
  depositMinimum: string;
  withdrawalMinimum: string;
  /** Percent, because the old clients' withdrawal page shows a percentage and nothing else. */
  withdrawalFeePercent: string;
  secondPersonAbove: string;
}

type Row = readonly [
  currencyId: number,
  network: string,
  chain: CoinNetworkSeed['chain'],
  contract: string | null,
  chainDecimals: number,
  confirmations: number,
  depositMinimum: string,
  withdrawalMinimum: string,
  secondPersonAbove: string,
];

/**
 * The specification's networks. The contracts are those that the issuers publish for the main networks; OMNI is
 * Bitcoin's layer, where Tether is property 31.
 */
const ROWS: readonly Row[] = [
  [3, 'TRC20', 'tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, 20, '10', '10', '10000'],
  [3, 'ERC20', 'ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 12, '10', '20', '10000'],
  [3, 'OMNI', 'bitcoin', '31', 8, 3, '50', '50', '10000'],
  [3, 'BANK', 'bank', null, 0, 0, '100', '100', '10000'],
  [4, 'ERC20', 'ethereum', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6, 12, '10', '20', '10000'],
  [4, 'TRC20', 'tron', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 6, 20, '10', '10', '10000'],
  [1, 'OMNI', 'bitcoin', null, 8, 3, '0.0005', '0.001', '0.2'],
  [2, 'ERC20', 'ethereum', null, 18, 12, '0.005', '0.01', '4'],
];

const FEE_PERCENT = '0.1';

export const COIN_NETWORKS: readonly CoinNetworkSeed[] = ROWS.map(
  ([
    currencyId,
    network,
    chain,
    contract,
    chainDecimals,
    confirmations,
    depositMinimum,
    withdrawalMinimum,
    secondPersonAbove,
  ]) => ({
    currencyId,
    network,
    chain,
    contract,
    chainDecimals,
    confirmations,
    depositMinimum,
    withdrawalMinimum,
    withdrawalFeePercent: FEE_PERCENT,
    secondPersonAbove,
  }),
);
