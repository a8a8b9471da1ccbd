import type { NewsWords } from './en';

/** News, notices and the help centre. */
export const news: NewsWords = {
  news: {
    kinds: '公告类型',
    notices: '公告',
    news: '资讯',
    own: '我的账户',
    empty: '暂无内容',
    gone: '该文章已不存在',
    help: '帮助中心',
    search: '搜索帮助',
    nothing: '未找到“{{words}}”的相关内容',
    unread: '未读',
    required: '必读',
    unreadCount: '{{count}} 条未读',
    requiredTitle: '交易前请先阅读',
    read: '立即阅读',
    support: '联系客服',
    bar: '公告',
    still: '暂停公告轮播',
    turn: '继续公告轮播',
    otherLanguage: '暂无您所用语言的版本',
  },
};
