import type { OperatorRole } from '../contract/operations/words.js';

export interface DeskRoute {
  route: string;
  /** Null: everybody, for the login. Empty: any operator. */
  roles: readonly OperatorRole[] | null;
  /**
   * What it writes into the audit log, each with all that its transaction may touch: `+table` for added rows, `-table`
   * for removed ones, `table.column` for what is changed.
   */
  actions: Readonly<Record<string, readonly string[]>>;
}

const AUDIT = '+audit_entry';
/** The key of what is done once. */
const COMMAND = ['+idempotent_command', 'idempotent_command.reply'];
/** The terms of products that two operators agree on: of new orders, whoever places them. */
export const PRODUCT_TERMS = [
  'option_term.payout_ratio',
  'option_term.even_payout_ratio',
  'option_term.minimum',
  'option_term.maximum',
  'option_term.fee_ratio',
  'option_term.enabled',
  'option_term.updated_at',
  'spot_product.fee_ratio',
  'spot_product.minimum_amount',
  'spot_product.maximum_amount',
  'spot_product.enabled',
  'futures_product.leverages',
  'futures_product.leverages_before',
  'futures_product.open_lots_max',
  'futures_product.enabled',
  'market.lots_max',
  'market.perpetual_fee_percent',
  'trust_product.minimum',
  'trust_product.maximum',
  'trust_product.daily_ratio',
  'trust_product.quota',
  'trust_product.enabled',
  // a product that was not there, and never one in place of another
  '+option_term',
  '+trust_product',
];
/** A notice, and the word of it that leaves the app. */
const NOTIFIED = ['+account_notice', '+notice_outgoing'];
const OUTBOX = [
  '+outbox',
  '+outbox_stream',
  'outbox_stream.sequence',
  'outbox_stream.last_sequence',
  'outbox_stream.day',
];
const POSTING = [
  '+ledger_account',
  '+ledger_journal',
  '+ledger_posting',
  '+ledger_hold',
  'ledger_account.balance',
  'ledger_account.sequence',
  'ledger_hold.amount',
  'ledger_hold.closed_at',
];
const CLAIM = [
  '+operator_claim',
  'operator_claim.operator_id',
  'operator_claim.claimed_at',
  'operator_claim.held_until',
];
const DECIDED_PROPOSAL = ['status', 'decided_by', 'decided_at', 'tied_hours'].map(
  (column) => `operator_proposal.${column}`,
);
const DEPOSIT = ['deposit.status', 'deposit.amount', 'deposit.remark', 'deposit.updated_at', 'deposit.version'];
const CREDIT = [
  'settled_tx',
  'credited_by',
  'credit_proposed_by',
  'word_at',
  'word_cap_by_person',
  'word_cap_by_all',
].map((column) => `deposit.${column}`);
const WITHDRAWAL = ['status', 'reason', 'chain_tx', 'first_approved_by', 'updated_at', 'version'].map(
  (column) => `withdrawal.${column}`,
);
/** By whom it was released, and the caps of that moment. */
const RELEASE = ['released_by', 'released_at', 'cap_by_person', 'cap_by_all'].map((column) => `withdrawal.${column}`);
const CASE = ['status', 'version', 'reason', 'decided_at', 'claimed_by', 'claimed_until'].map(
  (column) => `verification_case.${column}`,
);
const PHOTO = ['verification_photo.status', 'verification_photo.reason'];
/** How long a photo is kept counts from the decision. */
const PHOTO_CLOSED = 'upload.closed_at';
const OPERATOR = [
  'password_hash',
  'one_time_until',
  'totp_secret',
  'totp_last_step',
  'roles',
  'disabled_at',
  'last_login_at',
].map((column) => `operator.${column}`);
/** A one-time password, and nothing that was made before. */
const INVITED = ['operator.invited_by', 'operator.invited_again_at', '-operator_passkey'];
/** Whose hands an operator was in. */
const CHANGED = '+operator_change';
const HANDS = ['operator.changed_by', 'operator.confirmed_by'];
const OPERATOR_SESSION = ['+operator_session', 'operator_session.ended_at'];
/** A passkey with its first session, or an authenticator. */
const ENROLLED = [AUDIT, '+operator_passkey', ...OPERATOR, ...OPERATOR_SESSION];
const NETWORK = [
  'deposits_on',
  'withdrawals_on',
  'deposit_minimum',
  'withdrawal_minimum',
  'withdrawal_fee',
  'withdrawal_fee_percent',
  'confirmations',
].map((column) => `coin_network.${column}`);

/** What becomes of a new coin's offer; its terms never change. */
const OFFER = ['status', 'launched_at', 'coin_currency_id', 'market_id', 'cancelled_at', 'cancel_reason'].map(
  (column) => `subscription_offer.${column}`,
);

/** What becomes of a sale; its terms never change. */
const SALE = ['listed_at', 'currency_id', 'market_id', 'cancelled_at', 'cancel_reason'].map(
  (column) => `ieo_project.${column}`,
);

/** What is decided and takes effect later. */
const ANNOUNCED = '+operator_announced_act';
const ANNOUNCED_END = ['status', 'ended_at', 'stopped_by', 'end_reason'].map(
  (column) => `operator_announced_act.${column}`,
);

