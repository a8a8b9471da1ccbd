import type { DataExportsWords } from './en';

export const words: DataExportsWords = {
  dataExports: {
    text: '계정에 보관된 모든 데이터를 하나의 파일로 드립니다: 프로필, 연락처, 주소, 카드, 신원 정보, 로그인, 설정, 메시지.',
    retention:
      '파일은 {{hours}}시간 동안 보관되며 본인만 받을 수 있습니다. 신원 정보가 들어 있으니 다른 사람이 볼 수 없는 곳에 보관하세요.',
    lists: '주문, 포지션, 명세서를 파일로 저장',
    none: '아직 파일을 요청하지 않았습니다.',
    ask: '파일 요청',
    asked: '요청했습니다. 준비되면 알려 드립니다.',
    question: '데이터를 요청할까요?',
    questionText: '자금 비밀번호로 본인임을 확인합니다. 이 요청은 이메일과 전화로도 알려 드립니다.',
    waiting: '만드는 중',
    ready: '준비됨',
    tooLarge: '파일로 만들기에 너무 큽니다',
    tooLargeText: '이 계정에 보관된 내용이 파일 하나의 한도를 넘습니다. 고객 지원에 문의하시면 직접 만들어 드립니다.',
    failed: '만들지 못했습니다',
    failedText: '저희 쪽 문제입니다. 다시 요청해 주세요.',
    gone: '보관 기간이 끝났습니다',
    askedAt: '요청 시각: {{time}}',
    until: '저장 기한: {{time}}',
    save: '저장',
    saveQuestion: '데이터를 저장할까요?',
    saveText: '파일에 신원 정보가 들어 있습니다. 자금 비밀번호로 본인임을 확인합니다.',
    saved: '저장했습니다: {{name}}',
  },
};
