import type { DecimalText } from '../money.js';
import { OptionalText } from '../text-fields.js';
import { ProofFields } from './proofs.dto.js';

/** With the proofs of the act `close-account`. */
export class AskForErasureRequest extends ProofFields {
  /** The fund password, where the account has one. */
  @OptionalText(20)
  pay_password?: string;
  /**
   * What the user agrees to give up, as `rest` of `user/erasure` has it: `BTC:0.00000012,USDT:0.4`. It goes to the house when the
   * account is erased; empty where `rest` is.
   */
  @OptionalText(4000)
  give_up?: string;
}

/** What is left of a coin on real accounts, less than the smallest withdrawal and the smallest sale. */
export class ErasureRestView {
  currency: string;
  amount: DecimalText;
}

export class ErasureObstacleView {
  /**
   * `money`, `sub-accounts`, `spot-orders`, `spot-stops`, `positions`, `options`, `trust`, `subscriptions`, `applications`, `deals`, `adverts`,
   * `deposits`, `withdrawals`, `adjustments`, `complaints`.
   */
  name: string;
  count: number;
}

export class ErasureView {
  /** `none`, `waiting`: the account is erased when its time has come, or `stopped`: something stood in the way then. */
  state: string;
  /** UTC; empty: nobody asked. */
  asked_at: string;
  /** Until when it can be taken back, UTC; empty: nobody asked. */
  due_at: string;
  /** What stands in the way now. */
  obstacles: ErasureObstacleView[];
  /** What is too little to leave the account and has to be given up; while it waits, what was. */
  rest: ErasureRestView[];
  /** What stood in the way of the last one, where it was stopped. */
  stopped_by: string[];
  /** Days in which it can be taken back. */
  wait_days: number;
  /** Years for which the law wants records kept. */
  keep_years: number;
  /** Whether the fund password is asked for: 0, 1. */
  needs_fund_password: number;
}
