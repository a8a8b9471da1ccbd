import { IsIn, IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { AMOUNT, ID } from '../wallet/wallet.dto.js';
import { SpotMarketRequest } from './spot-ticket.dto.js';

/** A limit order: `transaction/in` buys, `transaction/out` sells. */
export class TransactionRequest extends SpotMarketRequest {
  /** The limit, more than zero. */
  @IsString()
  @Matches(AMOUNT)
  @Matches(/[1-9]/)
  price: DecimalText;

  /** Quantity of the base currency, more than zero. */
  @IsString()
  @Matches(AMOUNT)
  @Matches(/[1-9]/)
  num: DecimalText;
}

export class TransactionDeleteRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** On which side it is: `in` buys, `out` sells. */
  @IsIn(['in', 'out'])
  type: 'in' | 'out';
}

export class TransactionLevelView {
  price: DecimalText;
  /** Base quantity. */
  number: DecimalText;
}

export class TransactionTradeView {
  id: string;
  /** UTC. */
  time: string;
  price: DecimalText;
  number: DecimalText;
  /** 2 the taker bought, 1 the taker sold. */
  way: 1 | 2;
  currency_name: string;
  legal_name: string;
}

/** A market with its book and last trades, and what the caller has to trade with there. */
export class TransactionDealView {
  /** Empty while there is none. */
  last_price: DecimalText;
  /** Bids, the best first. */
  in: TransactionLevelView[];
  /** Asks, the best last: the old pages print them top down. */
  out: TransactionLevelView[];
  /** The last trades of the market, the newest first. */
  complete: TransactionTradeView[];
  /** Free in the caller's spot account, of the quote and of the base currency; zero for a guest. */
  user_legal: DecimalText;
  user_currency: DecimalText;
  /** Everything that the caller has, in yuan at the rate that the desk set. */
  user_cny: DecimalText;
  /** Yuan for one of the quote currency, as the desk set it. */
  cny_price: DecimalText;
  /** How old the rate of USDT is, by which `user_cny` was made, in milliseconds. */
  user_cny_age_ms: number;
  /** How old that of `cny_price` is; null where it is not known. */
  cny_age_ms: number | null;
}

/** An order of the caller's. */
export class TransactionOrderView {
  id: string;
  user_id: string;
  price: DecimalText;
  /** What is left of it; of an executed order what was executed. */
  number: DecimalText;
  currency: number;
  legal: number;
  currency_name: string;
  legal_name: string;
  type: 'in' | 'out';
  /** 2 bought, 1 sold. */
  way: 1 | 2;
  /** UTC. */
  create_time: string;
}

export class TransactionOrdersView {
  list: TransactionOrderView[];
  count: number;
  page: number;
  limit: number;
}
