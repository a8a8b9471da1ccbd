import type { OrderKeysWords } from './en';

export const words: OrderKeysWords = {
  orderKeys: {
    title: '下单按键',
    text: '在其他位置输入、有窗口打开或无法下单时，按键不起作用。任何按键都不会直接提交委托。',
    settings: '可在设置中开启或关闭。',
    keys: {
      buy: '买入；合约为做多',
      sell: '卖出；合约为做空',
      limit: '限价委托',
      market: '市价委托',
      tick: '限价上调或下调一个最小单位',
      ticks: '限价上调或下调十个最小单位',
      amount: '移到数量',
      digit: '移到数量，并以该数字开头',
      share: '可用的 25、50、75、100%',
      review: '打开确认',
      close: '离开输入框，关闭窗口',
      search: '搜索市场',
      help: '本列表',
    },
  },
};