const WITHDRAWAL_RELEASED = [
  AUDIT,
  '-operator_claim',
  '+operator_proposal',
  ...DECIDED_PROPOSAL,
  ...WITHDRAWAL,
  ...RELEASE,
  '+wallet_act',
  ...OUTBOX,
  ANNOUNCED,
  'withdrawal.waits_until',
];
const WITHDRAWAL_REJECTED = [
  AUDIT,
  '-operator_claim',
  ...DECIDED_PROPOSAL,
  ...WITHDRAWAL,
  '+wallet_act',
  ...POSTING,
  ...OUTBOX,
];
/** Who sends it, and since when. */
const SENDING = ['withdrawal.sending_by', 'withdrawal.sending_at'];
const WITHDRAWAL_PAID = [
  AUDIT,
  '-operator_claim',
  ...DECIDED_PROPOSAL,
  ...WITHDRAWAL,
  '+wallet_act',
  ...POSTING,
  ...OUTBOX,
];

/** A maintenance table that was announced does not come, and who was told of it is told that. */
const TIERS_OFF = ['ended', 'told', 'last_user'].map((column) => `maintenance_change.${column}`);

/** A step of an order between users: its coins go to one of the two. */
const OTC_STEP = [
  ...['status', 'ended_at', 'ended_by', 'released_at', 'updated_at', 'version'].map((column) => `otc_order.${column}`),
  'otc_advert.surplus',
  '+otc_step',
];
const OTC_DECISION = [
  AUDIT,
  '-operator_claim',
  '+operator_proposal',
  ...DECIDED_PROPOSAL,
  ...OTC_STEP,
  '+room_line',
  // The time of the pictures that were shown in it begins.
  'upload.closed_at',
  ...POSTING,
  ...OUTBOX,
];
/** Adverts of whoever may advertise no more are hidden. */
const EXCLUDED_ADVERTS = ['status', 'updated_at', 'version'].map((column) => `otc_advert.${column}`);
const MERCHANT = ['status', 'reason', 'decided_at', 'version'].map((column) => `otc_merchant.${column}`);

/** A chat with its new line, and what its user is told. */
const HELP_CHAT = [
  'lines',
  'version',
  'last_at',
  'state',
  'agent_id',
  'agent_at',
  'waiting_since',
  'read_by_agent',
].map((column) => `help_chat.${column}`);
const HELP_TEMPLATE = ['language', 'title', 'text', 'changed_by', 'changed_at'].map(
  (column) => `help_template.${column}`,
);
const HELP_HOURS = ['days', 'opens_at', 'closes_at', 'changed_by', 'changed_at'].map(
  (column) => `help_hours.${column}`,
);
/** A complaint with its answer. */
const COMPLAINT = ['entries', 'due_at', 'answered_at'].map((column) => `complaint.${column}`);
/** An incident with how it goes on. */
const INCIDENT = ['state', 'updates', 'closed_at'].map((column) => `service_incident.${column}`);
const HELP = ['+help_line', ...HELP_CHAT, ...OUTBOX];

/** A version of an article is added; none is changed. */
const WRITTEN = [...COMMAND, '+news_article', '+news_version', '+news_text', 'news_article.latest_id'];

const nothing = {};
const look = (action: string) => ({ [action]: [AUDIT] });

/**
 * REGISTRY of all that operators can do. A route that is not here, or one that does more than is said here, fails the
 * tests: that is how the desk stays without a way to touch a price, an outcome, a payout or anybody's odds.
 */
