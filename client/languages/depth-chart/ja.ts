import type { DepthChartWords } from './en';

export const words: DepthChartWords = {
  depthChart: {
    label: '{{symbol}} の板チャート',
    keys: '左右の矢印キーで気配を一段ずつ、Home と End で両端に移動します。',
    takes: 'Enter でその価格を注文欄に入れます。',
    hint: 'チャートを指すか、矢印キーで移動すると、各気配の数値が表示されます。',
    mid: '仲値',
    zoom: '拡大',
    times: '{{factor}}×',
    onlyBids: '現在は買い注文のみで、売り注文がありません。',
    onlyAsks: '現在は売り注文のみで、買い注文がありません。',
    crossed: '買いと売りの価格が一時的に重なっています。解消すると再び表示されます。',
    quantity: '累計数量',
    amount: '累計金額',
    distance: '仲値との差',
    level: '{{side}} {{price}} {{quote}}：ここまで {{quantity}} {{base}}、{{amount}} {{quote}} 相当。',
    away: '仲値から {{distance}}。',
    taken: '価格 {{price}} を注文欄に入れました。',
    summary: '{{side}}：{{best}} から {{last}} まで {{quantity}} {{base}}。',
  },
};
