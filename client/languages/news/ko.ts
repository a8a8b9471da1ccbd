import type { NewsWords } from './en';

/** News, notices and the help centre. */
export const news: NewsWords = {
  news: {
    kinds: '공지 종류',
    notices: '공지사항',
    news: '뉴스',
    own: '내 계정',
    empty: '아직 내용이 없습니다',
    gone: '이 글은 더 이상 없습니다',
    help: '고객센터 도움말',
    search: '도움말 검색',
    nothing: '“{{words}}”에 대한 결과가 없습니다',
    unread: '읽지 않음',
    required: '필독',
    unreadCount: '읽지 않음 {{count}}건',
    requiredTitle: '거래 전에 먼저 읽어 주세요',
    read: '지금 읽기',
    support: '고객 지원에 문의',
    bar: '공지',
    still: '공지 자동 전환 멈춤',
    turn: '공지 자동 전환 계속',
    otherLanguage: '사용하시는 언어로 된 글이 아직 없습니다',
  },
};
