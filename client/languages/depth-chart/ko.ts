import type { DepthChartWords } from './en';

export const words: DepthChartWords = {
  depthChart: {
    label: '{{symbol}} 깊이 차트',
    keys: '왼쪽과 오른쪽 화살표로 호가를 하나씩, Home과 End로 양 끝으로 이동합니다.',
    takes: 'Enter를 누르면 가격이 주문란에 입력됩니다.',
    hint: '차트를 가리키거나 화살표 키로 이동하면 각 호가의 수치를 볼 수 있습니다.',
    mid: '중간 가격',
    zoom: '확대',
    times: '{{factor}}×',
    onlyBids: '지금은 매수 주문만 있고 매도 주문이 없습니다.',
    onlyAsks: '지금은 매도 주문만 있고 매수 주문이 없습니다.',
    crossed: '매수와 매도 가격이 잠시 겹쳤습니다. 해소되면 바로 다시 표시됩니다.',
    quantity: '누적 수량',
    amount: '누적 금액',
    distance: '중간 가격 대비',
    level: '{{side}} {{price}} {{quote}}: 여기까지 {{quantity}} {{base}}, {{amount}} {{quote}} 상당.',
    away: '중간 가격 대비 {{distance}}.',
    taken: '가격 {{price}}이(가) 주문란에 입력되었습니다.',
    summary: '{{side}}: {{best}}부터 {{last}}까지 {{quantity}} {{base}}.',
  },
};
