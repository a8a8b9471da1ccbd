import type { AccountType } from '../account-type.dto.js';
import type { FuturesMarginMode, FuturesProductView, TriggerSource } from './futures.dto.js';
import { PageView } from '../pages.dto.js';

/**
 * A row as the old clients know it. Prices and amounts are text with eight decimals, truncated; `number` has five.
 * `*_time` that did not happen is the empty text.
 */
export class LeverView {
  /** Row number. The old clients compare and send it back. */
  id: number;
  /** 1 long, 2 short. */
  type: number;
  user_id: number;
  currency: number;
  legal: number;
  /** The market's last price when it was ordered; of a limit order its limit. */
  origin_price: string;
  /** Entry price. */
  price: string;
  /** Mark now, or the price of closing. */
  update_price: string;
  target_profit_price: string;
  stop_loss_price: string;
  /** Lots. */
  share: number;
  /** Base quantity, five decimals. */
  number: string;
  /** Leverage. */
  multiple: number;
  origin_caution_money: string;
  caution_money: string;
  /** Profit or loss that is booked. */
  fact_profits: string;
  trade_fee: string;
  /** Funding rate has its own records; the zero text. */
  overnight: string;
  /** Funding paid (positive) or received so far. */
  overnight_money: string;
  status: number;
  /** 1: its money is settled. */
  settled: number;
  /** Unix seconds. */
  create_time: number;
  update_time: string;
  handle_time: string;
  complete_time: string;
  transaction_time: string;
  closed_type: string;
  time: string;
  symbol: string;
  profits: string;
  status_name: string;
  type_name: string;
  agent_path: string;

  /** What follows is ours. */
  order_number: string;
  account_type: AccountType;
  margin_mode: FuturesMarginMode;
  price_type: 'market' | 'limit';
  closed_as: string;
  mark_price: string;
  liquidation_price: string;
  liquidation_time: string;
  added_caution_money: string;
  target_profit_source: TriggerSource;
  stop_loss_source: TriggerSource;
}

export class LeverPage extends PageView {
  data: LeverView[];
}

export class LeverRiskView {
  /** What backs the positions / what they require, percent; the empty text without positions. */
  hazard_rate: string;
  profits_total: string;
}

/** The page in both nestings: of the newer clients under `message`, of the older ones beside it. */
export class LeverTradesView extends LeverPage {
  rate_profits_total: LeverRiskView;
  message: LeverPage;
  /** Free in the contract account. */
  lever_balance: string;
}

/** The old clients look for the risk beside the page, too. */
export class LeverTradesReply {
  type: 'ok';
  message: LeverTradesView;
  rate_profits_total: LeverRiskView;
}

export class LeverAllView {
  balance: string;
  hazard_rate: string;
  caution_money_total: string;
  origin_caution_money_total: string;
  profits_total: string;
  caution_money: string;
  origin_caution_money: string;
  profits: string;
  order: LeverPage;
}

export class LeverChoiceView {
  value: number;
}

export class LeverLevelView {
  price: string;
  number: string;
}

/** What the contract page of the old clients needs, spelling and all. */
export class LeverDealView {
  lever_transaction: { in: LeverLevelView[]; out: LeverLevelView[] };
  my_transaction: LeverView[];
  lever_share_limit: { min: number; max: number };
  multiple: { muit: LeverChoiceView[]; share: LeverChoiceView[] };
  last_price: string;
  /** Free in the contract account. */
  user_lever: string;
  /** Worth of the contract account. */
  all_levers: string;
  ustd_price: string;
  /** Yuan for one USDT, as the desk set it; for showing alone. */
  ExRAte: string;
  /** How old that rate is, in milliseconds. */
  ExRAte_age_ms: number;
  account_type: AccountType;
  /** Ours. */
  product: FuturesProductView;
}
