import { IsIn, Matches } from 'class-validator';
import { OptionalSubAccount } from '../account/sub-accounts.dto.js';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import { PlainText } from '../text-fields.js';

/** Every list that a user can keep as a file. */
export const EXPORT_LISTS = [
  'wallet.statement',
  'wallet.deposits',
  'wallet.withdrawals',
  'wallet.transfers',
  'spot.orders',
  'spot.fills',
  'spot.stops',
  'options.orders',
  'futures.orders',
  'futures.closings',
  'futures.funding',
  'futures.liquidations',
  'trust.orders',
  'otc.orders',
  'otc.adverts',
  'subscription.orders',
  'ieo.applications',
  'referral.rebates',
  'price-alerts.own',
  'notices.own',
  'complaints.own',
  'profit.days',
  'tax.fifo',
  'tax.average',
] as const;
export type ExportListName = (typeof EXPORT_LISTS)[number];

/** Lists of which a day is one of UTC whatever the zone, as on their pages. The zone is of the second column of each instant alone. */
export const UTC_DAY_LISTS: readonly ExportListName[] = ['profit.days', 'tax.fifo', 'tax.average'];

/** Lists that a sub-account has: the others are of what only its main account does, or of the person. */
export const SUB_ACCOUNT_LISTS: readonly ExportListName[] = [
  'wallet.statement',
  'spot.orders',
  'spot.fills',
  'spot.stops',
  'options.orders',
  'futures.orders',
  'futures.closings',
  'futures.funding',
  'futures.liquidations',
  'profit.days',
];

export const EXPORT_FORMATS = ['csv', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Most rows of one file. A longer list is refused, so that a file is never a part that looks like the whole. */
export const EXPORT_ROWS_MAX: Readonly<Record<ExportFormat, number>> = { csv: 100_000, pdf: 5000 };
/** Most days of one file. */
export const EXPORT_DAYS_MAX = 366;

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export class ExportRequest {
  @IsIn(EXPORT_LISTS)
  list: ExportListName;
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;
  /** The first day, `2026-01-01`, in the zone. */
  @Matches(DAY)
  from: string;
  /** The last day. */
  @Matches(DAY)
  to: string;
  /** By IANA's name, `Asia/Kolkata`: where the days begin, and of the second column of each instant. */
  @PlainText(64)
  zone: string;
  @AccountTypeField()
  account_type?: AccountType;
  /** The sub-account whose list it is; empty: the caller's own. */
  @OptionalSubAccount()
  sub_account_id?: string;
}
