import type { OrderKeysWords } from './en';

export const words: OrderKeysWords = {
  orderKeys: {
    title: '注文入力のキー',
    text: 'ほかの欄に入力中、画面が開いているとき、注文できないときは、キーは働きません。キーだけで注文が送信されることはありません。',
    settings: '設定でオンとオフを切り替えられます。',
    keys: {
      buy: '買い（先物ではロング）',
      sell: '売り（先物ではショート）',
      limit: '指値注文',
      market: '成行注文',
      tick: '指値を一刻み上げ下げ',
      ticks: '指値を十刻み上げ下げ',
      amount: '数量へ移動',
      digit: '数量へ移動し、この数字から入力',
      share: '利用可能額の 25、50、75、100%',
      review: '確認画面を開く',
      close: '欄を離れる、開いている画面を閉じる',
      search: '銘柄を検索',
      help: 'この一覧',
    },
  },
};
