import type { UserRecordKind } from '../../../contract/operations/words.js';

/** How a product's rows are read as records: `x` is the row, `$1` the user, `$2` whether demo money is asked for. */
export interface RecordQuery {
  /** From and joins, after `from`. */
  from: string;
  /** The user's rows, by an index that also gives their order. */
  where: string;
  isOpen: string;
  /** Of `UserRecordView`, each as an expression. */
  columns: RecordColumns;
}

interface RecordColumns {
  about: string;
  side?: string;
  status?: string;
  quantity?: string;
  unit?: string;
  price?: string;
  endPrice?: string;
  amount?: string;
  coin: string;
  result?: string;
  fee?: string;
  terms?: string;
  hasReport?: string;
  endedAt?: string;
}

const OF_BOOK = 'x.user_id = $1 and x.demo = $2';
/** What knows only real money. */
const REAL = 'x.user_id = $1 and not $2';
const ENDED_MONEY = `case when x.status not in ('review', 'approved') then x.updated_at end`;

const position: RecordQuery = {
  from: `futures_position x join market m on m.id = x.market_id join currency b on b.id = m.base_currency_id
    join currency c on c.id = x.currency_id`,
  where: OF_BOOK,
  isOpen: 'x.status in (0, 1, 2)',
  columns: {
    about: 'm.symbol',
    side: `case x.side when 1 then 'long' else 'short' end`,
    status: `case x.status when 0 then 'pending' when 1 then 'holding' when 2 then 'closing'
      when 3 then coalesce(x.closed_as, 'closed') else coalesce(x.closed_as, 'cancelled') end`,
    quantity: 'case when x.status in (1, 2) then x.lots else x.lots_ordered end * x.lot_size',
    unit: 'b.code',
    price: 'coalesce(x.entry_price, x.limit_price)',
    endPrice: 'x.close_price',
    amount: `case when x.status = 0 then x.reserved when x.status in (1, 2) then x.margin
      else x.initial_margin + x.added_margin end`,
    coin: 'c.code',
    result: 'x.realised_profit + x.funding',
    fee: 'x.fee',
    terms: `x.margin_mode || ' ' || x.leverage || 'x'`,
    hasReport: 'exists (select from liquidation_report r where r.position_id = x.id)',
    endedAt: 'x.closed_at',
  },
};

const spot: RecordQuery = {
  from: `spot_order x join market m on m.id = x.market_id join currency b on b.id = x.base_currency_id
    join currency c on c.id = x.quote_currency_id`,
  where: OF_BOOK,
  isOpen: `x.status = 'open'`,
  columns: {
    about: 'm.symbol',
    side: 'x.side',
    quantity: 'x.quantity',
    unit: 'b.code',
    price: 'x.limit_price',
    endPrice: 'case when x.filled > 0 then trunc(x.exact / x.filled, m.price_scale) end',
    amount: 'x.amount',
    coin: 'c.code',
    fee: 'x.fee',
    endedAt: 'x.ended_at',
  },
};

const option: RecordQuery = {
  from: `option_order x join market m on m.id = x.market_id join currency c on c.id = x.currency_id
    left join option_settlement s on s.id = x.settlement_id`,
  where: OF_BOOK,
  isOpen: `x.status = 'open'`,
  columns: {
    about: 'm.symbol',
    side: 'x.direction',
    status: 'coalesce(x.result, x.status)',
    price: 'x.entry_price',
    endPrice: 's.price',
    amount: 'x.stake',
    coin: 'c.code',
    result: 'x.profit',
    fee: 'x.fee',
    terms: `x.seconds || ' s'`,
    endedAt: 'x.settled_at',
  },
};

const trust: RecordQuery = {
  from: 'trust_order x join trust_product p on p.id = x.product_id join currency c on c.id = x.currency_id',
  where: OF_BOOK,
  isOpen: `x.status = 'custody'`,
  columns: {
    about: 'p.code',
    amount: 'x.principal',
    coin: 'c.code',
    result: 'x.income - x.penalty',
    terms: `x.accrued_days || ' / ' || x.term_days`,
    endedAt: 'x.ended_at',
  },
};

const deposit: RecordQuery = {
  from: `deposit x join currency c on c.id = x.currency_id left join coin_network n on n.id = x.coin_network_id`,
  where: REAL,
  isOpen: `x.status = 'review'`,
  columns: {
    about: 'c.code',
    amount: `case when x.status = 'approved' then x.amount else x.claimed_amount end`,
    coin: 'c.code',
    terms: `nullif(concat_ws(' · ', n.network, left(x.tx_hash, 12)), '')`,
    endedAt: ENDED_MONEY.replace(`('review', 'approved')`, `('review')`),
  },
};

const withdrawal: RecordQuery = {
  from: `withdrawal x join currency c on c.id = x.currency_id join coin_network n on n.id = x.coin_network_id`,
  where: REAL,
  isOpen: `x.status in ('review', 'approved')`,
  columns: {
    about: 'c.code',
    amount: 'x.amount',
    coin: 'c.code',
    fee: 'x.fee',
    terms: `concat_ws(' · ', n.network, left(x.chain_tx, 12))`,
    endedAt: ENDED_MONEY,
  },
};

const subscription: RecordQuery = {
  from: `subscription_order x join subscription_offer o on o.id = x.offer_id
    join currency c on c.id = x.payment_currency_id`,
  where: REAL,
  isOpen: `x.status in ('review', 'passed', 'locked')`,
  columns: {
    about: 'o.coin_name',
    quantity: 'x.coins',
    unit: 'o.coin_code',
    price: 'x.price',
    amount: 'x.cost',
    coin: 'c.code',
    endedAt: 'x.ended_at',
  },
};

const sale: RecordQuery = {
  from: `ieo_application x join ieo_project p on p.id = x.project_id join currency c on c.id = p.pay_currency_id`,
  where: REAL,
  isOpen: `x.status in ('committed', 'allotted', 'paid', 'locked', 'releasing')`,
  columns: {
    about: 'p.code',
    quantity: 'x.units',
    price: 'p.price',
    amount: 'coalesce(x.allotted, x.units) * p.price',
    coin: 'c.code',
  },
};

const otc: RecordQuery = {
  from: 'otc_order x join currency c on c.id = x.currency_id',
  where: '(x.buyer_id = $1 or x.seller_id = $1) and not $2',
  isOpen: 'x.status in (1, 2, 4)',
  columns: {
    about: `c.code || '/' || x.fiat`,
    side: `case when x.buyer_id = $1 then 'buy' else 'sell' end`,
    status: `case x.status when 1 then 'paying' when 2 then 'paid' when 3 then 'released' when 4 then 'appeal'
      else 'cancelled' end`,
    quantity: 'x.quantity',
    unit: 'c.code',
    price: 'x.price',
    amount: 'x.amount',
    coin: 'x.fiat',
    terms: `'#' || case when x.buyer_id = $1 then x.seller_id else x.buyer_id end`,
    endedAt: 'x.ended_at',
  },
};

export const RECORD_QUERIES: Readonly<Record<UserRecordKind, RecordQuery>> = {
  position,
  spot,
  option,
  trust,
  deposit,
  withdrawal,
  subscription,
  sale,
  otc,
};
