/** The front door of the stocks. */
export { StocksModule } from './stocks.module.js';
