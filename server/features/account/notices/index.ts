/**
 * The front door of the notices: what happened to a user's security, what the user was told, and what waits because of it.
 */
export { deviceName } from './device.rules.js';
export { eventText } from './event-words.js';
export { GetHolds, type Hold } from './get-holds.js';
export { ListNotices } from './list-notices.js';
export { ListSecurityEvents } from './list-security-events.js';
export type { MoneyNoticeKind } from './money-notice-words.js';
export { NoteIncident } from './note-incident.js';
export type { MerchantNoticeKind } from './merchant-words.js';
export type { TradingNoticeKind } from './trading-notice-words.js';
export { type Addressee, filled, type NoticeKind, noticeMessage, noticeText, signed } from './notice-words.js';
export type { OrderEndNoticeKind } from './order-end-words.js';
export { RecordChange } from './record-change.js';
export { SecurityLog } from './security-log.js';
export type { AlertNoticeKind } from './alert-notice-words.js';
export type { NewNotice } from './new-notices.store.js';
export { WriteNotices } from './write-notices.js';
