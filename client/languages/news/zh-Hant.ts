import type { NewsWords } from './en';

/** News, notices and the help centre. */
export const news: NewsWords = {
  news: {
    kinds: '公告類型',
    notices: '公告',
    news: '資訊',
    own: '我的帳戶',
    empty: '暫無內容',
    gone: '該文章已不存在',
    help: '幫助中心',
    search: '搜尋幫助',
    nothing: '找不到「{{words}}」的相關內容',
    unread: '未讀',
    required: '必讀',
    unreadCount: '{{count}} 則未讀',
    requiredTitle: '交易前請先閱讀',
    read: '立即閱讀',
    support: '聯絡客服',
    bar: '公告',
    still: '暫停公告輪播',
    turn: '繼續公告輪播',
    otherLanguage: '暫無您所用語言的版本',
  },
};
