import type { NewsWords } from './en';

/** News, notices and the help centre. */
export const news: NewsWords = {
  news: {
    kinds: 'お知らせの種類',
    notices: 'お知らせ一覧',
    news: 'ニュース',
    own: 'マイアカウント',
    empty: 'まだ何もありません',
    gone: 'この記事は現在ありません',
    help: 'ヘルプセンター',
    search: 'ヘルプを検索',
    nothing: '「{{words}}」に該当するものはありません',
    unread: '未読',
    required: '必読',
    unreadCount: '未読 {{count}} 件',
    requiredTitle: '取引の前にお読みください',
    read: '今すぐ読む',
    support: 'カスタマーサービスに連絡',
    bar: 'お知らせ',
    still: 'お知らせの切り替えを止める',
    turn: 'お知らせの切り替えを再開する',
    otherLanguage: 'ご利用の言語の文章はまだありません',
  },
};
