/**
 * The desk of the operators: what every call of `/ops/api` takes and answers. Instants are Unix milliseconds, amounts
 * decimal text, numbers of rows text. Bodies are JSON. Nothing here names a price, an outcome, a payout or the odds of
 * anybody. Pages import types from here and plain lists from `operations-words`.
 */
export * from './operations-words.js';
export * from './operations-people.dto.js';
export * from './operations-cases.dto.js';
export * from './operations-proposals.dto.js';
export * from './operations-settings.dto.js';
export * from './operations-users.dto.js';
export * from './operations-books.dto.js';
export * from './operations-audit.dto.js';
