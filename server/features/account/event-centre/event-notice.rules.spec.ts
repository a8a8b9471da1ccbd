import { LANGUAGES } from '../../../contract/errors.js';
import { noticeText } from '../notices/index.js';
import { MONEY_NOTICE_WORDS } from '../notices/money-notice-words.js';
import { ORDER_END_NOTICE_WORDS } from '../notices/order-end-words.js';
import { TRADING_NOTICE_WORDS } from '../notices/trading-notice-words.js';
import type { EventNotice } from './event-notice.js';
import { noticesOf } from './event-notice.rules.js';

const DEPOSIT = {
  entity: 'deposit:7',
  entityVersion: 3,
  depositId: '7',
  currencyId: 3,
  amount: '150.5',
  confirmations: null,
};
const WITHDRAWAL = { withdrawalId: '9', currencyId: 3, amount: '60', fee: '1', transactionHash: null };
const ROW = {
  market: 'BTC/USDT',
  currencyId: 3,
  demo: false,
  closedAs: null as string | null,
  entryPrice: '60005',
  lots: 10,
  lotSize: '0.01',
};
const SPOT = {
  product: 'spot',
  market: 'ETH/USDT',
  demo: false,
  side: 'buy',
  state: 'filled',
  limitPrice: '2500',
  filled: '1.5',
  amount: '3749.25',
  fee: '3.7',
};
const STOP = {
  product: 'spot-stop',
  market: 'ETH/USDT',
  demo: false,
  side: 'sell',
  state: 'triggered',
  triggerPrice: '2400',
  triggeredPrice: '2399.5',
};
const EXIT = {
  product: 'spot-exit',
  orderId: '12',
  market: 'ETH/USDT',
  demo: false,
  side: 'buy',
  state: 'void',
  filled: '0',
};
const OPTION = { market: 'BTC/USDT', currencyId: 3, demo: false, profit: '8', result: 'win' };
const MARGIN = { positionId: '5', marketId: 1, demo: false, level: 'warning', equity: '10', required: '8' };
const LIQUIDATION = { marketId: 1, demo: false, kind: 'full', price: '54000', lots: 1, lotsLeft: 0, mark: '54001' };
const TRUST = { currencyId: 3, demo: false, state: 'completed', principal: '1000', income: '12.5', penalty: '0' };
const OTC = { side: 'sell', event: 'pay', currencyId: 3, quantity: '100', fiat: 'CNY', amount: '710', state: 'paid' };
const IEO = { state: 'allotted', units: '40', allotted: '25', second: null, secondState: null, released: '0' };

