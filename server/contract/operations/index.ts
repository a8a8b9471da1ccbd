/**
 * The desk of the operators: what every call of `/ops/api` takes and answers. Instants are Unix milliseconds, amounts
 * decimal text, numbers of rows text. Bodies are JSON. Nothing here names a price, an outcome, or the payout and the odds of
 * anybody: what two operators agree on are the terms of everybody's new orders. Pages import types from here and plain lists from `operations/words`.
 */
export * from './words.js';
export * from './people.dto.js';
export * from './sending.dto.js';
export * from './cases.dto.js';
export * from './verification-decisions.dto.js';
export * from './proposals.dto.js';
export * from './announced-acts.dto.js';
export * from './pairs.dto.js';
export * from './settings.dto.js';
export * from './users.dto.js';
export * from './books.dto.js';
export * from './audit.dto.js';
export * from './funding.dto.js';
export * from './news.dto.js';
export * from './listing.dto.js';
export * from './subscriptions.dto.js';
export * from './otc.dto.js';
export * from './ieo.dto.js';
export * from './referral.dto.js';
export * from './reference.dto.js';
export * from './country-rules.dto.js';
export * from './product-terms.dto.js';
export * from './new-products.dto.js';
export * from './help.dto.js';
export * from './complaints.dto.js';
export * from './incidents.dto.js';
export * from './records.dto.js';
export * from './product-state.dto.js';
export * from './desk-files.dto.js';
export * from './many-withdrawals.dto.js';
