/** The words of the demo. */
export const demo = {
  demo: {
    tag: 'DEMO',
    short: 'Demo',
    title: 'Demo account',
    bannerText: 'Practice money, same prices',
    leave: 'Leave',
    leaveLong: 'Leave the demo',
    enter: 'Enter the demo',
    entered: 'You are in the demo: this money is for practice only',
    left: 'You have left the demo: this is real money again',
    topUp: 'Top up',
    toppedUp: 'The demo balances are topped up',
    inviteText:
      'Trade with practice money, {{grant}} USDT each for spot, options and contracts: same prices, same rules. It cannot be withdrawn.',
    moneyText:
      'Spot, options and contracts can be topped up to {{grant}} USDT at any time, free of charge. Practice money never becomes real money.',
    realOnly: 'There is no demo of this',
    realOnlyText: 'This is about real money only. Leave the demo to go on.',
  },
};

export type DemoWords = typeof demo;
