import type { DepthChartWords } from './en';

export const words: DepthChartWords = {
  depthChart: {
    label: '{{symbol}} 深度图',
    keys: '左右方向键逐档移动，Home 和 End 键移到两端。',
    takes: '按回车键将价格填入下单区。',
    hint: '指向图表，或用方向键移动，即可查看每一档。',
    mid: '中间价',
    zoom: '缩放',
    times: '{{factor}}×',
    onlyBids: '目前只有买盘，没有人挂卖单。',
    onlyAsks: '目前只有卖盘，没有人挂买单。',
    crossed: '买卖盘价格暂时交叉，恢复后立即重新显示。',
    quantity: '累计数量',
    amount: '累计金额',
    distance: '距中间价',
    level: '{{side}} {{price}} {{quote}}：累计 {{quantity}} {{base}}，合 {{amount}} {{quote}}。',
    away: '距中间价 {{distance}}。',
    taken: '价格 {{price}} 已填入下单区。',
    summary: '{{side}}：{{best}} 至 {{last}} 共 {{quantity}} {{base}}。',
  },
};
