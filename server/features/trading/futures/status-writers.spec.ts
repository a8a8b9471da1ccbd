import { storedFunctions } from '../../../platform/database/stored-functions.js';

/** An assignment, not a condition: behind `set` or behind the assignment before it. */
const ASSIGNED = /update\s+futures_position\b[^;]*?(?:\bset|,)\s+status\s*=/;
const MADE = /insert\s+into\s+futures_position\b/;

/** Decision 9. */
it('the status of a position is written where one is opened, filled, cancelled or closed, and by the plan of a liquidation', () => {
  const writers = storedFunctions().filter(({ text }) => ASSIGNED.test(text) || MADE.test(text));
  expect(writers.map(({ name }) => name)).toEqual([
    'futures_cancel_one',
    'futures_close_one',
    'futures_fill_one',
    'futures_open_one',
    'liquidation_write',
  ]);
});
