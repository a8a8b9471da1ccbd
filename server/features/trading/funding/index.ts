/** The front door of funding: its rates, and what positions that were open at a stamp pay or receive. */
export { FundingModule } from './funding.module.js';
