import type { OrderKeysWords } from './en';

export const words: OrderKeysWords = {
  orderKeys: {
    title: '주문 입력 키',
    text: '다른 곳에 입력 중이거나 창이 열려 있거나 주문할 수 없을 때는 키가 작동하지 않습니다. 키만으로 주문이 전송되지 않습니다.',
    settings: '설정에서 켜고 끌 수 있습니다.',
    keys: {
      buy: '매수 (선물에서는 롱)',
      sell: '매도 (선물에서는 숏)',
      limit: '지정가 주문',
      market: '시장가 주문',
      tick: '지정가를 한 단위 올리거나 내림',
      ticks: '지정가를 열 단위 올리거나 내림',
      amount: '수량으로 이동',
      digit: '수량으로 이동해 이 숫자부터 입력',
      share: '사용 가능 금액의 25, 50, 75, 100%',
      review: '확인 화면 열기',
      close: '입력란에서 나가기, 열린 창 닫기',
      search: '마켓 검색',
      help: '이 목록',
    },
  },
};
