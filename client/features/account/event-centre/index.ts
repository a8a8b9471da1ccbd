export { unreadNotices } from './event-centre.api';
export { NoticeLog } from './notice-log';
