/** What somebody does who is active, on a day, by command; what it costs is measured. About twenty commands and two logins. */
export const DAY_OF_A_USER = {
  /** A real option of a minute, bought and settled. */
  option: 4,
  /** A spot order at the market. */
  spot: 4,
  /** A spot order with a limit that is taken back: two commands. */
  'spot-cancelled': 2,
  /** A futures position at the market, opened and closed as a whole: two commands. */
  contract: 2,
  /** Own money from one account to another. */
  transfer: 1,
  login: 2,
} as const;
export type Act = keyof typeof DAY_OF_A_USER;

/** What grows by itself: so often a day, for all markets together. */
export const DAY_OF_MARKETS = {
  /** A minute of one market on the tape; 36 are on it, second for second. One of spot alone is a tenth of that. */
  tape: 36 * 24 * 60,
  /** An hour of bars of one market, of all periods that end within it; there are 44. */
  bars: 44 * 24,
} as const;
export type MarketAct = keyof typeof DAY_OF_MARKETS;

/** Numbers of active users that figures are given for. */
export const ACTIVE_USERS = [1000, 100_000, 1_000_000] as const;

/**
 * What becomes of the rows of a table that grows with use: for how many days they are kept, or that they are never dropped. A table that
 * grows and is not here fails the measurement.
 */
export const RETENTION_DAYS: Readonly<Record<string, number | 'for ever'>> = {
  // Read from `retention_rule` where that says it; so many whole days and the one that it is.
  outbox: 4,
  // From its end, at most 30 days after its beginning.
  account_session: 430,
  idempotent_command: 1,
  price_sample: 14,
  account_notice: 90,
  // Until it is decided by what users are told of it: a second.
  notice_outgoing: 1 / 24,
  trade_result_day: 366,
  account_security_event: 'for ever',
  candle: 'for ever',
  futures_position: 'for ever',
  futures_position_step: 'for ever',
  ledger_hold: 'for ever',
  ledger_journal: 'for ever',
  ledger_posting: 'for ever',
  option_entry: 'for ever',
  option_order: 'for ever',
  option_settlement: 'for ever',
  profit_day: 'for ever',
  profit_flow: 'for ever',
  spot_fill: 'for ever',
  spot_order: 'for ever',
  tape_path: 'for ever',
  wallet_transfer: 'for ever',
};

/** What does not grow with commands, although the first ones add to it. */
export const BOUNDED: Readonly<Record<string, string>> = {
  ledger_account: 'one of a user, kind and currency, and of the house in shards',
  futures_open_lots: 'one of a market, book, side and shard',
  option_exposure: 'one of a market, currency, book and shard',
  profit_price: 'one of a currency and day',
  ledger_seal: 'one in five seconds at most',
};

/** With fewer rows a command, it is something that there is once for many. */
export const ROWS_LEAST = 0.1;
