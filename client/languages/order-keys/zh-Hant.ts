import type { OrderKeysWords } from './en';

export const words: OrderKeysWords = {
  orderKeys: {
    title: '下單按鍵',
    text: '在其他位置輸入、有視窗開啟或無法下單時，按鍵不起作用。任何按鍵都不會直接送出委託。',
    settings: '可在設定中開啟或關閉。',
    keys: {
      buy: '買入；合約為做多',
      sell: '賣出；合約為做空',
      limit: '限價委託',
      market: '市價委託',
      tick: '限價上調或下調一個最小單位',
      ticks: '限價上調或下調十個最小單位',
      amount: '移到數量',
      digit: '移到數量，並以該數字開頭',
      share: '可用的 25、50、75、100%',
      review: '開啟確認',
      close: '離開輸入框，關閉視窗',
      search: '搜尋市場',
      help: '本列表',
    },
  },
};
