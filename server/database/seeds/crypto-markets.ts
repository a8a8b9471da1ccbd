import type { MarketSeed } from './market-seed.js';

type Row = readonly [
  id: number,
  base: string,
  name: string,
  priceScale: number,
  quantityScale: number,
  lotSize: string,
  spread: string,
  simulatedPrice: string,
];

/** Market ids are the wire's match ids and never change. */
const ROWS: readonly Row[] = [
  [1, 'BTC', 'Bitcoin', 2, 6, '0.01', '5', '65100.00'],
  [2, 'ETH', 'Ethereum', 2, 5, '0.1', '0.2', '1922.00'],
  [3, 'USDC', 'USD Coin', 5, 2, '100', '0.0001', '0.99980'],
  [4, 'DOGE', 'Dogecoin', 5, 1, '1000', '0.00001', '0.07050'],
  [5, 'SOL', 'Solana', 2, 4, '1', '0.01', '77.30'],
  [6, 'XRP', 'XRP', 4, 2, '100', '0.0001', '1.1200'],
  [7, 'BNB', 'BNB', 2, 4, '0.1', '0.1', '571.00'],
  [8, 'ADA', 'Cardano', 4, 2, '500', '0.0001', '0.2100'],
  [9, 'TRX', 'TRON', 5, 2, '500', '0.00004', '0.30500'],
  [10, 'LTC', 'Litecoin', 2, 5, '1', '0.01', '47.20'],
  [11, 'LINK', 'Chainlink', 3, 3, '10', '0.001', '7.900'],
  [12, 'AVAX', 'Avalanche', 3, 3, '10', '0.001', '7.600'],
  [13, 'DOT', 'Polkadot', 4, 3, '100', '0.0002', '1.0300'],
  [14, 'SHIB', 'Shiba Inu', 9, 0, '10000000', '0.000000001', '0.000004720'],
  [15, 'BCH', 'Bitcoin Cash', 2, 4, '0.1', '0.05', '381.00'],
  [16, 'UNI', 'Uniswap', 3, 2, '10', '0.001', '2.700'],
  [17, 'NEAR', 'NEAR Protocol', 4, 2, '50', '0.0002', '1.1000'],
  [18, 'APT', 'Aptos', 4, 2, '100', '0.0002', '0.8000'],
  [19, 'ARB', 'Arbitrum', 5, 2, '1000', '0.00002', '0.09800'],
  [20, 'OP', 'Optimism', 5, 2, '1000', '0.00002', '0.10200'],
  [21, 'ATOM', 'Cosmos', 4, 2, '50', '0.0003', '1.5800'],
  [22, 'FIL', 'Filecoin', 4, 2, '100', '0.0002', '0.7900'],
  [23, 'ETC', 'Ethereum Classic', 3, 3, '10', '0.001', '7.200'],
  [24, 'XLM', 'Stellar', 5, 1, '500', '0.00003', '0.13900'],
  [25, 'AAVE', 'Aave', 2, 4, '1', '0.01', '81.00'],
  [26, 'SUI', 'Sui', 4, 2, '100', '0.0002', '0.7900'],
  [27, 'HBAR', 'Hedera', 5, 1, '1000', '0.00002', '0.07600'],
];

/** No perpetual of ours: the venues trade USDC flat, and list SHIB only as a contract of 1,000. */
const WITHOUT_PERPETUAL = new Set(['USDC', 'SHIB']);
const RECOMMENDED = new Set(['BTC', 'ETH', 'DOGE', 'SOL', 'XRP']);
const MAJORS = new Set(['BTC', 'ETH']);

/**
 * Crypto pairs, all against USDT, priced by Bybit: the pair by its spot market, contracts by its perpetual; with the spot
 * markets of Bybit, Binance and OKX as constituents.
 */
export const CRYPTO_MARKETS: readonly MarketSeed[] = ROWS.map(
  ([id, base, name, priceScale, quantityScale, lotSize, spread, simulatedPrice]) => {
    const symbol = `${base}USDT`;
    const perpetual = !WITHOUT_PERPETUAL.has(base);
    const constituents = [`bybit:spot:${symbol}`, `binance:spot:${symbol}`, `okx:spot:${base}-USDT`];
    return {
      id,
      base,
      quote: 'USDT',
      name,
      category: 'crypto',
      calendar: 'always',
      priceScale,
      quantityScale,
      spot: true,
      perpetual,
      option: base !== 'USDC',
      recommended: RECOMMENDED.has(base),
      sort: id,
      lotSize,
      spread,
      perpetualFeePercent: '0.05',
      optionFeePercent: '1',
      overnightPercent: '0.02',
      priceInstrument: `bybit:spot:${symbol}`,
      perpetualInstrument: perpetual ? `bybit:linear:${symbol}` : null,
      markInstrument: perpetual ? `bybit:linear:${symbol}` : null,
      constituents,
      constituentsMin: constituents.length,
      outlierRatio: MAJORS.has(base) ? '0.01' : '0.03',
      bandRatio: MAJORS.has(base) ? '0.05' : '0.1',
      simulatedPrice,
    };
  },
);
