/** The front door of the sales of new coins: what the desk begins and ends, and looks at. */
export { IeoModule } from './ieo.module.js';
export { paidFor } from './ieo-sums.store.js';
export { type IeoProject, IeoStore } from './ieo.store.js';
export { ListSoldCoin } from './list-sold-coin.js';
export { PublishIeo } from './publish-ieo.js';
export { SaleTerms } from './sale-terms.js';
