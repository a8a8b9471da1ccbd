import type { BookChange } from './change.js';

/** Changes of what users forbid themselves. */
export const OWN_LIMIT_CHANGES: readonly BookChange[] = [
  {
    name: 'a laxer limit holds at once',
    foundBy: 'G01',
    sql: 'update own_limit set effective_at = asked_at where effective_at > asked_at',
  },
  {
    name: 'a limit is a larger one than its user set',
    foundBy: 'G02',
    sql: 'update own_limit set amount = 1000000 where effective_at = asked_at',
  },
  {
    name: 'a break is shorter than its user began it',
    foundBy: 'G02',
    sql: `update own_break set hours = 24, ends_at = begins_at + interval '24 hours'`,
  },
  {
    name: 'commands look at an earlier end of a break',
    foundBy: 'G03',
    sql: `update own_limit_account set break_until = now() where break_until is not null`,
  },
  {
    name: 'a break was never begun',
    foundBy: 'G03',
    sql: 'delete from own_break; update own_limit_account set break_until = null, excluded_until = null',
  },
];
