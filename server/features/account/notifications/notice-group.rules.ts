import type { NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import type {
  AlertNoticeKind,
  MoneyNoticeKind,
  NoticeKind,
  OrderEndNoticeKind,
  TradingNoticeKind,
} from '../notices/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type TaggedKind = NoticeKind | MoneyNoticeKind | TradingNoticeKind | OrderEndNoticeKind | AlertNoticeKind;

const GROUPS: Record<TaggedKind, NoticeGroup> = {
  registered: 'security',
  'new-device': 'security',
  'wrong-tries': 'security',
  'password-changed': 'security',
  'password-reset': 'security',
  'fund-password-set': 'security',
  'fund-password-changed': 'security',
  'fund-password-locked': 'security',
  'totp-on': 'security',
  'totp-off': 'security',
  'passkey-added': 'security',
  'passkey-removed': 'security',
  'api-key-added': 'security',
  'api-key-revoked': 'security',
  'api-keys-ended': 'security',
  'api-key-elsewhere': 'security',
  'sub-account-opened': 'security',
  'sub-account-frozen': 'security',
  'sub-account-thawed': 'security',
  'data-export-asked': 'security',
  'data-export-ready': 'security',
  'erasure-asked': 'security',
  'erasure-rest': 'security',
  'erasure-taken-back': 'security',
  'erasure-stopped': 'security',
  'account-erased': 'security',
  'bank-card-changed': 'security',
  'otc-payment-added': 'security',
  'contact-changed': 'security',
  'address-added': 'security',
  'limit-set': 'security',
  'limit-asked': 'security',
  'limit-called-back': 'security',
  'break-began': 'security',
  'subscription-released': 'releases',
  'deposit-credited': 'credits',
  'deposit-rejected': 'credits',
  'withdrawal-approved': 'withdrawals',
  'withdrawal-paid': 'withdrawals',
  'withdrawal-rejected': 'withdrawals',
  'identity-verified': 'decisions',
  'identity-rejected': 'decisions',
  'complaint-answered': 'decisions',
  'merchant-admitted': 'decisions',
  'merchant-refused': 'decisions',
  'merchant-suspended': 'decisions',
  'trust-completed': 'releases',
  'subscription-returned': 'releases',
  'otc-opened': 'otc',
  'otc-paid': 'otc',
  'otc-remind': 'otc',
  'otc-released': 'otc',
  'otc-cancelled': 'otc',
  'otc-appeal': 'decisions',
  'ieo-allotted': 'releases',
  'ieo-failed': 'releases',
  'ieo-offered': 'releases',
  'ieo-cancelled': 'releases',
  'ieo-released': 'releases',
  'referral-rebates': 'releases',
  'order-bought': 'orders',
  'order-sold': 'orders',
  'order-expired': 'orders',
  'order-expired-partly': 'orders',
  'order-cut': 'orders',
  'order-cut-partly': 'orders',
  'stop-triggered': 'stops',
  'stop-expired': 'stops',
  'exit-void': 'stops',
  'exit-expired': 'stops',
  'contract-opened': 'orders',
  'contract-closed': 'orders',
  'contract-order-revoked': 'orders',
  'take-profit': 'stops',
  'stop-loss': 'stops',
  'liquidated-partly': 'liquidations',
  liquidated: 'liquidations',
  deleveraged: 'liquidations',
  'margin-warning': 'warnings',
  'margin-critical': 'warnings',
  'margin-warning-account': 'warnings',
  'margin-critical-account': 'warnings',
  'maintenance-announced': 'warnings',
  'maintenance-off': 'warnings',
  'option-won': 'settlements',
  'option-lost': 'settlements',
  'option-tied': 'settlements',
  'option-void': 'settlements',
  'alert-rise': 'alerts',
  'alert-fall': 'alerts',
  'alert-cross': 'alerts',
  'alert-percent-up': 'alerts',
  'alert-percent-down': 'alerts',
  'alert-funding-above': 'alerts',
  'alert-funding-below': 'alerts',
  'alert-margin': 'alerts',
  'alert-margin-account': 'alerts',
};

const GROUP_OF: ReadonlyMap<string, NoticeGroup> = new Map(Object.entries(GROUPS));

/** For how long word of it is worth sending: what comes too late is worse than none. */
const WORTH_MS: Record<NoticeGroup, number> = {
  orders: 12 * HOUR_MS,
  stops: 12 * HOUR_MS,
  liquidations: 12 * HOUR_MS,
  warnings: 12 * HOUR_MS,
  settlements: 12 * HOUR_MS,
  credits: 48 * HOUR_MS,
  withdrawals: 48 * HOUR_MS,
  otc: 2 * HOUR_MS,
  decisions: 48 * HOUR_MS,
  releases: 48 * HOUR_MS,
  // A price is another one an hour later.
  alerts: HOUR_MS,
  security: 48 * HOUR_MS,
};
/** A warning speaks of a margin that may be another one soon. */
const WARNING_WORTH_MS = 30 * MINUTE_MS;

/** What a kind of notice is about; null for what is told in the app alone. */
export function groupOf(kind: string): NoticeGroup | null {
  return GROUP_OF.get(kind) ?? null;
}

/** The kinds of notices that are about one of the groups. */
export function kindsOf(groups: readonly NoticeGroup[]): string[] {
  return [...GROUP_OF].filter(([, group]) => groups.includes(group)).map(([kind]) => kind);
}

/** Milliseconds from the notice on in which it may be told outside of the app. */
export function worthMs(kind: string, group: NoticeGroup): number {
  return kind.startsWith('margin-') ? WARNING_WORTH_MS : WORTH_MS[group];
}
