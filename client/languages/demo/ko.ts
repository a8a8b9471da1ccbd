import type { DemoWords } from './en';

export const demo: DemoWords = {
  demo: {
    tag: '데모',
    short: '데모',
    title: '데모 계좌',
    bannerText: '연습 자금, 같은 가격',
    leave: '나가기',
    leaveLong: '데모 계좌 나가기',
    enter: '데모 계좌 시작',
    entered: '데모 계좌입니다: 자금은 연습용입니다',
    left: '데모 계좌를 나왔습니다: 이제 실제 자금입니다',
    topUp: '잔액 채우기',
    toppedUp: '데모 잔액을 채웠습니다',
    inviteText:
      '현물, 옵션, 선물에 각각 {{grant}} USDT의 연습 자금으로 거래해 보세요. 가격과 규칙은 실제와 같으며 출금할 수 없습니다.',
    moneyText:
      '현물, 옵션, 선물 계좌는 언제든지 무료로 {{grant}} USDT까지 채울 수 있습니다. 연습 자금은 실제 자금이 되지 않습니다.',
    realOnly: '데모 계좌에는 없는 기능입니다',
    realOnlyText: '이 기능은 실제 자금만 다룹니다. 계속하려면 데모 계좌에서 나가세요.',
  },
};
