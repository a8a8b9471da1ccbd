/** What makes an "at most" hold when two come at the same time. */
export interface Guard {
  /** Below `server`. */
  file: string;
  /** What stands there. */
  text: string;
}

export interface NamedTest {
  /** Below `server`. */
  file: string;
  title: string;
}

/** How much it is, and where that stands. */
export interface Figure {
  /** As the document has it. */
  says: string;
  /** Below `server`. */
  file: string;
  text: string;
}

export interface Limit {
  what: string;
  figure: Figure;
  /** What a caller is told; null where the oldest goes instead. */
  refusal: string | null;
  guard: Guard;
  /** Where two or more that come at once are tried. */
  race: NamedTest;
  /** Where what comes to one below it, to it and to one above it is tried, each in its turn. */
  bounds: NamedTest;
}

const F = 'features';

/** Every "at most" over several rows, with the lock or the constraint that guards it. */
export const LIMITS: readonly Limit[] = [
  {
    what: 'open lots of a side of a market and book: futures_product.open_lots_max',
    figure: {
      says: 'by product',
      file: 'database/migrations/1763680000001-futures.ts',
      text: 'open_lots_max bigint not null check (open_lots_max > 0)',
    },
    refusal: 'futures.no-room',
    guard: { file: `${F}/trading/futures-orders/sql/futures_open_one.sql`, text: 'perform futures_lock_room(' },
    race: { file: `${F}/trading/futures/open-room.spec.ts`, title: 'two orders: one is refused' },
    bounds: {
      file: `${F}/trading/futures/open-room.spec.ts`,
      title:
        'the room of a market is that of one side in one book, down to the last lot, and a waiting order takes none',
    },
  },
  {
    what: 'the same, for orders that waited',
    figure: {
      says: 'by product',
      file: 'database/migrations/1763680000001-futures.ts',
      text: 'open_lots_max bigint not null check (open_lots_max > 0)',
    },
    refusal: 'futures.no-room',
    guard: { file: `${F}/trading/futures-triggers/sql/futures_fill.sql`, text: 'perform futures_lock_room(' },
    race: {
      file: `${F}/trading/futures/open-room.spec.ts`,
      title: 'an order and the fill of one that waited: the fill is revoked',
    },
    bounds: {
      file: `${F}/trading/futures/open-room.spec.ts`,
      title: 'orders that waited: filled one below it and at it, and the one above it is revoked',
    },
  },
  {
    what: 'leverage of everything that a user has open and ordered in a side of a market: maintenance_tier.max_leverage',
    figure: {
      says: 'by tier',
      file: 'database/migrations/1763680000001-futures.ts',
      text: 'max_leverage integer not null check (max_leverage >= 1)',
    },
    refusal: 'futures.size-for-leverage',
    guard: { file: `${F}/trading/futures-orders/sql/futures_open_one.sql`, text: 'perform futures_assert_leverage(' },
    race: {
      file: `${F}/trading/liquidation/one-side.spec.ts`,
      title: 'holds for two orders at once: one is refused',
    },
    bounds: {
      file: `${F}/trading/liquidation/one-side.spec.ts`,
      title: 'is that of a step up to its cap, with what is held: an order at %s is %s',
    },
  },
  {
    what: 'orders that wait to close a position',
    figure: { says: '10', file: 'features/trading/futures-orders/futures-refusals.ts', text: 'CLOSINGS_MAX = 10' },
    refusal: 'futures.too-many-closings',
    guard: { file: `${F}/trading/futures/sql/futures_closing_place.sql`, text: 'for no key update' },
    race: {
      file: `${F}/trading/futures-triggers/closing-orders.spec.ts`,
      title: 'ten wait on a position and no more: of two at once that would be the tenth one is refused',
    },
    bounds: {
      file: `${F}/trading/futures-triggers/closing-orders.spec.ts`,
      title: 'ten wait on a position and no more: of two at once that would be the tenth one is refused',
    },
  },
  {
    what: 'pending orders and positions of a user and book',
    figure: { says: '200', file: 'features/trading/futures-orders/futures-refusals.ts', text: 'OPEN_ROWS_MAX = 200' },
    refusal: 'futures.too-many',
    guard: {
      file: `${F}/trading/futures-orders/sql/futures_open_one.sql`,
      text: 'Counted under the lock of the person, which serialises concurrent orders',
    },
    race: {
      file: `${F}/trading/futures-orders/submit-order.spec.ts`,
      title: 'is refused in cancel-only, beyond the open rows, and beyond the room of the market',
    },
    bounds: {
      file: `${F}/trading/futures-orders/submit-order.spec.ts`,
      title: 'may be the 199th and the 200th open row of a user and book, not the 201st',
    },
  },
  {
    what: 'spot orders of a user and book that wait',
    figure: { says: '200', file: 'features/trading/spot/spot-refusals.ts', text: 'OPEN_ORDERS_MAX = 200' },
    refusal: 'spot.too-many',
    guard: { file: `${F}/trading/spot/sql/spot_submit.sql`, text: `concat_ws(' ', 'spot_order', p_user` },
    race: {
      file: `${F}/trading/spot/spot.spec.ts`,
      title: 'is one of so many at most, with two that come at once, one to buy and one to sell',
    },
    bounds: {
      file: `${F}/trading/spot/spot.spec.ts`,
      title: 'may be the 199th and the 200th that waits, not the 201st',
    },
  },
  {
    what: 'stops of a user and book that wait',
    figure: { says: '50', file: 'features/trading/spot/spot-refusals.ts', text: 'WAITING_STOPS_MAX = 50' },
    refusal: 'spot.too-many-stops',
    guard: { file: `${F}/trading/spot/sql/spot_stop_place.sql`, text: `concat_ws(' ', 'spot_order', p_user` },
    race: {
      file: `${F}/trading/spot/spot-stops.spec.ts`,
      title: 'stops are so many at most, with two that come at once',
    },
    bounds: {
      file: `${F}/trading/spot/spot-stops.spec.ts`,
      title: 'may be the 49th and the 50th stop that waits, not the 51st',
    },
  },
  {
    what: 'stakes and fees of a user’s open options of a currency and book',
    figure: {
      says: 'by currency',
      file: 'database/migrations/1763670000001-options.ts',
      text: 'holding_maximum money_amount not null check (holding_maximum > 0)',
    },
    refusal: 'options.holding-maximum',
    guard: { file: `${F}/trading/options/sql/option_buy.sql`, text: 'person := person_lock(p_user)' },
    race: {
      file: `${F}/trading/options/options.spec.ts`,
      title: 'never passes the balance, nor the holding maximum, however many come at once',
    },
    bounds: {
      file: `${F}/trading/options/options.spec.ts`,
      title: 'beside another, each with stake and fee of 101, is by a holding maximum of %s: %s',
    },
  },
  {
    what: 'what all open options of a market and book may win together, by currency',
    figure: {
      says: 'by currency',
      file: 'database/migrations/1763889000000-option-exposure.ts',
      text: 'add column payout_maximum money_amount not null default 1000000 check (payout_maximum > 0)',
    },
    refusal: 'options.market-full',
    guard: { file: `${F}/trading/options/sql/option_buy.sql`, text: 'perform option_lock_room(' },
    race: {
      file: `${F}/trading/options/option-room.spec.ts`,
      title: 'never passes the maximum, however many buy at once, each for itself alone in bounds',
    },
    bounds: {
      file: `${F}/trading/options/option-room.spec.ts`,
      title: 'beside another, each of which may win 80, is by a maximum of %s: %s',
    },
  },
  {
    what: 'what is in custody of a trust product and book: its quota',
    figure: {
      says: 'by product',
      file: 'database/migrations/1763690000001-trust.ts',
      text: 'quota money_amount check (quota >= 0)',
    },
    refusal: 'trust.sold-out',
    guard: {
      file: `${F}/trading/trust/sql/trust_buy.sql`,
      text: 'where product.quota is null or used.in_custody + excluded.in_custody <= product.quota',
    },
    race: {
      file: `${F}/trading/trust/trust.spec.ts`,
      title: 'never sells more than the quota, however many buy at once',
    },
    bounds: {
      file: `${F}/trading/trust/trust.spec.ts`,
      title: 'of %s beside 900, and of %s alone, is by a quota of 1,000: %s',
    },
  },
  {
    what: 'coins of an offer that are sold: its total',
    figure: {
      says: 'by offer',
      file: 'database/migrations/1763801000000-subscription.ts',
      text: 'total money_amount not null check (total > 0)',
    },
    refusal: 'subscription.sold-out',
    guard: {
      file: `${F}/trading/subscription/sql/subscription_buy.sql`,
      text: 'where q.offer_id = offer.id and q.sold + wanted <= q.total',
    },
    race: {
      file: `${F}/trading/subscription/subscription.spec.ts`,
      title: 'never sells more than there is, however many buy at once, and tells the last ones',
    },
    bounds: {
      file: `${F}/trading/subscription/subscription.spec.ts`,
      title: 'for %s where 25 coins are left of the total: %j',
    },
  },
  {
    what: 'coins of an offer that one user may have',
    figure: {
      says: 'by offer',
      file: 'features/trading/subscription/sql/subscription_buy.sql',
      text: 'held.coins + excluded.coins <= held.maximum',
    },
    refusal: 'subscription.above-maximum',
    guard: {
      file: `${F}/trading/subscription/sql/subscription_buy.sql`,
      text: 'where held.coins + excluded.coins <= held.maximum',
    },
    race: {
      file: `${F}/trading/subscription/subscription.spec.ts`,
      title: 'gives one user no more than the share, in one order or in several at once',
    },
    bounds: {
      file: `${F}/trading/subscription/subscription.spec.ts`,
      title: 'for %s beside 75, and for %s alone, by a share of 400 coins: %s',
    },
  },
  {
    what: 'open orders between users that one has taken',
    figure: { says: '3', file: 'features/trading/otc/open-book.ts', text: 'TAKEN_MAX = 3' },
    refusal: 'otc.too-many-orders',
    guard: { file: `${F}/trading/otc/open-book.ts`, text: 'this.acts.lockUser(tx, userId)' },
    race: { file: `${F}/trading/otc/otc.spec.ts`, title: 'lets nobody have more than three, however many at once' },
    bounds: {
      file: `${F}/trading/otc/otc.spec.ts`,
      title: 'lets two people have one open order, and nobody more than three',
    },
  },
  {
    what: 'means of payment of a user',
    figure: { says: '10', file: 'features/trading/otc/add-payment.ts', text: 'PAYMENTS_MAX = 10' },
    refusal: 'otc.payment-full',
    guard: { file: `${F}/trading/otc/add-payment.ts`, text: 'this.openBook.alone(tx, payment.userId)' },
    race: { file: `${F}/trading/otc/otc-limits.spec.ts`, title: '$name: the last place goes to one of four at once' },
    bounds: { file: `${F}/trading/otc/otc-limits.spec.ts`, title: '$name: one below $most, $most, and one above' },
  },
  {
    what: 'adverts of a merchant that are not closed',
    figure: { says: '20', file: 'features/trading/otc/advertise.ts', text: 'ADVERTS_MAX = 20' },
    refusal: 'otc.adverts-full',
    guard: { file: `${F}/trading/otc/open-book.ts`, text: 'this.acts.lockUser(tx, userId)' },
    race: { file: `${F}/trading/otc/otc-limits.spec.ts`, title: '$name: the last place goes to one of four at once' },
    bounds: { file: `${F}/trading/otc/otc-limits.spec.ts`, title: '$name: one below $most, $most, and one above' },
  },
  {
    what: 'lines of one side about one order between users',
    figure: { says: '300', file: 'features/trading/otc/say-in-otc-order.ts', text: 'LINES_MAX = 300' },
    refusal: 'otc.chat-full',
    guard: { file: `${F}/trading/otc/say-in-otc-order.ts`, text: 'this.orders.lock(tx, orderId)' },
    race: { file: `${F}/trading/otc/otc-limits.spec.ts`, title: '$name: the last place goes to one of four at once' },
    bounds: { file: `${F}/trading/otc/otc-limits.spec.ts`, title: '$name: one below $most, $most, and one above' },
  },
  {
    what: 'coins of a sale that one person applies for',
    figure: {
      says: 'by sale',
      file: 'database/migrations/1763810000000-ieo.ts',
      text: 'most bigint not null check (most >= least and most <= supply)',
    },
    refusal: 'ieo.above-maximum',
    guard: { file: `${F}/trading/ieo/sql/ieo_apply.sql`, text: 'applied.units > project.most' },
    race: {
      file: `${F}/trading/ieo/ieo.spec.ts`,
      title: 'never passes the most of one person, however many come at once',
    },
    bounds: {
      file: `${F}/trading/ieo/ieo.spec.ts`,
      title: 'for %s units beside 60, and for %s alone, is by a most of 100: %s',
    },
  },
  {
    what: 'lines to the help desk of a user, in a minute',
    figure: { says: '20', file: 'features/account/help-chat/write-help-line.ts', text: 'MINUTE_MAX = 20;' },
    refusal: 'help.too-many',
    guard: { file: `${F}/account/help-chat/write-help-line.ts`, text: 'this.store.lockOrOpen(tx, userId, at)' },
    race: { file: 'test/journeys/help-chat.spec.ts', title: 'are twenty in a minute, however many come at once' },
    bounds: {
      file: 'test/journeys/help-chat.spec.ts',
      title: 'may be the 19th and the 20th of a minute, not the 21st',
    },
  },
  {
    what: 'the same, in a day',
    figure: { says: '300', file: 'features/account/help-chat/write-help-line.ts', text: 'DAY_MAX = 300;' },
    refusal: 'help.too-many',
    guard: { file: `${F}/account/help-chat/write-help-line.ts`, text: 'this.store.lockOrOpen(tx, userId, at)' },
    race: { file: 'test/journeys/help-chat.spec.ts', title: 'are three hundred in a day, however many come at once' },
    bounds: {
      file: 'test/journeys/help-chat.spec.ts',
      title: 'may be the 299th and the 300th of a day, not the 301st',
    },
  },
  {
    what: 'complaints of a user within 24 hours',
    figure: { says: '3', file: 'contract/rules/complaints.rules.ts', text: 'COMPLAINTS_A_DAY = 3' },
    refusal: 'complaints.too-many',
    guard: { file: `${F}/account/complaints/complaints.store.ts`, text: `concat('complaint ', $1::text)` },
    race: {
      file: `${F}/operations/complaints-desk/complaints.spec.ts`,
      title: 'are three within 24 hours, however many come at once',
    },
    bounds: {
      file: `${F}/operations/complaints-desk/complaints.spec.ts`,
      title: 'may be a second and a third within 24 hours, not a fourth, and one more once the first is a day old',
    },
  },
  {
    what: 'ready answers of the help desk',
    figure: { says: '200', file: 'features/operations/help-desk/help-desk.store.ts', text: 'TEMPLATES_MAX = 200' },
    refusal: 'help.too-many',
    guard: {
      file: `${F}/operations/help-desk/help-desk.store.ts`,
      text: `pg_advisory_xact_lock(hashtext('help_template'))`,
    },
    race: {
      file: 'test/journeys/help-chat.spec.ts',
      title: 'have two hundred ready answers at most, with two at once',
    },
    bounds: {
      file: 'test/journeys/help-chat.spec.ts',
      title: 'have the 199th and the 200th ready answer, not the 201st, and one more where one is removed',
    },
  },
  {
    what: 'deposits of a user under review',
    figure: { says: '20', file: 'features/wallet/deposits/submit-deposit.ts', text: 'OPEN_MAX = 20' },
    refusal: 'deposits.too-many-open',
    guard: { file: `${F}/wallet/deposits/submit-deposit.ts`, text: 'this.noteDeposit.lockUser(tx, userId)' },
    race: { file: 'test/limits.spec.ts', title: 'deposits under review: twenty of a user' },
    bounds: {
      file: 'test/limits.spec.ts',
      title: 'deposits under review: the 19th, the 20th and the 21st, and one more where one is decided',
    },
  },
  {
    what: 'addresses in a user’s book',
    figure: { says: '100', file: 'features/wallet/address-book/add-withdrawal-address.ts', text: 'BOOK_MAX = 100' },
    refusal: 'withdrawals.too-many-addresses',
    guard: { file: `${F}/wallet/address-book/add-withdrawal-address.ts`, text: 'this.store.lockBook(tx, userId)' },
    race: {
      file: `${F}/wallet/address-book/address-book.spec.ts`,
      title: 'is one of a hundred at most, with two that come at once',
    },
    bounds: {
      file: `${F}/wallet/address-book/address-book.spec.ts`,
      title: 'may be the 99th and the hundredth, not the next',
    },
  },
  {
    what: 'a coin that one user’s applications of a day ask for: adjustment_cap.withdrawal_day, else payout_by_all',
    figure: {
      says: 'by coin',
      file: 'features/wallet/balances/sql/withdrawal_maximums.sql',
      text: 'coalesce(c.withdrawal_day, c.payout_by_all)',
    },
    refusal: 'withdrawals.above-day-maximum',
    guard: { file: `${F}/wallet/withdrawals/freeze-withdrawal.ts`, text: 'this.noteWithdrawal.lockUser(tx, userId)' },
    race: {
      file: `${F}/wallet/withdrawals/withdrawal-bounds.spec.ts`,
      title: 'of a day: two at once that each fit and together do not, one goes on',
    },
    bounds: {
      file: `${F}/wallet/withdrawals/withdrawal-bounds.spec.ts`,
      title:
        'of a day: below and at it it is taken, above it refused with what is left; what was given back does not count',
    },
  },
  {
    what: 'applications for a withdrawal of a user and day',
    figure: { says: '3', file: 'features/wallet/withdrawals/may-withdraw.ts', text: 'APPLICATIONS_PER_DAY = 3' },
    refusal: 'withdrawals.too-many-today',
    guard: { file: `${F}/wallet/withdrawals/freeze-withdrawal.ts`, text: 'this.noteWithdrawal.lockUser(tx, userId)' },
    race: {
      file: `${F}/wallet/withdrawals/withdrawal-races.spec.ts`,
      title: 'the fourth of the day, four at once: one place, one goes on',
    },
    bounds: {
      file: `${F}/wallet/withdrawals/withdrawal-bounds.spec.ts`,
      title: 'three of a day are taken, and the next day three more',
    },
  },
  {
    what: 'photos of a user in an hour',
    figure: { says: '20', file: 'features/account/uploads/upload.rules.ts', text: 'UPLOADS_PER_HOUR = 20' },
    refusal: 'uploads.too-many',
    guard: { file: `${F}/account/uploads/uploads.store.ts`, text: 'pg_advisory_xact_lock(hashtextextended($1, 0))' },
    race: { file: 'test/limits.spec.ts', title: 'photos: the last place and the last bytes of a user' },
    bounds: { file: 'test/journeys/uploads-limits.spec.ts', title: 'is the 19th, the 20th and the 21st of an hour' },
  },
  {
    what: 'bytes of a user’s photos that wait to be used',
    figure: {
      says: '100 MiB',
      file: 'features/account/uploads/upload.rules.ts',
      text: 'WAITING_BYTES_MAX = 100 * 1024 * 1024',
    },
    refusal: 'uploads.too-many',
    guard: { file: `${F}/account/uploads/uploads.store.ts`, text: 'pg_advisory_xact_lock(hashtextextended($1, 0))' },
    race: { file: 'test/limits.spec.ts', title: 'photos: the last place and the last bytes of a user' },
    bounds: {
      file: 'test/journeys/uploads-limits.spec.ts',
      title: 'with what is %s, of %i MiB, comes to it and %i bytes: %s',
    },
  },
  {
    what: 'bytes of all photos of a user that are kept',
    figure: {
      says: '1000 MiB',
      file: 'features/account/uploads/upload.rules.ts',
      text: 'STORED_BYTES_MAX = 1000 * 1024 * 1024',
    },
    refusal: 'uploads.too-many',
    guard: { file: `${F}/account/uploads/uploads.store.ts`, text: 'pg_advisory_xact_lock(hashtextextended($1, 0))' },
    race: { file: 'test/limits.spec.ts', title: 'photos: the last place and the last bytes of a user' },
    bounds: {
      file: 'test/journeys/uploads-limits.spec.ts',
      title: 'with what is %s, of %i MiB, comes to it and %i bytes: %s',
    },
  },
  {
    what: 'sessions of a user',
    figure: { says: '10', file: 'features/account/sessions/sessions.store.ts', text: 'SESSIONS_MAX = 10' },
    refusal: null,
    guard: { file: `${F}/account/login/open-login.ts`, text: 'this.users.lock(tx, id)' },
    race: { file: 'test/limits.spec.ts', title: 'sessions: ten of a user' },
    bounds: { file: 'test/limits.spec.ts', title: 'sessions of %s: of %i all live on, of one more the first ends' },
  },
  {
    what: 'sessions of an operator',
    figure: { says: '5', file: 'features/operations/operators/operator-sessions.store.ts', text: 'SESSIONS_MAX = 5' },
    refusal: null,
    guard: { file: `${F}/operations/operators/prove-operator.ts`, text: 'this.store.lock(tx, proven.id)' },
    race: { file: 'test/limits.spec.ts', title: 'sessions: five of an operator' },
    bounds: { file: 'test/limits.spec.ts', title: 'sessions of %s: of %i all live on, of one more the first ends' },
  },
  {
    what: 'passkeys of a user',
    figure: { says: '10', file: 'contract/account/passkeys.dto.ts', text: 'PASSKEYS_MAX = 10' },
    refusal: 'account.passkeys-full',
    guard: { file: `${F}/account/passkeys/add-passkey.ts`, text: 'this.users.lock(tx, userId)' },
    race: { file: 'test/journeys/passkeys.spec.ts', title: 'adds ten at most, however many come at once' },
    bounds: {
      file: 'test/journeys/passkeys.spec.ts',
      title: 'adds the ninth and the tenth, and neither proposes nor adds one more',
    },
  },
  {
    what: 'API keys of a user',
    figure: { says: '20', file: 'contract/rules/api-keys.rules.ts', text: 'API_KEYS_MAX = 20' },
    refusal: 'api-key.too-many',
    guard: { file: `${F}/account/api-keys/create-api-key.ts`, text: 'await useUp(tx)' },
    race: {
      file: 'test/journeys/api-keys.spec.ts',
      title: 'makes twenty at most, however many come at once, and one that ended leaves its place',
    },
    bounds: {
      file: 'test/journeys/api-keys.spec.ts',
      title: 'makes twenty at most, however many come at once, and one that ended leaves its place',
    },
  },
  {
    what: 'sub-accounts of a main account',
    figure: { says: '20', file: 'contract/rules/sub-accounts.rules.ts', text: 'SUB_ACCOUNTS_MAX = 20' },
    refusal: 'sub-account.too-many',
    guard: {
      file: `${F}/account/sub-accounts/sql/sub_account_open.sql`,
      text: 'where u.id = p_user and u.disabled_at is null for no key update',
    },
    race: {
      file: `${F}/account/sub-accounts/sub-accounts.spec.ts`,
      title: 'is one of twenty at most, however many are asked for at once',
    },
    bounds: {
      file: `${F}/account/sub-accounts/sub-accounts.spec.ts`,
      title: 'is one of twenty at most, however many are asked for at once',
    },
  },
  {
    what: 'passkeys of an operator',
    figure: { says: '10', file: 'contract/account/passkeys.dto.ts', text: 'PASSKEYS_MAX = 10' },
    refusal: 'account.passkeys-full',
    guard: { file: `${F}/operations/operators/add-operator-passkey.ts`, text: 'this.store.lock(tx, operatorId)' },
    race: {
      file: `${F}/operations/operators/operator-passkeys.spec.ts`,
      title: 'has ten passkeys at most, however many come at once',
    },
    bounds: {
      file: `${F}/operations/operators/operator-passkeys.spec.ts`,
      title: 'has the ninth and the tenth passkey, not the eleventh',
    },
  },
  {
    what: 'devices of a user that are told of notices',
    figure: {
      says: '10',
      file: 'features/account/notifications/push-subscriptions.store.ts',
      text: 'SUBSCRIPTIONS_MAX = 10',
    },
    refusal: null,
    guard: {
      file: `${F}/account/notifications/push-subscriptions.store.ts`,
      text: `pg_advisory_xact_lock(hashtextextended(concat('push_subscription ', $1::text), 0))`,
    },
    race: {
      file: `${F}/account/notifications/notifications.spec.ts`,
      title: 'is one of ten of a user at most, with many that come at once: the oldest goes',
    },
    bounds: {
      file: `${F}/account/notifications/notifications.spec.ts`,
      title: 'of %i of a user %i are told, and of one beyond ten the first is not',
    },
  },
  {
    what: 'files of the account’s data of a user in a day',
    figure: { says: '3', file: 'contract/rules/data-exports.rules.ts', text: 'DATA_EXPORTS_A_DAY = 3' },
    refusal: 'data-export.too-many',
    guard: {
      file: `${F}/account/data-exports/data-exports.store.ts`,
      text: `on conflict (user_id) where state in ('waiting', 'written') do nothing`,
    },
    race: {
      file: `${F}/account/data-exports/data-exports.spec.ts`,
      title: 'is one at a time, however many ask at once, and so many a day',
    },
    bounds: {
      file: `${F}/account/data-exports/data-exports.spec.ts`,
      title: 'is one at a time, however many ask at once, and so many a day',
    },
  },
  {
    what: 'favourite markets of a user',
    figure: { says: '200', file: 'contract/rules/preferences.rules.ts', text: 'FAVOURITES_MAX = 200' },
    refusal: 'account.favourites-full',
    guard: {
      file: `${F}/account/preferences/preferences.store.ts`,
      text: 'on conflict (user_id) do update set revision = p.revision + 1',
    },
    race: {
      file: `${F}/account/preferences/preferences.spec.ts`,
      title: 'of a user are two hundred at most, however many come at once',
    },
    bounds: {
      file: `${F}/account/preferences/preferences.spec.ts`,
      title: 'of a user are a hundred and ninety-nine and two hundred, and not one more',
    },
  },
  {
    what: 'parts of the layout of a user',
    figure: { says: '200', file: 'contract/rules/layout.rules.ts', text: 'LAYOUT_PARTS_MAX = 200' },
    refusal: 'request.invalid',
    guard: {
      file: `${F}/account/preferences/preferences.store.ts`,
      text: 'on conflict (user_id) do update set revision = p.revision + 1',
    },
    race: {
      file: `${F}/account/preferences/preferences.spec.ts`,
      title: 'has a last place that goes to one of four at once',
    },
    bounds: {
      file: `${F}/account/preferences/preferences.spec.ts`,
      title: 'has so many parts and not one more, of however many requests',
    },
  },
  {
    what: 'price alerts of a user that are active or paused',
    figure: { says: '100', file: 'contract/rules/price-alert.rules.ts', text: 'ALERTS_MAX = 100' },
    refusal: 'alert.too-many',
    guard: {
      file: `${F}/trading/price-alerts/price-alerts.store.ts`,
      text: `pg_advisory_xact_lock(hashtextextended(concat('price_alert ', $1::text), 0))`,
    },
    race: {
      file: `${F}/trading/price-alerts/price-alerts.spec.ts`,
      title: 'of a user are a hundred at most, however many come at once',
    },
    bounds: {
      file: `${F}/trading/price-alerts/price-alerts.spec.ts`,
      title: 'of a user are ninety-nine and a hundred, and not one more',
    },
  },
  {
    what: 'mails of notices to a user in an hour',
    figure: { says: '6', file: 'features/account/notifications/mail-notices.ts', text: 'MAILS_PER_HOUR = 6' },
    refusal: null,
    guard: { file: `${F}/account/users/limits.store.ts`, text: 'on conflict (kind, subject) do update set' },
    race: {
      file: `${F}/account/users/limits.store.spec.ts`,
      title: 'are given to as many of a hundred at once as there are',
    },
    bounds: {
      file: `${F}/account/notifications/mail-notices.spec.ts`,
      title: 'are six in an hour at most: all that happens beyond them is told in the next',
    },
  },
  {
    what: 'text messages about the security of an account, of what is important',
    figure: { says: '5 an hour and 20 a day', file: `${F}/account/notices/post-notice.ts`, text: 'most: 20' },
    refusal: null,
    guard: { file: `${F}/account/users/limits.store.ts`, text: 'on conflict (kind, subject) do update set' },
    race: {
      file: `${F}/account/notices/post-notice.spec.ts`,
      title: 'that come at once are as many as those that come one by one',
    },
    bounds: {
      file: `${F}/account/notices/post-notice.spec.ts`,
      title: '%s ones of a user are so many in an hour and a day',
    },
  },
  {
    what: 'codes, logins, registrations and tries in a span of time',
    figure: { says: '5 codes an hour and 20 a day', file: 'features/account/codes/code-places.ts', text: 'most: 20' },
    refusal: 'account.code-too-many',
    guard: { file: `${F}/account/users/limits.store.ts`, text: 'on conflict (kind, subject) do update set' },
    race: {
      file: `${F}/account/users/limits.store.spec.ts`,
      title: 'are given to as many of a hundred at once as there are',
    },
    bounds: {
      file: `${F}/account/codes/code-places.spec.ts`,
      title:
        'all accounts and guests together send a contact five codes an hour and twenty a day, and its owner has places apart',
    },
  },
  {
    what: 'banks to choose from, whether they are offered or not',
    figure: { says: '500', file: 'features/account/profile/banks.store.ts', text: 'ROWS_MAX = 500' },
    refusal: 'operations.nothing-changed',
    guard: { file: `${F}/account/profile/banks.store.ts`, text: "pg_advisory_xact_lock(hashtext('account_bank'))" },
    race: { file: 'test/limits.spec.ts', title: 'banks: five hundred' },
    bounds: { file: 'test/limits.spec.ts', title: 'the 499th and the 500th bank is added, not the 501st' },
  },
  {
    what: 'names by which the browsers of a user were known',
    figure: { says: '500', file: 'features/account/users/users.store.ts', text: 'DEVICES_MAX = 500' },
    refusal: null,
    guard: {
      file: `${F}/account/users/users.store.ts`,
      text: 'select id from account_user where id = $1 for no key update',
    },
    race: { file: 'test/limits.spec.ts', title: 'names of browsers: five hundred of a user' },
    bounds: {
      file: 'test/limits.spec.ts',
      title: 'of two names of a browser that would be the 500th and the 501st the first is kept',
    },
  },
];

/** Refusals of a single request by what it says itself, or by a counter that one process keeps for itself. */
export const OF_ONE_REQUEST: readonly string[] = [
  'exports.too-many-rows',
  'operations.too-many-rows',
  'request.too-large',
  'request.too-many',
  'ledger.too-many-decimals',
  'uploads.too-large',
  'uploads.too-many-pixels',
  'futures.too-large',
  'options.above-maximum',
  'trust.above-maximum',
  'spot.above-maximum',
  'withdrawals.above-maximum',
];
