/** The front door of funding: what was decided at its instants, and what is expected of the next. */
export { GetFunding } from './get-funding.js';
export { FundingModule } from './funding.module.js';
export { ListFundingStamps } from './list-funding-stamps.js';
