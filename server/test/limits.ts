/** What makes an "at most" hold when two come at the same time. */
export interface Guard {
  /** Below `server`. */
  file: string;
  /** What stands there. */
  text: string;
}

/** Where two or more that come at once are tried. */
export interface Race {
  file: string;
  title: string;
}

export interface Limit {
  what: string;
  /** What a caller is told; null where the oldest goes instead. */
  refusal: string | null;
  guard: Guard;
  race: Race;
}

const F = 'features';

/** Every "at most" over several rows, with the lock or the constraint that guards it. */
export const LIMITS: readonly Limit[] = [
  {
    what: 'open lots of a side of a market and book: futures_product.open_lots_max',
    refusal: 'futures.no-room',
    guard: { file: `${F}/trading/futures/sql/futures_submit.sql`, text: 'perform futures_lock_room(' },
    race: { file: `${F}/trading/futures/open-room.spec.ts`, title: 'two orders: one is refused' },
  },
  {
    what: 'the same, for orders that waited',
    refusal: 'futures.no-room',
    guard: { file: `${F}/trading/futures-triggers/sql/liquidation_fill.sql`, text: 'perform futures_lock_room(' },
    race: {
      file: `${F}/trading/futures/open-room.spec.ts`,
      title: 'an order and the fill of one that waited: the fill is revoked',
    },
  },
  {
    what: 'leverage of everything that a user has open and ordered in a side of a market: maintenance_tier.max_leverage',
    refusal: 'futures.size-for-leverage',
    guard: { file: `${F}/trading/futures/sql/futures_submit.sql`, text: 'perform futures_assert_leverage(' },
    race: {
      file: `${F}/trading/liquidation/one-side.spec.ts`,
      title: 'holds for two orders at once: one is refused',
    },
  },
  {
    what: 'pending orders and positions of a user and book',
    refusal: 'futures.too-many',
    guard: {
      file: `${F}/trading/futures/sql/futures_submit.sql`,
      text: 'Asked behind the lock of the account that every order takes',
    },
    race: {
      file: `${F}/trading/futures-orders/submit-order.spec.ts`,
      title: 'is refused in cancel-only, beyond the open rows, and beyond the room of the market',
    },
  },
  {
    what: 'spot orders of a user and book that wait',
    refusal: 'spot.too-many',
    guard: { file: `${F}/trading/spot/sql/spot_submit.sql`, text: `concat_ws(' ', 'spot_order', p_user` },
    race: {
      file: `${F}/trading/spot/spot.spec.ts`,
      title: 'is one of so many at most, with two that come at once, one to buy and one to sell',
    },
  },
  {
    what: 'stakes and fees of a user’s open options of a currency and book',
    refusal: 'options.holding-maximum',
    guard: { file: `${F}/trading/options/sql/option_buy.sql`, text: 'posted.balances[2]::numeric > p_holding_maximum' },
    race: {
      file: `${F}/trading/options/options.spec.ts`,
      title: 'never passes the balance, nor the holding maximum, however many come at once',
    },
  },
  {
    what: 'what is in custody of a trust product and book: its quota',
    refusal: 'trust.sold-out',
    guard: {
      file: `${F}/trading/trust/sql/trust_buy.sql`,
      text: 'where product.quota is null or used.in_custody + excluded.in_custody <= product.quota',
    },
    race: {
      file: `${F}/trading/trust/trust.spec.ts`,
      title: 'never sells more than the quota, however many buy at once',
    },
  },
  {
    what: 'coins of an offer that are sold: its total',
    refusal: 'subscription.sold-out',
    guard: {
      file: `${F}/trading/subscription/sql/subscription_buy.sql`,
      text: 'where q.offer_id = offer.id and q.sold + wanted <= q.total',
    },
    race: {
      file: `${F}/trading/subscription/subscription.spec.ts`,
      title: 'never sells more than there is, however many buy at once, and tells the last ones',
    },
  },
  {
    what: 'coins of an offer that one user may have',
    refusal: 'subscription.above-maximum',
    guard: {
      file: `${F}/trading/subscription/sql/subscription_buy.sql`,
      text: 'where held.coins + excluded.coins <= held.maximum',
    },
    race: {
      file: `${F}/trading/subscription/subscription.spec.ts`,
      title: 'gives one user no more than the share, in one order or in several at once',
    },
  },
  {
    what: 'deposits of a user under review',
    refusal: 'deposits.too-many-open',
    guard: { file: `${F}/wallet/deposits/submit-deposit.ts`, text: 'this.noteDeposit.lockUser(tx, userId)' },
    race: { file: 'test/limits.spec.ts', title: 'deposits under review: twenty of a user' },
  },
  {
    what: 'addresses in a user’s book',
    refusal: 'withdrawals.too-many-addresses',
    guard: { file: `${F}/wallet/address-book/add-withdrawal-address.ts`, text: 'this.store.lockBook(tx, userId)' },
    race: {
      file: `${F}/wallet/address-book/address-book.spec.ts`,
      title: 'is one of a hundred at most, with two that come at once',
    },
  },
  {
    what: 'applications for a withdrawal of a user and day',
    refusal: 'withdrawals.too-many-today',
    guard: { file: `${F}/wallet/withdrawals/freeze-withdrawal.ts`, text: 'this.noteWithdrawal.lockUser(tx, userId)' },
    race: {
      file: `${F}/wallet/withdrawals/withdrawal-races.spec.ts`,
      title: 'the fourth of the day, four at once: one place, one goes on',
    },
  },
  {
    what: 'photos of a user in an hour, and their bytes that wait to be used',
    refusal: 'uploads.too-many',
    guard: { file: `${F}/account/uploads/uploads.store.ts`, text: 'pg_advisory_xact_lock(hashtextextended($1, 0))' },
    race: { file: 'test/limits.spec.ts', title: 'photos: the last place and the last bytes of a user' },
  },
  {
    what: 'sessions of a user',
    refusal: null,
    guard: { file: `${F}/account/login/open-login.ts`, text: 'this.users.lock(tx, id)' },
    race: { file: 'test/limits.spec.ts', title: 'sessions: ten of a user' },
  },
  {
    what: 'sessions of an operator',
    refusal: null,
    guard: { file: `${F}/operations/operators/log-in-operator.ts`, text: 'this.store.lock(tx, operator.id)' },
    race: { file: 'test/limits.spec.ts', title: 'sessions: five of an operator' },
  },
  {
    what: 'codes, logins, registrations and tries in a span of time',
    refusal: 'account.code-too-many',
    guard: { file: `${F}/account/users/limits.store.ts`, text: 'on conflict (kind, subject) do update set' },
    race: {
      file: `${F}/account/users/limits.store.spec.ts`,
      title: 'are given to as many of a hundred at once as there are',
    },
  },
];

/** Refusals of a single request by what it says itself, or by a counter that one process keeps for itself. */
export const OF_ONE_REQUEST: readonly string[] = [
  'request.too-large',
  'request.too-many',
  'ledger.too-many-decimals',
  'uploads.too-large',
  'uploads.too-many-pixels',
  'futures.too-large',
  'options.above-maximum',
  'trust.above-maximum',
  'spot.above-maximum',
];