const announced: [what: string, kind: string, payload: object, notices: EventNotice[]][] = [
  [
    'a deposit that is there',
    'deposit',
    { ...DEPOSIT, state: 'credited', reason: null },
    [{ kind: 'deposit-credited', currencyId: 3, parameters: { amount: '150.5' } }],
  ],
  [
    'a deposit that was refused',
    'deposit',
    { ...DEPOSIT, state: 'rejected', reason: 'Not ours' },
    [{ kind: 'deposit-rejected', currencyId: 3, parameters: { amount: '150.5', reason: 'Not ours' } }],
  ],
  [
    'a withdrawal that was approved',
    'withdrawal',
    { ...WITHDRAWAL, state: 'approved', reason: null },
    [{ kind: 'withdrawal-approved', currencyId: 3, parameters: { amount: '60' } }],
  ],
  [
    'a withdrawal that was sent',
    'withdrawal',
    { ...WITHDRAWAL, state: 'paid', reason: null },
    [{ kind: 'withdrawal-paid', currencyId: 3, parameters: { amount: '60' } }],
  ],
  [
    'a withdrawal that was refused',
    'withdrawal',
    { ...WITHDRAWAL, state: 'rejected', reason: 'Wrong name' },
    [{ kind: 'withdrawal-rejected', currencyId: 3, parameters: { amount: '60', reason: 'Wrong name' } }],
  ],
  [
    'an identity that is verified',
    'kyc',
    { level: 'basic', status: 'verified', reason: null, photoReasons: {} },
    [{ kind: 'identity-verified', parameters: {} }],
  ],
  [
    'an identity that is not',
    'kyc',
    { level: 'advanced', status: 'rejected', reason: 'Blurred', photoReasons: {} },
    [{ kind: 'identity-rejected', parameters: { reason: 'Blurred' } }],
  ],
  [
    'a limit order that was filled',
    'order',
    SPOT,
    [{ kind: 'order-bought', parameters: { market: 'ETH/USDT', quantity: '1.5', amount: '3749.25', coin: 'USDT' } }],
  ],
  [
    'a limit order that sold',
    'order',
    { ...SPOT, side: 'sell' },
    [{ kind: 'order-sold', parameters: { market: 'ETH/USDT', quantity: '1.5', amount: '3749.25', coin: 'USDT' } }],
  ],
  [
    'a stop that became an order',
    'order',
    STOP,
    [{ kind: 'stop-triggered', parameters: { market: 'ETH/USDT', price: '2399.5' } }],
  ],
  [
    'an order whose date came before anything of it was executed',
    'order',
    { ...SPOT, state: 'cancelled', reason: 'expired', filled: '0', amount: '0' },
    [{ kind: 'order-expired', parameters: { market: 'ETH/USDT' } }],
  ],
  [
    'an order whose date came after a part of it',
    'order',
    { ...SPOT, state: 'cancelled', reason: 'expired', filled: '0.5', amount: '1249.75' },
    [
      {
        kind: 'order-expired-partly',
        parameters: { market: 'ETH/USDT', quantity: '0.5', amount: '1249.75', coin: 'USDT' },
      },
    ],
  ],
  [
    'an order that found nobody to trade with',
    'order',
    { ...SPOT, limitPrice: null, state: 'cancelled', reason: 'no-liquidity', filled: '0', amount: '0' },
    [{ kind: 'order-cut', parameters: { market: 'ETH/USDT' } }],
  ],
  [
    'an order that found too few',
    'order',
    { ...SPOT, limitPrice: null, state: 'cancelled', reason: 'no-liquidity', filled: '0.5', amount: '1249.75' },
    [
      {
        kind: 'order-cut-partly',
        parameters: { market: 'ETH/USDT', quantity: '0.5', amount: '1249.75', coin: 'USDT' },
      },
    ],
  ],
  [
    'a stop whose date came',
    'order',
    { ...STOP, state: 'cancelled', reason: 'expired', triggeredPrice: null },
    [{ kind: 'stop-expired', parameters: { market: 'ETH/USDT', price: '2400' } }],
  ],
  ...['expired', 'nothing-bought', 'spent'].map((reason): (typeof announced)[number] => [
    `a purchase that leaves nothing behind: ${reason}`,
    'order',
    { ...EXIT, reason },
    [{ kind: reason === 'expired' ? 'exit-expired' : 'exit-void', parameters: { market: 'ETH/USDT' } }],
  ]),
  [
    'a contract order that was filled',
    'order',
    { product: 'perpetual', state: 'filled', position: ROW },
    [{ kind: 'contract-opened', parameters: { market: 'BTC/USDT', quantity: '0.1', price: '60005' } }],
  ],
  [
    'an order to close lots that was filled, all of it',
    'position',
    {
      ...ROW,
      fill: {
        lots: 1,
        price: '61020',
        profit: '10',
        fee: '0.3',
        closing: { closingId: '31', lots: 4, limitPrice: '61000' },
      },
    },
    [{ kind: 'contract-closed', parameters: { market: 'BTC/USDT', quantity: '0.04', price: '61000' } }],
  ],
  [
    'a contract order that was revoked',
    'order',
    { product: 'perpetual', state: 'revoked', position: ROW },
    [{ kind: 'contract-order-revoked', parameters: { market: 'BTC/USDT' } }],
  ],
  [
    'a stop-loss, by the price of its own fill',
    'position',
    {
      ...ROW,
      closedAs: 'stop-loss',
      closePrice: '67537.52',
      fill: { lots: 1, price: '65624.59', profit: '-38.3', fee: '0.3' },
    },
    [{ kind: 'stop-loss', currencyId: 3, parameters: { market: 'BTC/USDT', price: '65624.59', profit: '-38.3' } }],
  ],
  [
    'a take-profit',
    'position',
    { ...ROW, closedAs: 'take-profit', fill: { lots: 1, price: '70000', profit: '99', fee: '1' } },
    [{ kind: 'take-profit', currencyId: 3, parameters: { market: 'BTC/USDT', price: '70000', profit: '99' } }],
  ],
  ['a warning of a position', 'margin.warning', MARGIN, [{ kind: 'margin-warning', marketId: 1, parameters: {} }]],
  [
    'a last warning of a position',
    'margin.critical',
    MARGIN,
    [{ kind: 'margin-critical', marketId: 1, parameters: {} }],
  ],
  [
    'a warning of a whole account',
    'margin.warning',
    { ...MARGIN, positionId: null, marketId: null },
    [{ kind: 'margin-warning-account', parameters: {} }],
  ],
  ['a liquidation', 'liquidation', LIQUIDATION, [{ kind: 'liquidated', marketId: 1, parameters: { price: '54000' } }]],
  [
    'a part of one',
    'liquidation',
    { ...LIQUIDATION, kind: 'partial' },
    [{ kind: 'liquidated-partly', marketId: 1, parameters: { price: '54000' } }],
  ],
  [
    'gains that are taken for another',
    'liquidation',
    { ...LIQUIDATION, kind: 'deleveraged' },
    [{ kind: 'deleveraged', marketId: 1, parameters: { price: '54000' } }],
  ],
  [
    'an option that won',
    'option.settled',
    OPTION,
    [{ kind: 'option-won', currencyId: 3, parameters: { market: 'BTC/USDT', profit: '8' } }],
  ],
  [
    'an option that lost',
    'option.settled',
    { ...OPTION, result: 'loss', profit: '-10' },
    [{ kind: 'option-lost', currencyId: 3, parameters: { market: 'BTC/USDT', profit: '-10' } }],
  ],
  [
    'an option that is void',
    'option.voided',
    { ...OPTION, result: 'void', profit: '0' },
    [{ kind: 'option-void', parameters: { market: 'BTC/USDT' } }],
  ],
  [
    'a trust order that has ended',
    'trust',
    TRUST,
    [{ kind: 'trust-completed', currencyId: 3, parameters: { amount: '1000', income: '12.5' } }],
  ],
  [
    'a payment, to the seller',
    'c2c',
    OTC,
    [{ kind: 'otc-paid', currencyId: 3, parameters: { amount: '100', fiat: '710 CNY' } }],
  ],
  [
    'coins that were released',
    'c2c',
    { ...OTC, side: 'buy', event: 'release' },
    [{ kind: 'otc-released', currencyId: 3, parameters: { amount: '100' } }],
  ],
  [
    'an appeal',
    'c2c',
    { ...OTC, event: 'appeal' },
    [{ kind: 'otc-appeal', currencyId: 3, parameters: { amount: '100' } }],
  ],
  [
    'a sale that was called off while a second lot was offered',
    'ieo',
    { ...IEO, state: 'cancelled', second: '5', secondState: 'offered' },
    [{ kind: 'ieo-cancelled', parameters: {} }],
  ],
  ['an allotment', 'ieo', IEO, [{ kind: 'ieo-allotted', parameters: { amount: '25' } }]],
  ['no allotment', 'ieo', { ...IEO, state: 'failed', allotted: '0' }, [{ kind: 'ieo-failed', parameters: {} }]],
  [
    'a part of bought coins that is set free, however many were before it',
    'ieo',
    { ...IEO, state: 'releasing', secondState: 'paid', second: '5', released: '20', coinCurrencyId: 3, freed: '10' },
    [{ kind: 'ieo-released', currencyId: 3, parameters: { amount: '10' } }],
  ],
  [
    'rebates of a day',
    'referral',
    {
      what: 'rebates',
      day: '2026-11-20',
      rebates: [
        { currencyId: 3, amount: '1.25' },
        { currencyId: 1, amount: '0' },
      ],
    },
    [{ kind: 'referral-rebates', currencyId: 3, parameters: { amount: '1.25', day: '2026-11-20' } }],
  ],
];

