export { NOTICES_KEY, unreadNotices } from './event-centre.api';
export { NoticeLog } from './notice-log';
