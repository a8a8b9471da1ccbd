import type { AppWords } from './en';

export const words: AppWords = {
  app: {
    ready: '새 버전이 준비되었습니다.',
    update: '지금 업데이트',
    later: '나중에',
    install: '앱 설치',
    why: '홈 화면에서 바로 열리고, 네트워크가 없어도 마지막 가격을 볼 수 있습니다.',
    now: '설치',
    notNow: '나중에 하기',
    share: '브라우저의 공유 버튼을 누르세요.',
    add: '‘홈 화면에 추가’를 선택하세요.',
    open: '홈 화면에서 앱을 여세요. 알림은 홈 화면의 앱에서만 받을 수 있습니다.',
  },
};
