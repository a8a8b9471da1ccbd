import type { DemoWords } from './en';

export const demo: DemoWords = {
  demo: {
    tag: '模拟盘',
    short: '模拟盘',
    title: '模拟账户',
    bannerText: '练习资金，价格相同',
    leave: '退出',
    leaveLong: '退出模拟账户',
    enter: '进入模拟盘',
    entered: '已进入模拟账户：资金仅供练习',
    left: '已退出：现在使用真实资金',
    topUp: '补足余额',
    toppedUp: '模拟余额已补足',
    inviteText: '用练习资金交易，现货、期权、合约账户各 {{grant}} USDT，价格和规则与真实账户相同，无法提现。',
    moneyText: '现货、期权和合约账户可随时免费补足到 {{grant}} USDT。练习资金不能划转到真实账户，也不能提现。',
    realOnly: '模拟账户没有此功能',
    realOnlyText: '此功能只涉及真实资金。退出模拟账户即可继续。',
  },
};
