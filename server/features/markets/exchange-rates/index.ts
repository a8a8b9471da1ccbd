/** The front door of exchange rates: what is shown in yuan, and what sets it. */
export { ExchangeRates } from './exchange-rates.js';
export { ExchangeRatesModule } from './exchange-rates.module.js';
export { ListExchangeRates } from './list-exchange-rates.js';
export { SetExchangeRate } from './set-exchange-rate.js';
export type { YuanRate } from './yuan-rate.js';
