/**
 * The front door of the price feed: the part of a process that feeds. What it makes is read from the markets' board, so
 * nothing else goes out.
 */
export { PriceFeedModule } from './price-feed.module.js';
