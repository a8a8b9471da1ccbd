import type { NewsWords } from './en';

/** News, notices and the help centre. */
export const news: NewsWords = {
  news: {
    kinds: 'ประเภทประกาศ',
    notices: 'ประกาศ',
    news: 'ข่าวสาร',
    own: 'บัญชีของฉัน',
    empty: 'ยังไม่มีเนื้อหา',
    gone: 'ไม่มีบทความนี้แล้ว',
    help: 'ศูนย์ช่วยเหลือ',
    search: 'ค้นหาความช่วยเหลือ',
    nothing: 'ไม่พบผลลัพธ์สำหรับ “{{words}}”',
    unread: 'ยังไม่ได้อ่าน',
    required: 'ต้องอ่าน',
    unreadCount: 'ยังไม่ได้อ่าน {{count}} รายการ',
    requiredTitle: 'โปรดอ่านก่อนซื้อขาย',
    read: 'อ่านตอนนี้',
    support: 'ติดต่อฝ่ายบริการลูกค้า',
    bar: 'ประกาศ',
    still: 'หยุดเลื่อนประกาศ',
    turn: 'เลื่อนประกาศต่อ',
    otherLanguage: 'ยังไม่มีเนื้อหาในภาษาของคุณ',
  },
};
