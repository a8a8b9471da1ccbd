import type { DepthChartWords } from './en';

export const words: DepthChartWords = {
  depthChart: {
    label: '{{symbol}} 深度圖',
    keys: '左右方向鍵逐檔移動，Home 和 End 鍵移到兩端。',
    takes: '按 Enter 鍵將價格填入下單區。',
    hint: '指向圖表，或用方向鍵移動，即可查看每一檔。',
    mid: '中間價',
    zoom: '縮放',
    times: '{{factor}}×',
    onlyBids: '目前只有買盤，沒有人掛賣單。',
    onlyAsks: '目前只有賣盤，沒有人掛買單。',
    crossed: '買賣盤價格暫時交叉，恢復後立即重新顯示。',
    quantity: '累計數量',
    amount: '累計金額',
    distance: '距中間價',
    level: '{{side}} {{price}} {{quote}}：累計 {{quantity}} {{base}}，合 {{amount}} {{quote}}。',
    away: '距中間價 {{distance}}。',
    taken: '價格 {{price}} 已填入下單區。',
    summary: '{{side}}：{{best}} 至 {{last}} 共 {{quantity}} {{base}}。',
  },
};
