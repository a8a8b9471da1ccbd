export { type RecordKind, Records, StatusFilter } from './records';
export type { StatementFilter } from './records.api';
export { Statement } from './statement';
export { STATUSES, type Status } from './states';
export { TransferRecord } from './transfer-record';
export { WithdrawalDetail } from './withdrawal-detail';
export { WithdrawalList } from './withdrawal-list';