const unannounced: [what: string, kind: string, payload: object][] = [
  ['bought coins that are locked', 'ieo', { ...IEO, state: 'locked' }],
  ['a part that is empty', 'ieo', { ...IEO, state: 'releasing', coinCurrencyId: 3, freed: '0' }],
  ['a balance', 'balance', { account: 'spot', currencyId: 3, delta: '1', after: '2', demo: false }],
  ['a deposit that is only seen', 'deposit', { ...DEPOSIT, state: 'seen', reason: null }],
  ['a withdrawal that was asked for', 'withdrawal', { ...WITHDRAWAL, state: 'pending', reason: null }],
  ['an order at the market', 'order', { ...SPOT, limitPrice: null }],
  ['an order that still waits', 'order', { ...SPOT, state: 'open', filled: '0', amount: '0' }],
  ['a stop that waits', 'order', { ...STOP, state: 'waiting', triggeredPrice: null }],
  ['a stop that its user took back', 'order', { ...STOP, state: 'cancelled', triggeredPrice: null }],
  ['an order that its user took back', 'order', { ...SPOT, state: 'cancelled', reason: 'user', filled: '0.5' }],
  ['an order that was not to wait', 'order', { ...SPOT, state: 'cancelled', reason: 'immediate-or-cancel' }],
  ['an order whose stop was triggered', 'order', { ...SPOT, state: 'cancelled', reason: 'stop-triggered' }],
  ['a stop whose order was executed', 'order', { ...STOP, state: 'cancelled', reason: 'other-executed' }],
  ['a purchase that its user took back', 'order', { ...EXIT, reason: 'user' }],
  ['a purchase of money to practise with', 'order', { ...EXIT, reason: 'expired', demo: true }],
  ['a stop of money to practise with', 'order', { ...STOP, demo: true }],
  ['money to practise with', 'order', { ...SPOT, demo: true }],
  ['a contract to practise with', 'order', { product: 'perpetual', state: 'filled', position: { ...ROW, demo: true } }],
  [
    'a position that its user closed',
    'position',
    { ...ROW, closedAs: 'closed', fill: { lots: 1, price: '1', profit: '0', fee: '0' } },
  ],
  [
    'a part of an order to close lots',
    'position',
    { ...ROW, fill: { lots: 1, price: '61020', profit: '10', fee: '0.3' } },
  ],
  ['a position whose margin grew', 'position', { ...ROW, fill: null }],
  ['an option to practise with', 'option.settled', { ...OPTION, demo: true }],
  ['a trust order that was bought', 'trust', { ...TRUST, state: 'custody' }],
  ['a payment, to the buyer', 'c2c', { ...OTC, side: 'buy' }],
  ['a line of a chat', 'c2c.line', { orderId: '1', number: 1 }],
  ['a notice itself', 'notice', { noticeId: '1', notice: 'order-bought', parameters: {} }],
  ['a kind that nobody knows', '__proto__', {}],
];

