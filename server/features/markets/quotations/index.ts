/** The front door of the quotations: markets as lists and old clients show them. */
export { GetQuotation } from './get-quotation.js';
export { ListTrades } from './list-trades.js';
export { QuotationsModule } from './quotations.module.js';
export { type Spark, Sparks } from './sparks.js';
