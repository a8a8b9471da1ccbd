/** The words of the order book as a chart. */
export const words = {
  depthChart: {
    label: 'Depth chart of {{symbol}}',
    keys: 'Left and right move from level to level, Home and End to the ends.',
    takes: 'Enter takes the price into the ticket.',
    hint: 'Point at the chart, or move along it with the arrow keys, to read a level.',
    mid: 'Mid price',
    zoom: 'Zoom',
    times: '{{factor}}×',
    onlyBids: 'There are bids only: nobody is offering to sell.',
    onlyAsks: 'There are asks only: nobody is offering to buy.',
    crossed: 'Bids and asks overlap for the moment. The chart is shown again as soon as they do not.',
    quantity: 'Up to there',
    amount: 'Value',
    distance: 'From the mid price',
    level: '{{side}} at {{price}} {{quote}}: {{quantity}} {{base}} up to there, worth {{amount}} {{quote}}.',
    away: '{{distance}} from the mid price.',
    taken: 'The price {{price}} is in the ticket.',
    summary: '{{side}}: {{quantity}} {{base}} from {{best}} to {{last}}.',
  },
};

export type DepthChartWords = typeof words;
