/** The words of order entry by keyboard. */
export const words = {
  orderKeys: {
    title: 'Keys of the ticket',
    text: 'Keys do nothing while you type elsewhere, while something lies over the page, and while nothing can be ordered. No key sends an order.',
    settings: 'You switch the keys on and off in the settings.',
    keys: {
      buy: 'Buy; on contracts: long',
      sell: 'Sell; on contracts: short',
      limit: 'Limit order',
      market: 'Market order',
      tick: 'Limit price: one tick up or down',
      ticks: 'Limit price: ten ticks up or down',
      amount: 'To the amount',
      digit: 'To the amount, which begins with this digit',
      share: '25, 50, 75 or 100% of what is available',
      review: 'Open the confirmation',
      close: 'Leave a field, close what is open',
      search: 'Search for a market',
      help: 'This list',
    },
  },
};

export type OrderKeysWords = typeof words;
