import { EXAMPLE_AT, TRADING_EVENT_EXAMPLES } from './trading/event-examples.js';
import type { AccountEventKind, AccountEventPayload } from './events.dto.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const BTC = 1;
const USDT = 3;

/** What events of money say. */
const OF_MONEY = {
  balance: {
    entity: 'demo-balance:spot:3',
    entityVersion: 18,
    account: 'spot',
    currencyId: USDT,
    delta: '-60.06',
    after: '939.94',
    reason: 'spot.fill',
    journalId: '90017',
    demo: true,
  },
  deposit: {
    entity: 'deposit:17',
    entityVersion: 3,
    depositId: '17',
    currencyId: BTC,
    amount: '0.05',
    state: 'confirming',
    confirmations: { seen: 1, needed: 2 },
    reason: null,
  },
  withdrawal: {
    entity: 'withdrawal:17',
    entityVersion: 3,
    withdrawalId: '17',
    currencyId: USDT,
    amount: '250',
    fee: '1',
    state: 'paid',
    transactionHash: '9a2c5f0e7d1b4c3a8f6e2d5b7c9a1e3f4b6d8c0a2e4f6b8d0c1a3e5f7b9d1c3e',
    reason: null,
  },
  transfer: {
    entity: 'transfer:17',
    entityVersion: 1,
    transferId: '17',
    currencyId: USDT,
    amount: '100',
    from: 'spot',
    to: 'contract',
  },
  trust: {
    entity: 'trust-order:17',
    entityVersion: 2,
    orderId: '17',
    productId: 1,
    currencyId: USDT,
    demo: false,
    state: 'completed',
    principal: '500',
    income: '3.5',
    penalty: '0',
    accruedDays: 7,
  },
  subscription: {
    entity: 'subscription-order:17',
    entityVersion: 2,
    orderId: '17',
    offerId: 2,
    paymentCurrencyId: USDT,
    coinCurrencyId: 12,
    state: 'locked',
    cost: '50',
    coins: '1000',
    expectedReturn: '5',
    releaseAt: EXAMPLE_AT + 30 * DAY_MS,
  },
  ieo: {
    entity: 'ieo-application:17',
    entityVersion: 2,
    applicationId: '17',
    projectId: 2,
    state: 'allotted',
    units: '100',
    allotted: '40',
    second: null,
    secondState: null,
    released: '0',
  },
  referral: {
    entity: 'referral:7',
    entityVersion: 4,
    what: 'rebates',
    day: '2025-11-22',
    rebates: [{ currencyId: USDT, amount: '0.12' }],
  },
} satisfies { [Kind in AccountEventKind]?: AccountEventPayload<Kind> };

/** What events of the user and of those that the user talks with say. */
const OF_PEOPLE = {
  kyc: {
    entity: 'verification:basic',
    entityVersion: 2,
    level: 'basic',
    status: 'rejected',
    reason: 'The photo is too dark.',
    photoReasons: { front: 'The name cannot be read.' },
  },
  'session.revoked': { entity: 'session:31', entityVersion: 1, sessionId: '31', reason: 'revoked' },
  c2c: {
    entity: 'otc-order:17',
    entityVersion: 3,
    orderId: '17',
    side: 'buy',
    state: 'paid',
    event: 'pay',
    currencyId: USDT,
    quantity: '100',
    fiat: 'CNY',
    amount: '718',
    payUntil: EXAMPLE_AT + 15 * MINUTE_MS,
  },
  'c2c.line': {
    entity: 'otc-line:204',
    entityVersion: 1,
    orderId: '17',
    number: 2,
    voice: 'seller',
    kind: 'text',
    body: 'The money has arrived.',
    at: EXAMPLE_AT,
  },
  help: {
    entity: 'help-chat:17',
    entityVersion: 5,
    chatId: '17',
    state: 'open',
    readByAgent: 3,
    readByUser: 3,
    line: {
      id: '204',
      chatId: '17',
      number: 4,
      author: 'agent',
      text: 'Your deposit needs one more confirmation.',
      masked: false,
      note: null,
      code: 'K7QM2XRT',
      picture: null,
      at: EXAMPLE_AT,
    },
  },
  notice: {
    entity: 'notice:17',
    entityVersion: 1,
    noticeId: '17',
    notice: 'deposit-credited',
    parameters: { amount: '0.05', currency: 'BTC' },
  },
  limits: { entity: 'limits:withdrawal', entityVersion: 2, name: 'withdrawal', left: 3 },
} satisfies { [Kind in AccountEventKind]?: AccountEventPayload<Kind> };

/** An event of each kind, as the description of the channels shows it. One that says something else does not compile. */
export const EVENT_EXAMPLES: { readonly [Kind in AccountEventKind]: AccountEventPayload<Kind> } = {
  ...TRADING_EVENT_EXAMPLES,
  ...OF_MONEY,
  ...OF_PEOPLE,
};
