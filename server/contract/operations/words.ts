/** The words of the operators' desk, as plain lists: a page may import them without the request classes. */
/** What an operator may be. Each route says which of them it is for. */
export const OPERATOR_ROLES = ['reviewer', 'treasurer', 'support', 'settings', 'auditor', 'administrator'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** What waits for a second person. */
export const PROPOSAL_KINDS = [
  'adjustment',
  'deposit',
  'withdrawal',
  'deposit-key',
  'deposit-pool',
  'deposit-bank',
  'network-limit',
  'insurance',
  'books-quarantine',
  'books-reopen',
  'operator-add',
  'operator-reset',
  'operator-roles',
  'operator-disable',
  'operator-enable',
  'news',
  'service-link',
  'subscription-offer',
  'subscription-launch',
  'subscription-cancel',
  'otc-appeal',
  'otc-merchant',
  'otc-coin',
  'ieo-project',
  'ieo-list',
  'ieo-cancel',
  'referral-terms',
  'referral-partner',
  'exchange-rate',
  'country-rule',
  'option-terms',
  'spot-terms',
  'perpetual-terms',
  'perpetual-tiers',
  'trust-terms',
  'trust-product',
  'option-time',
  'sessions-end-all',
  'notice',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
/** Whoever sets what the product goes by. */
export const SETTERS = ['treasurer', 'settings'] as const satisfies readonly OperatorRole[];
/** Who decides each kind of proposal: what moves money is for treasurers alone. */
export const PROPOSAL_DECIDERS: Readonly<Record<ProposalKind, readonly OperatorRole[]>> = {
  adjustment: ['treasurer'],
  deposit: ['treasurer'],
  withdrawal: ['treasurer'],
  'deposit-key': SETTERS,
  'deposit-pool': SETTERS,
  'deposit-bank': SETTERS,
  'network-limit': SETTERS,
  insurance: ['treasurer'],
  'books-quarantine': ['treasurer', 'administrator'],
  'books-reopen': ['treasurer', 'administrator'],
  'operator-add': ['administrator'],
  'operator-reset': ['administrator'],
  'operator-roles': ['administrator'],
  'operator-disable': ['administrator'],
  'operator-enable': ['administrator'],
  news: ['settings'],
  'service-link': ['settings'],
  'subscription-offer': SETTERS,
  'subscription-launch': ['treasurer'],
  'subscription-cancel': ['treasurer'],
  'otc-appeal': ['treasurer'],
  'otc-merchant': ['settings'],
  'otc-coin': ['treasurer'],
  'ieo-project': ['treasurer'],
  'ieo-list': ['treasurer'],
  'ieo-cancel': ['treasurer'],
  'referral-terms': ['treasurer'],
  'referral-partner': ['treasurer'],
  'exchange-rate': SETTERS,
  'country-rule': SETTERS,
  'option-terms': ['treasurer'],
  'spot-terms': ['treasurer'],
  'perpetual-terms': ['treasurer'],
  'perpetual-tiers': ['treasurer'],
  'trust-terms': ['treasurer'],
  'trust-product': ['treasurer'],
  'option-time': ['treasurer'],
  'sessions-end-all': ['administrator'],
  notice: ['settings'],
};
/** What may take effect a while after it was decided. */
export const ANNOUNCED_ACT_KINDS = [
  'network-change',
  'network-limit',
  'deposit-key',
  'deposit-pool',
  'deposit-bank',
  'adjustment',
  'deposit',
  'withdrawal',
  'subscription-launch',
  'subscription-cancel',
  'ieo-list',
  'ieo-cancel',
  'perpetual-tiers',
] as const;
export type AnnouncedActKind = (typeof ANNOUNCED_ACT_KINDS)[number];
export const ANNOUNCED_ACT_STATUSES = ['waiting', 'done', 'stopped', 'failed'] as const;
export type AnnouncedActStatus = (typeof ANNOUNCED_ACT_STATUSES)[number];

/** Nobody approved a lapsed one in time. */
export const PROPOSAL_STATUSES = ['open', 'approved', 'rejected', 'lapsed'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];
/** Within which somebody else approves what was proposed; the database holds to it (`operator_proposal_guard`). */
export const PROPOSAL_DAYS = 7;

/** Funding instants that moved no money, and those with positions that are not charged yet. */
export const FUNDING_STATES = ['void', 'charging'] as const;
export type FundingState = (typeof FUNDING_STATES)[number];

/** Where an article is: written only, shown from a later time on, shown, no longer shown, or taken off. */
export const NEWS_STATES = ['draft', 'planned', 'shown', 'expired', 'withdrawn'] as const;
export type NewsState = (typeof NEWS_STATES)[number];

/** For whom an appeal is decided. */
export const OTC_AWARDS = ['buyer', 'seller'] as const;
export type OtcAward = (typeof OTC_AWARDS)[number];
export const MERCHANT_FILTERS = ['applied', 'admitted', 'refused', 'suspended', 'all'] as const;
export type MerchantFilter = (typeof MERCHANT_FILTERS)[number];
/** What waits for an operator. */
export const QUEUE_KINDS = [
  'deposit',
  'withdrawal',
  'payment',
  'verification',
  'appeal',
  'merchant',
  'proposal',
  'announced',
  'help',
  'complaint',
] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** Where the help desk's chats lie. */
export const HELP_FOLDERS = ['waiting', 'mine', 'open', 'closed'] as const;
export type HelpFolder = (typeof HELP_FOLDERS)[number];

/** Complaints that wait for an answer, and those that have one. */
export const COMPLAINT_FOLDERS = ['waiting', 'answered'] as const;
export type ComplaintFolder = (typeof COMPLAINT_FOLDERS)[number];

/** Of what a user has orders, positions and movements. */
export const USER_RECORD_KINDS = [
  'position',
  'spot',
  'option',
  'trust',
  'deposit',
  'withdrawal',
  'subscription',
  'sale',
  'otc',
] as const;
export type UserRecordKind = (typeof USER_RECORD_KINDS)[number];

/** What the one search of the desk finds. */
export type FoundKind = 'user' | UserRecordKind;

/** The words of what became of an order, a position or a movement, all products together. */
export const RECORD_STATUSES = [
  'pending',
  'open',
  'holding',
  'closing',
  'closed',
  'take-profit',
  'stop-loss',
  'liquidated',
  'deleveraged',
  'cancelled',
  'revoked',
  'filled',
  'win',
  'loss',
  'tie',
  'void',
  'voided',
  'settled',
  'custody',
  'completed',
  'redeemed',
  'review',
  'approved',
  'rejected',
  'paid',
  'passed',
  'locked',
  'released',
  'returned',
  'committed',
  'failed',
  'allotted',
  'missed',
  'releasing',
  'paying',
  'appeal',
  'disabled',
] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** Lists of the desk that can be kept as files. */
export const DESK_LISTS = [
  'users',
  'records',
  'deposits',
  'withdrawals',
  'verification',
  'appeals',
  'proposals',
  'complaints',
  'ledger-accounts',
  'ledger-lines',
  'journals',
  'statement',
  'announced',
  'markets',
  'merchants',
  'news',
  'operators',
  'audit',
] as const;
export type DeskListName = (typeof DESK_LISTS)[number];
/** Most rows of one such file. A longer list is refused, so that a file is never a part that looks like the whole. */
export const DESK_FILE_ROWS_MAX = 50_000;

/** What is traded on a market with the house on the other side. */
export const MARKET_PRODUCTS = ['options', 'spot', 'perpetual'] as const;
export type MarketProduct = (typeof MARKET_PRODUCTS)[number];
/** Most days whose profit is added up at once, and most that are shown each by itself. */
export const MARKET_PROFIT_DAYS_MAX = 366;
export const MARKET_PROFIT_APART_MAX = 31;

/** What is done to many withdrawals at once. */
export const MANY_WITHDRAWALS_ACTS = ['release', 'pay'] as const;
export type ManyWithdrawalsAct = (typeof MANY_WITHDRAWALS_ACTS)[number];
/** What is done to withdrawals that were ticked in the list. */
export const PICKED_WITHDRAWALS_ACTS = ['release', 'reject', 'pay'] as const;
export type PickedWithdrawalsAct = (typeof PICKED_WITHDRAWALS_ACTS)[number];
/** Most lines of one table, and most that are ticked. */
export const MANY_WITHDRAWALS_MAX = 200;
/**
 * What is, or becomes, of a line: it can be done; it was done before; it is done; another operator has to say so, too; it takes effect
 * later; it was refused.
 */
export const MANY_WITHDRAWALS_OUTCOMES = ['ready', 'before', 'done', 'second-person', 'announced', 'refused'] as const;
export type ManyWithdrawalsOutcome = (typeof MANY_WITHDRAWALS_OUTCOMES)[number];