describe('an event', () => {
  it.each(announced)('tells of %s', (_what, kind, payload, notices) => {
    expect(noticesOf(kind, payload)).toEqual(notices);
  });

  it.each(unannounced)('tells nothing of %s', (_what, kind, payload) => {
    expect(noticesOf(kind, payload)).toEqual([]);
  });

  it('that is not what its kind says is an error, not a wrong line', () => {
    expect(() => noticesOf('deposit', { state: 'credited', currencyId: 'USDT', amount: 5 })).toThrow();
  });
});

describe('the words', () => {
  const kinds = { ...MONEY_NOTICE_WORDS.en, ...TRADING_NOTICE_WORDS.en, ...ORDER_END_NOTICE_WORDS.en };
  const named = (text: string) => [...text.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name).sort();

  it.each(LANGUAGES)('in %s name what the English ones name', (language) => {
    const words = {
      ...MONEY_NOTICE_WORDS[language],
      ...TRADING_NOTICE_WORDS[language],
      ...ORDER_END_NOTICE_WORDS[language],
    };
    for (const [kind, text] of Object.entries(kinds)) {
      expect([kind, named(words[kind as keyof typeof words])]).toEqual([kind, named(text)]);
    }
  });

  it('need nothing that their events do not say', () => {
    for (const [, , , notices] of announced) {
      for (const { kind, parameters, currencyId, marketId } of notices) {
        const given = [...Object.keys(parameters), ...(currencyId ? ['coin'] : []), ...(marketId ? ['market'] : [])];
        expect([kind, named(kinds[kind]).filter((name) => !given.includes(name ?? ''))]).toEqual([kind, []]);
      }
    }
  });

  it('have figures as the language writes them', () => {
    const parameters = { market: 'BTC/USDT', price: '65624.59', profit: '-1038.3', coin: 'USDT' };
    expect(noticeText('es', 'stop-loss', parameters)).toBe(
      'Límite de pérdidas ejecutado: BTC/USDT cerrado a 65.624,59, resultado -1.038,3 USDT',
    );
    expect(noticeText('en', 'stop-loss', parameters)).toContain('closed at 65,624.59, profit or loss -1,038.3 USDT');
  });
});
