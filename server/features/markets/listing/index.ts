/** The front door of listing: how a new coin gets a market of its own. */
export { JudgeListing } from './judge-listing.js';
export { ListCoin } from './list-coin.js';
export { listingDetail, type ListingTerms } from './listing-terms.js';
export { ListingModule } from './listing.module.js';
export { registerPromisedCoins } from './listing.store.js';
