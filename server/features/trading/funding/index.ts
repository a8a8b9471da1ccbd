/** The front door of funding: what was decided at its instants. */
export { FundingModule } from './funding.module.js';
export { ListFundingStamps } from './list-funding-stamps.js';
