/** The front door of the prices: the part of a process that feeds. What it makes is read from the markets' board. */
export { PricesModule } from './prices.module.js';
