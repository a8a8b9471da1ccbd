import type { EventAccount, EventEntity } from './event-fields.dto.js';
import type { DecimalText } from './money.js';

/** Something of a user's as it stands, with the version by which events of it are told to be newer. */
export type StateEntity = EventEntity & Record<string, unknown>;

/** An account of the user with money in it, now or ever: entity `balance:{account}:{currencyId}` as in its events. */
export interface BalanceState extends EventEntity {
  account: EventAccount;
  currencyId: number;
  after: DecimalText;
  demo: boolean;
}

/**
 * Everything of a user that events tell of, as it stood after the event numbered `sequence` of the stream `epoch`. A
 * page that subscribes to `account.events` from exactly that place and applies what comes has what the server has.
 */
export class AccountStateView {
  epoch: string;
  sequence: number;
  /** Unix milliseconds. */
  at: number;
  /**
   * Things by kind. `balances` (real and demo money), `deposits` and `withdrawals` (those still open), `kyc`, and one
   * part for each product: open orders, positions, options.
   */
  parts: Record<string, StateEntity[]>;
}