export const DESK_ROUTES: readonly DeskRoute[] = [
  {
    route: 'POST ops/api/login',
    roles: null,
    actions: {
      'operator.login': [AUDIT, ...OPERATOR, ...OPERATOR_SESSION],
      ...look('operator.refuse'),
      ...look('desk.lock'),
    },
  },
  { route: 'POST ops/api/passkey_login/options', roles: null, actions: look('desk.lock') },
  {
    route: 'POST ops/api/passkey_login',
    roles: null,
    actions: { 'operator.login': [AUDIT, ...OPERATOR, ...OPERATOR_SESSION], ...look('operator.refuse') },
  },
  {
    route: 'POST ops/api/enrol/passkey_options',
    roles: null,
    actions: { ...look('operator.refuse'), ...look('desk.lock') },
  },
  {
    route: 'POST ops/api/enrol/passkey',
    roles: null,
    actions: {
      'operator.enrol': ENROLLED,
      'operator.login': ENROLLED,
      ...look('operator.refuse'),
      ...look('desk.lock'),
    },
  },
  {
    route: 'POST ops/api/enrol',
    roles: null,
    actions: {
      'operator.enrol': ENROLLED,
      ...look('operator.refuse'),
    },
  },
  { route: 'POST ops/api/logout', roles: [], actions: { 'operator.logout': [AUDIT, 'operator_session.ended_at'] } },
  { route: 'GET ops/api/me', roles: [], actions: nothing },
  {
    route: 'POST ops/api/me/password',
    roles: [],
    actions: { 'operator.password': [AUDIT, ...OPERATOR, ...OPERATOR_SESSION] },
  },
  { route: 'GET ops/api/me/passkeys', roles: [], actions: nothing },
  { route: 'POST ops/api/me/passkeys/proof', roles: [], actions: look('operator.passkey-ask') },
  { route: 'POST ops/api/me/passkeys/options', roles: [], actions: look('operator.refuse') },
  {
    route: 'POST ops/api/me/passkeys',
    roles: [],
    actions: { 'operator.passkey-add': [AUDIT, '+operator_passkey'], ...look('operator.refuse') },
  },
  {
    route: 'POST ops/api/me/passkeys/:id/remove',
    roles: [],
    actions: {
      'operator.passkey-remove': [AUDIT, '-operator_passkey', 'operator.totp_last_step', 'operator_session.ended_at'],
      ...look('operator.refuse'),
    },
  },
  {
    route: 'POST ops/api/sessions/end-all',
    roles: ['administrator'],
    actions: { 'sessions-end-all.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/operators', roles: ['administrator', 'auditor'], actions: nothing },
  { route: 'GET ops/api/operators/file', roles: ['administrator', 'auditor'], actions: look('export.operators') },
  {
    route: 'POST ops/api/operators',
    roles: ['administrator'],
    actions: { 'operator-add.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/operators/:id/roles',
    roles: ['administrator'],
    actions: { 'operator-roles.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/operators/:id/reset',
    roles: ['administrator'],
    actions: { 'operator-reset.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/operators/:id/disable',
    roles: ['administrator'],
    actions: { 'operator-disable.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/operators/:id/enable',
    roles: ['administrator'],
    actions: { 'operator-enable.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/operators/:id/invite_again',
    roles: ['administrator'],
    actions: { 'operator.invite-again': [AUDIT, ...OPERATOR, 'operator.invited_again_at', CHANGED] },
  },
  // As each call of somebody who has not the role for it.
  { route: 'GET ops/api/audit', roles: ['auditor', 'administrator'], actions: look('desk.forbid') },
  { route: 'GET ops/api/audit/file', roles: ['auditor', 'administrator'], actions: look('export.audit') },
  { route: 'GET ops/api/audit/uploads', roles: ['auditor'], actions: nothing },
  { route: 'GET ops/api/queues', roles: [], actions: nothing },
  { route: 'GET ops/api/jobs', roles: ['auditor', 'administrator'], actions: nothing },

  { route: 'GET ops/api/deposits', roles: ['treasurer', 'support', 'auditor'], actions: look('deposit.list') },
  { route: 'GET ops/api/deposits/file', roles: ['treasurer', 'support', 'auditor'], actions: look('export.deposits') },
  { route: 'GET ops/api/deposits/:id', roles: ['treasurer', 'support', 'auditor'], actions: look('deposit.view') },
  { route: 'GET ops/api/deposits/:id/proof', roles: ['treasurer'], actions: look('deposit.proof') },
  {
    route: 'POST ops/api/deposits/:id/claim',
    roles: ['treasurer'],
    actions: { 'deposit.claim': [AUDIT, ...CLAIM] },
  },
  {
    route: 'POST ops/api/deposits/:id/release',
    roles: ['treasurer'],
    actions: { 'deposit.release': [AUDIT, '-operator_claim'] },
  },
  {
    route: 'POST ops/api/deposits/:id/approve',
    roles: ['treasurer'],
    actions: {
      'deposit.approve': [
        AUDIT,
        '-operator_claim',
        '+operator_proposal',
        ...DECIDED_PROPOSAL,
        ...DEPOSIT,
        ...CREDIT,
        PHOTO_CLOSED,
        '+wallet_act',
        ...POSTING,
        ...OUTBOX,
        ANNOUNCED,
        'deposit.word_waits_until',
      ],
    },
  },
  {
    route: 'POST ops/api/deposits/:id/reject',
    roles: ['treasurer'],
    actions: {
      'deposit.reject': [
        AUDIT,
        '-operator_claim',
        ...DECIDED_PROPOSAL,
        ...DEPOSIT,
        PHOTO_CLOSED,
        '+wallet_act',
        ...OUTBOX,
      ],
    },
  },

  { route: 'GET ops/api/withdrawals', roles: ['treasurer', 'support', 'auditor'], actions: look('withdrawal.list') },
  {
    route: 'GET ops/api/withdrawals/file',
    roles: ['treasurer', 'support', 'auditor'],
    actions: look('export.withdrawals'),
  },
  {
    route: 'GET ops/api/withdrawals/:id',
    roles: ['treasurer', 'support', 'auditor'],
    actions: look('withdrawal.view'),
  },
  {
    route: 'POST ops/api/withdrawals/:id/claim',
    roles: ['treasurer'],
    actions: { 'withdrawal.claim': [AUDIT, ...CLAIM] },
  },
  {
    route: 'POST ops/api/withdrawals/:id/release',
    roles: ['treasurer'],
    actions: { 'withdrawal.release': [AUDIT, '-operator_claim'] },
  },
  {
    route: 'POST ops/api/withdrawals/:id/approve',
    roles: ['treasurer'],
    actions: {
      'withdrawal.approve': WITHDRAWAL_RELEASED,
    },
  },
  {
    route: 'POST ops/api/withdrawals/:id/reject',
    roles: ['treasurer'],
    actions: {
      'withdrawal.reject': WITHDRAWAL_REJECTED,
      'withdrawal.take-back': [...WITHDRAWAL_REJECTED, '+operator_proposal'],
    },
  },
  {
    route: 'POST ops/api/withdrawals/:id/send',
    roles: ['treasurer'],
    actions: {
      'withdrawal.send': [AUDIT, '-operator_claim', ...DECIDED_PROPOSAL, ...SENDING],
    },
  },
  {
    route: 'POST ops/api/withdrawals/:id/send-not',
    roles: ['treasurer'],
    actions: {
      'withdrawal.send-not': [AUDIT, '-operator_claim', '+operator_proposal', ...DECIDED_PROPOSAL, ...SENDING],
    },
  },
  {
    route: 'POST ops/api/withdrawals/payout-file',
    roles: ['treasurer'],
    actions: {
      ...look('export.withdrawals'),
      'withdrawal.send': [AUDIT, '-operator_claim', ...DECIDED_PROPOSAL, ...SENDING],
    },
  },
  {
    route: 'POST ops/api/withdrawals/:id/paid',
    roles: ['treasurer'],
    actions: {
      'withdrawal.pay': [...WITHDRAWAL_PAID, '+operator_proposal'],
    },
  },
  { route: 'POST ops/api/withdrawals/many/check', roles: ['treasurer'], actions: look('withdrawal.check-many') },
  {
    route: 'POST ops/api/withdrawals/many',
    roles: ['treasurer'],
    // Each line in a transaction of its own, with its claim.
    actions: {
      ...look('withdrawal.check-many'),
      ...look('withdrawal.decide-many'),
      'withdrawal.approve': [...WITHDRAWAL_RELEASED, ...CLAIM, ...COMMAND],
      'withdrawal.pay': [...WITHDRAWAL_PAID, ...CLAIM, ...COMMAND],
    },
  },
  { route: 'POST ops/api/withdrawals/picked/check', roles: ['treasurer'], actions: look('withdrawal.check-many') },
  {
    route: 'POST ops/api/withdrawals/picked',
    roles: ['treasurer'],
    // Each of those that were ticked in a transaction of its own, with its claim.
    actions: {
      ...look('withdrawal.decide-many'),
      'withdrawal.approve': [...WITHDRAWAL_RELEASED, ...CLAIM, ...COMMAND],
      'withdrawal.reject': [...WITHDRAWAL_REJECTED, ...CLAIM, ...COMMAND],
      'withdrawal.pay': [...WITHDRAWAL_PAID, ...CLAIM, ...COMMAND],
    },
  },

  { route: 'GET ops/api/verification', roles: ['reviewer'], actions: look('verification.list') },
  { route: 'GET ops/api/verification/file', roles: ['reviewer'], actions: look('export.verification') },
  { route: 'GET ops/api/verification/:id', roles: ['reviewer'], actions: look('verification.view') },
  { route: 'GET ops/api/verification/:id/photos/:kind', roles: ['reviewer'], actions: look('verification.photo') },
  {
    route: 'POST ops/api/verification/:id/claim',
    roles: ['reviewer'],
    actions: { 'verification.claim': [AUDIT, 'verification_case.claimed_by', 'verification_case.claimed_until'] },
  },
  {
    route: 'POST ops/api/verification/:id/release',
    roles: ['reviewer'],
    actions: { 'verification.release': [AUDIT, 'verification_case.claimed_by', 'verification_case.claimed_until'] },
  },
  {
    route: 'POST ops/api/verification/:id/approve',
    roles: ['reviewer'],
    actions: {
      'verification.approve': [
        AUDIT,
        ...CASE,
        'verification_case.country',
        'verification_case.id_number_digest',
        ...PHOTO,
        PHOTO_CLOSED,
        '+verification_history',
        ...OUTBOX,
      ],
    },
  },
  {
    route: 'POST ops/api/verification/:id/reject',
    roles: ['reviewer'],
    actions: { 'verification.reject': [AUDIT, ...CASE, ...PHOTO, PHOTO_CLOSED, '+verification_history', ...OUTBOX] },
  },

  {
    route: 'GET ops/api/proposals',
    roles: ['treasurer', 'settings', 'support', 'auditor', 'administrator'],
    actions: look('proposal.list'),
  },
  {
    route: 'GET ops/api/proposals/file',
    roles: ['treasurer', 'settings', 'support', 'auditor', 'administrator'],
    actions: look('export.proposals'),
  },
  {
    route: 'POST ops/api/adjustments',
    roles: ['treasurer'],
    actions: { 'adjustment.propose': [AUDIT, ...COMMAND, '+operator_proposal', '+wallet_adjustment', '+wallet_act'] },
  },
  {
    route: 'POST ops/api/insurance',
    roles: ['treasurer'],
    actions: { 'insurance.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/proposals/:id/approve',
    roles: ['treasurer', 'settings', 'administrator'],
    actions: {
      'proposal.approve': [
        AUDIT,
        ...DECIDED_PROPOSAL,
        // a merchant, who is told
        ...NOTIFIED,
        // where it takes effect later
        ANNOUNCED,
        'wallet_adjustment.waits_until',
        // the caps that a top-up of the insurance fund was held against
        'operator_proposal.cap_by_person',
        'operator_proposal.cap_by_all',
        // an adjustment
        'wallet_adjustment.status',
        'wallet_adjustment.decided_by',
        'wallet_adjustment.decided_at',
        'wallet_adjustment.booked_at',
        'wallet_adjustment.cap_by_person',
        'wallet_adjustment.cap_by_all',
        '+wallet_act',
        ...POSTING,
        ...OUTBOX,
        // where deposits go, and above which amount two people are needed
        '+deposit_key',
        'deposit_key.active',
        '+deposit_pool',
        '+deposit_bank',
        'deposit_bank.active',
        'coin_network.second_person_above',
        // what the check of the books lets stand, and a book that is opened again
        '+books_quarantine',
        'trading_mode.mode',
        'trading_mode.cause',
        'trading_mode.since',
        '+trading_mode_change',
        // the end of all sessions
        '+account_session_cut',
        // a notice to everybody
        '+operator_notice',
        // what readers see of an article, and where service is
        'news_article.live_id',
        'news_article.withdrawn_at',
        // who may advertise coins, and which
        ...MERCHANT,
        '+otc_coin',
        'otc_coin.least_quantity',
        'otc_coin.second_person_above',
        'otc_coin.enabled',
        'otc_coin.sort',
        '+service_link',
        'service_link.url',
        'service_link.cover',
        'service_link.changed_at',
        // a new coin: its terms, its launch with a market of its own, its end
        '+subscription_offer',
        '+subscription_quota',
        ...OFFER,
        '+currency',
        '+wallet_currency',
        '+market',
        '+market_constituent',
        '+spot_product',
        // a sale that begins with its seed, is listed with a market of its own, or ends with everything going back
        '+ieo_project',
        '+ieo_seed',
        ...SALE,
        // which part of fees comes back, from a day on that has not begun
        '+referral_terms',
        'referral_terms.ratio',
        'referral_terms.decided_at',
        '+referral_partner_terms',
        'referral_partner_terms.ratio',
        'referral_partner_terms.decided_at',
        '+referral_version',
        'referral_version.version',
        // what is shown in yuan, and moves nothing
        '+exchange_rate',
        // what may be begun in a country, by whoever is of it
        '+country_rule',
        // what everybody's new orders are offered
        ...PRODUCT_TERMS,
        // that another maintenance table takes effect in a week, which the worker then does
        '+maintenance_change',
        // who may be at the desk
        '+operator',
        ...OPERATOR,
        ...HANDS,
        ...INVITED,
        CHANGED,
        'operator_session.ended_at',
      ],
      // Each in the transaction of its approval.
      'operator.add': [AUDIT, ...DECIDED_PROPOSAL, '+operator', CHANGED],
      'operator.reset': [
        AUDIT,
        ...DECIDED_PROPOSAL,
        ...OPERATOR,
        ...HANDS,
        ...INVITED,
        CHANGED,
        'operator_session.ended_at',
      ],
      'operator.roles': [AUDIT, ...DECIDED_PROPOSAL, 'operator.roles', ...HANDS, CHANGED],
      'operator.disable': [AUDIT, ...DECIDED_PROPOSAL, 'operator.disabled_at', ...HANDS, 'operator_session.ended_at'],
      'operator.enable': [AUDIT, ...DECIDED_PROPOSAL, 'operator.disabled_at', ...HANDS, CHANGED],
    },
  },
  {
    route: 'POST ops/api/proposals/:id/reject',
    roles: ['treasurer', 'settings', 'support', 'administrator'],
    actions: {
      'proposal.reject': [
        AUDIT,
        ...DECIDED_PROPOSAL,
        'wallet_adjustment.status',
        'wallet_adjustment.decided_by',
        'wallet_adjustment.decided_at',
        '+wallet_act',
      ],
    },
  },

  {
    route: 'GET ops/api/funding',
    roles: ['treasurer', 'settings', 'auditor', 'administrator'],
    actions: nothing,
  },
  { route: 'GET ops/api/pairs', roles: ['auditor', 'administrator'], actions: nothing },
  {
    route: 'GET ops/api/announced',
    roles: ['treasurer', 'settings', 'auditor', 'administrator'],
    actions: look('announced-act.list'),
  },
  {
    route: 'GET ops/api/announced/file',
    roles: ['treasurer', 'settings', 'auditor', 'administrator'],
    actions: look('export.announced'),
  },
  {
    route: 'POST ops/api/announced/:id/stop',
    roles: ['administrator'],
    actions: {
      'announced-act.stop': [
        AUDIT,
        ...ANNOUNCED_END,
        'wallet_adjustment.status',
        'wallet_adjustment.decided_by',
        'wallet_adjustment.decided_at',
        'deposit.word_waits_until',
        'withdrawal.waits_until',
        'withdrawal.first_approved_by',
        '+wallet_act',
        ...TIERS_OFF,
      ],
    },
  },

  { route: 'GET ops/api/coins', roles: ['settings', 'treasurer', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/networks/:id',
    roles: ['settings'],
    actions: {
      'network.change': [AUDIT, ...NETWORK, ANNOUNCED, ...ANNOUNCED_END],
      'network.announce': [AUDIT, ...NETWORK, ANNOUNCED, ...ANNOUNCED_END],
      // what waits to switch the same on
      'announced-act.stop': [AUDIT, ...NETWORK, ANNOUNCED, ...ANNOUNCED_END],
    },
  },
  {
    route: 'POST ops/api/networks/:id/limit',
    roles: ['settings'],
    actions: { 'network-limit.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/networks/:id/pool',
    roles: ['settings'],
    actions: { 'deposit-pool.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/deposit-keys',
    roles: ['settings'],
    actions: { 'deposit-key.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/deposit-banks',
    roles: ['settings'],
    actions: { 'deposit-bank.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/markets', roles: ['settings', 'support', 'auditor'], actions: nothing },
  {
    route: 'GET ops/api/markets/file',
    roles: ['settings', 'support', 'auditor'],
    actions: look('export.markets'),
  },
  {
    route: 'POST ops/api/markets/:id/halt',
    roles: ['settings'],
    actions: { 'market.halt': [AUDIT, 'market.halted_reason', '+market_halt'] },
  },
  {
    route: 'POST ops/api/markets/:id/resume',
    roles: ['settings'],
    actions: { 'market.resume': [AUDIT, 'market.halted_reason', '+market_halt'] },
  },
  { route: 'GET ops/api/notices', roles: ['settings', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/notices',
    roles: ['settings'],
    actions: { 'notice.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/incidents', roles: ['settings', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/incidents',
    roles: ['settings', 'support'],
    actions: { 'incident.open': [AUDIT, ...COMMAND, '+service_incident', '+service_incident_update'] },
  },
  {
    route: 'POST ops/api/incidents/:id/update',
    roles: ['settings', 'support'],
    actions: { 'incident.update': [AUDIT, ...COMMAND, '+service_incident_update', ...INCIDENT] },
  },
  { route: 'GET ops/api/complaints', roles: ['support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/complaints/file', roles: ['support', 'auditor'], actions: look('export.complaints') },
  { route: 'GET ops/api/complaints/:id', roles: ['support', 'auditor'], actions: look('complaint.view') },
  {
    route: 'POST ops/api/complaints/:id/answer',
    roles: ['support'],
    actions: {
      'complaint.answer': [AUDIT, ...COMMAND, '+complaint_entry', ...COMPLAINT, ...NOTIFIED, ...OUTBOX],
    },
  },
  { route: 'GET ops/api/help', roles: ['support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/help/agents', roles: ['support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/help/:id', roles: ['support', 'auditor'], actions: look('help.view') },
  {
    route: 'GET ops/api/help/:id/picture/:reference',
    roles: ['support'],
    actions: { 'help.picture': [AUDIT] },
  },
  { route: 'POST ops/api/help/:id/claim', roles: ['support'], actions: { 'help.claim': [AUDIT, ...HELP] } },
  {
    route: 'POST ops/api/help/:id/hand-over',
    roles: ['support'],
    actions: { 'help.hand-over': [AUDIT, '+help_hand_over', ...HELP] },
  },
  {
    route: 'POST ops/api/help/:id/line',
    roles: ['support'],
    actions: { 'help.answer': [AUDIT, ...COMMAND, ...HELP] },
  },
  { route: 'POST ops/api/help/:id/read', roles: ['support'], actions: { 'help.read': [AUDIT, ...HELP] } },
  { route: 'GET ops/api/help/:id/pulse', roles: ['support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/help/:id/close',
    roles: ['support'],
    actions: { 'help.close': [AUDIT, ...HELP, 'help_chat.closed_at', PHOTO_CLOSED] },
  },
  { route: 'GET ops/api/help-templates', roles: ['support', 'settings', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/help-templates',
    roles: ['support', 'settings'],
    actions: { 'help.template': [AUDIT, '+help_template', ...HELP_TEMPLATE] },
  },
  {
    route: 'POST ops/api/help-templates/:id/remove',
    roles: ['support', 'settings'],
    actions: {
      'help.template-remove': [
        AUDIT,
        'help_template.removed_at',
        'help_template.changed_by',
        'help_template.changed_at',
      ],
    },
  },
  { route: 'GET ops/api/help-hours', roles: ['support', 'settings', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/help-hours',
    roles: ['support', 'settings'],
    actions: { 'help.hours': [AUDIT, '+help_hours', ...HELP_HOURS] },
  },
  { route: 'GET ops/api/news', roles: ['settings', 'support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/news/file', roles: ['settings', 'support', 'auditor'], actions: look('export.news') },
  { route: 'GET ops/api/news/:id', roles: ['settings', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/news/images',
    roles: ['settings', 'support'],
    actions: { 'news.picture': [AUDIT, '+news_image'] },
  },
  { route: 'POST ops/api/news', roles: ['settings', 'support'], actions: { 'news.write': [AUDIT, ...WRITTEN] } },
  { route: 'POST ops/api/news/:id', roles: ['settings', 'support'], actions: { 'news.write': [AUDIT, ...WRITTEN] } },
  {
    route: 'POST ops/api/news/:id/propose',
    roles: ['settings', 'support'],
    actions: { 'news.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/news/:id/withdraw',
    roles: ['settings', 'support'],
    actions: {
      'news.withdraw': [AUDIT, ...DECIDED_PROPOSAL, 'news_article.live_id', 'news_article.withdrawn_at'],
    },
  },
  { route: 'GET ops/api/appeals', roles: ['treasurer', 'support', 'auditor'], actions: look('appeal.list') },
  { route: 'GET ops/api/appeals/file', roles: ['treasurer', 'support', 'auditor'], actions: look('export.appeals') },
  { route: 'GET ops/api/appeals/:id', roles: ['treasurer', 'support', 'auditor'], actions: look('appeal.view') },
  { route: 'GET ops/api/appeals/:id/lines', roles: ['treasurer', 'support', 'auditor'], actions: look('appeal.view') },
  {
    route: 'GET ops/api/appeals/:id/pictures/:number',
    roles: ['treasurer', 'support', 'auditor'],
    actions: look('appeal.view'),
  },
  {
    route: 'GET ops/api/appeals/:id/evidence',
    roles: ['treasurer', 'support', 'auditor'],
    actions: look('appeal.view'),
  },
  {
    route: 'POST ops/api/appeals/:id/claim',
    roles: ['treasurer'],
    actions: { 'otc.claim': [AUDIT, ...CLAIM] },
  },
  {
    route: 'POST ops/api/appeals/:id/release',
    roles: ['treasurer'],
    actions: { 'otc.release': [AUDIT, '-operator_claim'] },
  },
  { route: 'POST ops/api/appeals/:id/decide', roles: ['treasurer'], actions: { 'appeal.decide': OTC_DECISION } },
  {
    route: 'POST ops/api/appeals/:id/say',
    roles: ['treasurer'],
    actions: { 'appeal.say': [AUDIT, '+room_line', ...OUTBOX] },
  },
  { route: 'GET ops/api/merchants', roles: ['settings', 'support', 'auditor'], actions: look('merchant.list') },
  {
    route: 'GET ops/api/merchants/file',
    roles: ['settings', 'support', 'auditor'],
    actions: look('export.merchants'),
  },
  {
    route: 'POST ops/api/merchants/:id/propose',
    roles: ['settings'],
    actions: { 'merchant.propose': [AUDIT, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/merchants/:id/keep-out',
    roles: ['settings'],
    actions: {
      'merchant.suspend': [AUDIT, ...DECIDED_PROPOSAL, ...MERCHANT, ...EXCLUDED_ADVERTS, ...NOTIFIED, ...OUTBOX],
      'merchant.refuse': [AUDIT, ...DECIDED_PROPOSAL, ...MERCHANT, ...EXCLUDED_ADVERTS, ...NOTIFIED, ...OUTBOX],
    },
  },
  { route: 'GET ops/api/otc-coins', roles: ['settings', 'treasurer', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/otc-coins',
    roles: ['settings', 'treasurer'],
    actions: { 'otc-coin.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/ieo', roles: ['settings', 'treasurer', 'support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/ieo/coins', roles: ['settings', 'treasurer'], actions: nothing },
  { route: 'GET ops/api/ieo/:id', roles: ['settings', 'treasurer', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/ieo',
    roles: ['settings', 'treasurer'],
    actions: { 'ieo-project.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/ieo/:id/list',
    roles: ['settings', 'treasurer'],
    actions: { 'ieo-list.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/ieo/:id/cancel',
    roles: ['settings', 'treasurer'],
    actions: { 'ieo-cancel.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/service-links', roles: ['settings', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/service-links',
    roles: ['settings'],
    actions: { 'service-link.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/reference', roles: ['settings', 'treasurer', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/reference/rates',
    roles: ['settings', 'treasurer'],
    actions: { 'exchange-rate.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'GET ops/api/reference/countries',
    roles: ['settings', 'treasurer', 'support', 'auditor'],
    actions: nothing,
  },
  {
    route: 'POST ops/api/reference/countries',
    roles: ['settings'],
    actions: { 'country-rule.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  { route: 'GET ops/api/products', roles: ['settings', 'treasurer', 'support', 'auditor'], actions: nothing },
  ...['options', 'spot', 'perpetuals', 'trust'].map((kind) => ({
    route: `POST ops/api/products/${kind}/:id`,
    roles: ['settings', 'treasurer'] as OperatorRole[],
    actions: { 'product-terms.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  })),
  {
    route: 'POST ops/api/products/new/trust',
    roles: ['settings', 'treasurer'],
    actions: { 'trust-product.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/products/new/options',
    roles: ['settings', 'treasurer'],
    actions: { 'option-time.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/products/tiers/:id',
    roles: ['settings', 'treasurer'],
    actions: { 'perpetual-tiers.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/reference/banks',
    roles: ['settings'],
    actions: { 'bank.list': [AUDIT, '+account_bank', 'account_bank.listed', 'account_bank.changed_at'] },
  },
  { route: 'GET ops/api/referral', roles: ['treasurer', 'settings', 'support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/referral/days', roles: ['treasurer', 'settings', 'support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/referral/partners', roles: ['treasurer', 'settings', 'support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/referral/self', roles: ['treasurer', 'settings', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/referral/terms',
    roles: ['treasurer'],
    actions: { 'referral-terms.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/referral/partners',
    roles: ['treasurer'],
    actions: { 'referral-partner.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },

  { route: 'GET ops/api/subscriptions', roles: ['settings', 'treasurer', 'support', 'auditor'], actions: nothing },
  { route: 'GET ops/api/subscriptions/:id', roles: ['settings', 'treasurer', 'support', 'auditor'], actions: nothing },
  {
    route: 'POST ops/api/subscriptions',
    roles: ['settings', 'treasurer'],
    actions: { 'subscription-offer.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/subscriptions/:id/launch',
    roles: ['settings', 'treasurer'],
    actions: { 'subscription-launch.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/subscriptions/:id/cancel',
    roles: ['settings', 'treasurer'],
    actions: { 'subscription-cancel.propose': [AUDIT, ...COMMAND, '+operator_proposal'] },
  },

  { route: 'GET ops/api/users', roles: ['support', 'treasurer', 'reviewer', 'auditor'], actions: look('user.list') },
  {
    route: 'GET ops/api/users/file',
    roles: ['support', 'treasurer', 'reviewer', 'auditor'],
    actions: look('export.users'),
  },
  {
    route: 'GET ops/api/users/:id',
    roles: ['support', 'treasurer', 'reviewer', 'auditor'],
    actions: look('user.view'),
  },
  {
    route: 'GET ops/api/users/:id/statement',
    roles: ['support', 'treasurer', 'reviewer', 'auditor'],
    actions: look('user.statement'),
  },
  {
    route: 'GET ops/api/users/:id/statement/file',
    roles: ['support', 'treasurer', 'reviewer', 'auditor'],
    actions: look('export.statement'),
  },
  {
    route: 'GET ops/api/users/:id/records',
    roles: ['support', 'treasurer', 'auditor'],
    actions: look('user.records'),
  },
  {
    route: 'GET ops/api/users/:id/records/file',
    roles: ['support', 'treasurer', 'auditor'],
    actions: look('export.records'),
  },
  {
    route: 'GET ops/api/users/:id/liquidations/:position',
    roles: ['support', 'treasurer', 'auditor'],
    actions: look('user.liquidation'),
  },
  { route: 'GET ops/api/find', roles: ['support', 'treasurer', 'auditor'], actions: look('user.find') },
  { route: 'GET ops/api/product-state', roles: ['treasurer', 'auditor', 'administrator'], actions: nothing },
  { route: 'GET ops/api/market-profit', roles: ['treasurer', 'auditor', 'administrator'], actions: nothing },
  { route: 'GET ops/api/feed-state', roles: [], actions: nothing },
  {
    route: 'POST ops/api/users/:id/revoke-sessions',
    roles: ['support'],
    actions: {
      'user.revoke-sessions': [
        AUDIT,
        'account_session.ended_at',
        'account_session.end_reason',
        '+account_security_event',
        ...OUTBOX,
      ],
    },
  },

  { route: 'GET ops/api/books', roles: [], actions: nothing },
  {
    route: 'POST ops/api/books/verify',
    roles: ['auditor', 'treasurer', 'administrator'],
    actions: look('books.verify'),
  },
  { route: 'GET ops/api/books/accounts', roles: ['auditor', 'treasurer'], actions: look('books.accounts') },
  { route: 'GET ops/api/books/journals', roles: ['auditor', 'treasurer'], actions: look('books.journals') },
  {
    route: 'GET ops/api/books/accounts/file',
    roles: ['auditor', 'treasurer'],
    actions: look('export.ledger-accounts'),
  },
  {
    route: 'GET ops/api/books/accounts/:id/lines/file',
    roles: ['auditor', 'treasurer'],
    actions: look('export.ledger-lines'),
  },
  { route: 'GET ops/api/books/journals/file', roles: ['auditor', 'treasurer'], actions: look('export.journals') },
  {
    route: 'POST ops/api/books/reopen',
    roles: ['treasurer', 'administrator'],
    actions: { 'books-reopen.propose': [AUDIT, '+operator_proposal'] },
  },
  { route: 'GET ops/api/books/quarantine', roles: ['auditor', 'treasurer', 'administrator'], actions: nothing },
  {
    route: 'POST ops/api/books/quarantine',
    roles: ['treasurer', 'administrator'],
    actions: { 'books-quarantine.propose': [AUDIT, '+operator_proposal'] },
  },
  {
    route: 'POST ops/api/books/quarantine/:id/lift',
    roles: ['treasurer', 'administrator'],
    actions: {
      'books-quarantine.lift': [
        AUDIT,
        'books_quarantine.lifted_at',
        'books_quarantine.lifted_by',
        'books_quarantine.lift_reason',
        // Where the check looks first from now on.
        'books_suspect.let_stand',
      ],
    },
  },
];
