import type { ProductTermsView } from '../../contract/operations/product-terms.dto.js';
import { HDKey } from '@scure/bip32';
import { randomBytes } from 'node:crypto';
import { Config } from '../../platform/config/config.js';
import { anOperator, type DeskReply } from '../factories/operators.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { IeoWorkStore } from '../../features/trading/ieo/ieo-work.store.js';
import { SealAllotment } from '../../features/trading/ieo/seal-allotment.js';
import { SweepIeo } from '../../features/trading/ieo/sweep-ieo.js';
import { aSale, saleRequest, sealInTime, tapeHoursOfSales } from '../factories/ieo.js';
import {
  DeskWorld,
  MONEY_SUBJECTS,
  OTC_SUBJECTS,
  PEOPLE_SUBJECTS,
  QUARANTINE_SUBJECTS,
  FILE_SUBJECTS,
  HELP_SUBJECTS,
  STAFF_SUBJECTS,
  SUBSCRIPTION_SUBJECTS,
  USDT,
} from '../factories/desk-world.js';

let world: DeskWorld;

beforeAll(async () => {
  world = await DeskWorld.open();
}, 60_000);

afterAll(() => world?.close());

it('an extended key is proposed by one operator and used when another one agrees', async () => {
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`);
  const body = { chain: 'tron', form: 'tron', reason: 'the house key' };
  const isPrivate = await world.desk(world.settings, 'deposit-keys', { ...body, extendedKey: key.privateExtendedKey });
  expect(isPrivate).toMatchObject({ code: 'request.invalid' });
  const proposed = await world.desk(world.settings, 'deposit-keys', { ...body, extendedKey: key.publicExtendedKey });
  const { id } = proposed.message as { id: string };
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'wallet.second-person',
  });
  expect(await world.call.post('wallet/get_in_address', { currency: USDT }, { token: world.user.token })).toMatchObject(
    {
      code: 'deposits.address-not-configured',
    },
  );
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'operations.proposal-decided',
  });
  expect(await world.post('wallet/get_in_address', { currency: USDT })).toMatchObject({
    message: { TRC20: expect.stringMatching(/^T/) },
  });
  expect((await world.desk(world.settings, 'coins')).message).toMatchObject({
    keys: [{ chain: 'tron', active: true, used: 1, extendedKey: key.publicExtendedKey }],
  });
});

it('the bank account for transfers is proposed by one operator and shown to users when another one agrees', async () => {
  const bankDeposit = () => world.post('wallet/deposit_address', { currency: '9999' });
  expect(await bankDeposit()).toMatchObject({ code: 'deposits.address-not-configured' });
  const first = { bankName: 'First Bank', cardNumber: 'DE89 3704 0044 0532 0130 00', cardHolder: 'The House Ltd' };
  expect(await world.desk(world.settings, 'deposit-banks', { ...first, cardHolder: ' ', reason: 'x' })).toMatchObject({
    code: 'request.invalid',
  });
  expect(await world.desk(world.ann, 'deposit-banks', { ...first, reason: 'x' })).toMatchObject({
    code: 'access.forbidden',
  });
  const agreeOn = async (bank: object) => {
    const proposed = await world.desk(world.settings, 'deposit-banks', { ...bank, reason: 'opened this week' });
    const { id } = proposed.message as { id: string };
    expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({
      code: 'wallet.second-person',
    });
    expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  };
  await agreeOn(first);
  expect(await bankDeposit()).toMatchObject({ type: 'ok', message: { bkcardnumer: first.cardNumber } });
  await agreeOn({ ...first, bankName: 'Second Bank' });
  expect(await bankDeposit()).toMatchObject({ message: { bkname: 'Second Bank' } });
  expect((await world.desk(world.settings, 'coins')).message).toMatchObject({
    banks: [
      { bankName: 'Second Bank', active: true, addedAt: expect.any(Number) },
      { ...first, active: false },
    ],
  });
  await expect(world.source.query(`update deposit_bank set card_number = '1'`)).rejects.toThrow('stays known');
});

it('settings are for everybody alike and on the record', async () => {
  const { coins } = (await world.desk(world.settings, 'coins')).message as {
    coins: { id: number; networks: { id: number }[] }[];
  };
  const id = coins.find((coin) => coin.id === 1)?.networks[0]?.id ?? 0;
  const change = (body: object) => world.desk(world.settings, `networks/${id}`, { reason: 'congestion', ...body });
  expect(await change({ depositsOn: true })).toMatchObject({ code: 'operations.nothing-changed' });
  expect(await change({ withdrawalFee: '99999' })).toMatchObject({ code: 'request.invalid' });
  expect(await change({ withdrawalFeePercent: '100' })).toMatchObject({ code: 'request.invalid' });
  expect(await change({ withdrawalMinimum: '0' })).toMatchObject({ code: 'request.invalid' });
  expect(await change({ depositsOn: false, confirmations: 40 })).toMatchObject({ type: 'ok' });
  expect(await world.desk(world.ann, `networks/${id}`, { depositsOn: true, reason: 'x' })).toMatchObject({
    code: 'access.forbidden',
  });
  const [entry] = await world.source.query(`select detail from audit_entry where action = 'network.change'`);
  expect(entry.detail).toMatchObject({
    coin: 'BTC',
    reason: 'congestion',
    changes: { depositsOn: { before: true, after: false }, confirmations: { after: 40 } },
  });
  expect(
    await world.desk(world.settings, `networks/${id}/pool`, { addresses: ['nonsense'], reason: 'x' }),
  ).toMatchObject({
    code: 'withdrawals.address-invalid',
  });
  const address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const pool = await world.desk(world.settings, `networks/${id}/pool`, { addresses: [address], reason: 'no key yet' });
  const { id: poolProposal } = pool.message as { id: string };
  expect(await world.desk(world.bob, `proposals/${poolProposal}/approve`, {})).toMatchObject({ type: 'ok' });
  const { coins: after } = (await world.desk(world.settings, 'coins')).message as {
    coins: { id: number; networks: object[] }[];
  };
  expect(after.find((coin) => coin.id === 1)?.networks[0]).toMatchObject({ poolFree: 1, poolTotal: 1 });
  expect(
    await world.desk(world.settings, `networks/${id}/limit`, { secondPersonAbove: '1', reason: 'x' }),
  ).toMatchObject({
    type: 'ok',
  });
  const { list: waiting } = (await world.desk(world.settings, 'proposals')).message as {
    list: { id: string; kind: string }[];
  };
  expect(waiting).toMatchObject([{ kind: 'network-limit', mine: true, subjectId: String(id) }]);
  const own = await world.desk(world.settings, `proposals/${waiting[0]?.id}/reject`, { reason: 'taken back' });
  expect(own).toMatchObject({ type: 'ok' });

  const markets = (await world.desk(world.settings, 'markets')).message as { id: number; symbol: string }[];
  const market = markets[0]?.id ?? 0;
  expect(await world.desk(world.settings, `markets/${market}/halt`, { reason: 'The venue is down' })).toMatchObject({
    type: 'ok',
  });
  expect(await world.desk(world.settings, `markets/${market}/halt`, { reason: 'The venue is down' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  expect((await world.desk(world.settings, 'markets')).message).toMatchObject(
    [{ haltedReason: 'The venue is down' }, {}].concat(markets.slice(2).map(() => ({}))).slice(0, markets.length),
  );
  // Halting takes one, and going on somebody else: nobody alone halts a market for just one second.
  expect(await world.desk(world.settings, `markets/${market}/resume`, { reason: 'It is back' })).toMatchObject({
    code: 'wallet.second-person',
  });
  // Another reason by somebody else makes nobody a stranger to the halt that they began, and its author is none either.
  expect(await world.desk(world.bob, `markets/${market}/halt`, { reason: 'The venue is still down' })).toMatchObject({
    type: 'ok',
  });
  for (const operator of [world.settings, world.bob]) {
    expect(await world.desk(operator, `markets/${market}/resume`, { reason: 'It is back' })).toMatchObject({
      code: 'wallet.second-person',
    });
  }
  const third = await anOperator(world.source, 'settings');
  expect(await world.desk(third, `markets/${market}/resume`, { reason: 'It is back' })).toMatchObject({ type: 'ok' });
  // Who halted it before it was let go on is somebody else for the next halt.
  expect(await world.desk(third, `markets/${market}/halt`, { reason: 'Down again' })).toMatchObject({ type: 'ok' });
  expect(await world.desk(world.settings, `markets/${market}/resume`, { reason: 'It is back' })).toMatchObject({
    type: 'ok',
  });
});

it('the insurance fund is topped up by two people, from the house, and everybody sees it', async () => {
  const fund = async () =>
    ((await (await fetch(`${world.app.url}/api/futures/insurance`)).json()) as DeskReply).message;
  const body = { currencyId: 3, amount: '250.5', reason: 'after the night of the crash' };
  expect(await world.desk(world.settings, 'insurance', body)).toMatchObject({ code: 'access.forbidden' });
  for (const amount of ['-1', '0', '1.123456789', 'all']) {
    expect(await world.desk(world.ann, 'insurance', { ...body, amount })).toMatchObject({ type: 'error' });
  }
  const { id } = (await world.desk(world.ann, 'insurance', body)).message as { id: string };
  expect(await fund()).toEqual([]);
  expect(await world.desk(world.ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'operations.proposal-decided',
  });
  for (let look = 0; look < 100 && JSON.stringify(await fund()) === '[]'; look += 1) {
    await new Promise((done) => setTimeout(done, 100));
  }
  expect(await fund()).toMatchObject([
    { currency: 'USDT', balance: '250.5', days: [{ into: '250.5', outOf: '0', balance: '250.5' }] },
  ]);
  expect(await world.lines('proposal', id)).toEqual([
    `${world.ann.login} insurance.propose`,
    `${world.bob.login} proposal.approve`,
  ]);
  const { id: other } = (await world.desk(world.bob, 'insurance', body)).message as { id: string };
  expect(await world.desk(world.ann, `proposals/${other}/reject`, { reason: 'enough' })).toMatchObject({ type: 'ok' });
  const [{ count }] = await world.source.query(
    `select count(*)::integer as count from ledger_journal where reason = 'insurance.top-up'`,
  );
  expect(count).toBe(1);
});

it.each([
  ['deposit-key', {}],
  ['deposit-key', { chain: 'tron', form: 'tron', extendedKey: 5 }],
  ['deposit-bank', { bankName: 'First Bank', cardHolder: 'The House Ltd' }],
  ['deposit-pool', { addresses: 'T1' }],
  ['network-limit', {}],
  ['network-limit', { secondPersonAbove: 1000 }],
  ['network-limit', { secondPersonAbove: null }],
  ['network-limit', { secondPersonAbove: '99999999999' }],
  ['insurance', { currencyId: USDT, amount: '-5' }],
  ['books-reopen', { book: 'both' }],
  ['books-quarantine', { invariant: 'L04', violations: [{ book: 'real' }] }],
  ['notice', {}],
  ['notice', { texts: [] }],
  ['notice', { texts: [{ language: 'xx', title: 'Maintenance', text: 'On Sunday.' }] }],
  ['operator-add', { login: 'by.hand' }],
  ['operator-add', { login: 'by.hand', roles: ['treasurer', 'god'] }],
  ['operator-roles', { login: 'by.hand', roles: [] }],
])('a stored %s that is not what it has to be is refused, and nothing is done by it: %j', async (kind, detail) => {
  const subject = ['network-limit', 'deposit-pool', 'operator-roles'].includes(kind) ? '1' : null;
  const [{ id }] = await world.source.query(
    `insert into operator_proposal (kind, subject_id, detail, reason, proposed_by, proposed_at)
     select $1, $2, $3, 'written by hand', proposed_by, proposed_at from operator_proposal
      where kind = 'deposit-key' order by id limit 1 returning id`,
    [kind, subject, JSON.stringify(detail)],
  );
  const settings = () =>
    world.source.query(
      `select (select jsonb_agg(to_jsonb(n) order by id) from coin_network n) as networks,
              (select count(*) from ledger_journal) as journals,
              (select count(*) from operator_notice) as notices,
              (select jsonb_agg(roles order by id) from operator) as operators`,
    );
  const before = await settings();
  const decider = /^(books|operator)/.test(kind) ? world.auditor : world.bob;
  expect(await world.desk(decider, `proposals/${id}/approve`, {})).toMatchObject({ code: 'request.invalid' });
  expect(await settings()).toEqual(before);
  expect(await world.desk(decider, `proposals/${id}/reject`, { reason: 'malformed' })).toMatchObject({ type: 'ok' });
});

it('what touches money waits where the installation says so, and is stopped by an administrator alone', async () => {
  const { values } = world.app.application.get(Config);
  const before = values.OPERATIONS_WAIT_MINUTES;
  values.OPERATIONS_WAIT_MINUTES = 60;
  try {
    const change = { withdrawalsOn: false, withdrawalMinimum: '0.1', reason: 'congestion' };
    const { message } = await world.desk(world.settings, 'networks/1', change);
    const [act] = ((await world.desk(world.bob, 'announced')).message as { list: { id: string; dueAt: number }[] })
      .list;
    expect(act).toMatchObject({ kind: 'network-change', dueAt: (message as { dueAt: number }).dueAt });
    const stop = (by: typeof world.bob) => world.desk(by, `announced/${act?.id}/stop`, { reason: 'Not agreed' });
    expect(await stop(world.bob)).toMatchObject({ code: 'access.forbidden' });
    expect(await stop(world.auditor)).toMatchObject({ type: 'ok' });
    expect((await world.desk(world.bob, 'announced')).message).toMatchObject({ list: [], total: 0 });
    expect(await world.lines('announced-act', act?.id ?? '')).toEqual([`${world.auditor.login} announced-act.stop`]);
  } finally {
    values.OPERATIONS_WAIT_MINUTES = before;
  }
});

it('an article with a picture is written, shown when another operator agrees, and withdrawn; a service link likewise', async () => {
  const { message: picture } = await world.uploadNewsPicture(world.settings);
  const written = await world.desk(world.settings, 'news', {
    category: 4,
    rank: 0,
    publishAt: Date.now() - 1000,
    required: false,
    announced: false,
    cover: (picture as { id: string }).id,
    texts: [{ language: 'en', title: 'New pairs', abstract: '', content: '<p>From noon.</p>' }],
  });
  const { id, version } = written.message as { id: string; version: string };
  const proposed = await world.desk(world.settings, `news/${id}/propose`, { version, reason: 'Ready' });
  const article = async () => (await world.call.post('news/detail', { id })).type;
  expect(await article()).toBe('error');
  const approved = (reply: DeskReply) =>
    world.desk(world.bob, `proposals/${(reply.message as { id: string }).id}/approve`, {});
  expect(await approved(proposed)).toMatchObject({ type: 'ok' });
  expect(await article()).toBe('ok');
  expect(await world.desk(world.settings, `news/${id}/withdraw`, { reason: 'Wrong date' })).toMatchObject({
    type: 'ok',
  });
  expect(await article()).toBe('error');
  const link = { link: 'customer', url: 'https://help.example.com/chat', reason: 'New desk' };
  expect(await approved(await world.desk(world.settings, 'service-links', link))).toMatchObject({ type: 'ok' });
  expect((await world.call.post('set/get_customer_url')).message).toMatchObject({ customer_url: link.url });
});

it('the terms of rebates, of a partner and of a sale of a new coin are proposed, and what was agreed on takes effect', async () => {
  const approve = (reply: DeskReply) =>
    world.desk(world.bob, `proposals/${(reply.message as { id: string }).id}/approve`, {});
  const terms = await world.desk(world.ann, 'referral/terms', { percent: '25', reason: 'Spring' });
  expect(await approve(terms)).toMatchObject({ type: 'ok' });
  const partner = { userId: world.user.userId, percent: '30', reason: 'Contract' };
  expect(await approve(await world.desk(world.ann, 'referral/partners', partner))).toMatchObject({ type: 'ok' });
  expect(await approve(await world.desk(world.ann, 'ieo', saleRequest(Date.now())))).toMatchObject({ type: 'ok' });
  const { list } = (await world.desk(world.auditor, 'ieo')).message as { list: { id: number }[] };
  const cancelled = await world.desk(world.ann, `ieo/${list[0]?.id}/cancel`, { reason: 'Withdrawn by its issuer' });
  expect(await approve(cancelled)).toMatchObject({ type: 'ok' });
  // A sale whose dates have passed; nobody applied.
  const { id: sold } = await aSale(world.source, { at: Date.now() - 8 * 3_600_000 });
  const work = world.app.application.get(IeoWorkStore);
  const seal = new SealAllotment(work, world.app.application.get(Transactions));
  await sealInTime(world.source, seal, Date.now());
  await tapeHoursOfSales(world.source, Date.now());
  for (let round = 0; round < 2; round += 1) await world.app.application.get(SweepIeo).execute();
  const listing = { priceScale: 4, quantityScale: 2, instruments: [], reason: 'As agreed with the issuer' };
  expect(await approve(await world.desk(world.ann, `ieo/${sold}/list`, listing))).toMatchObject({
    type: 'ok',
    message: { dueAt: null },
  });
  expect((await world.desk(world.auditor, `ieo/${sold}`)).message).toMatchObject({
    phase: 'listed',
    market: 'NOVA/USDT',
  });
});

it('what one dollar is in yuan takes two, and a bank is offered and taken off the list by one', async () => {
  const rate = { currency: 'USDT', yuan: '7.25', reason: 'The market of this week' };
  expect(await world.desk(world.settings, 'reference/rates', { ...rate, yuan: '0' })).toMatchObject({ type: 'error' });
  const { id } = (await world.desk(world.settings, 'reference/rates', rate)).message as { id: string };
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'wallet.second-person',
  });
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  const bank = { name: 'Third Bank', reason: 'Users asked for it' };
  expect(await world.desk(world.settings, 'reference/banks', { ...bank, listed: null })).toMatchObject({ type: 'ok' });
  expect(JSON.stringify((await world.desk(world.auditor, 'reference')).message)).toMatch(/"7\.25.*Third Bank/);
  expect(await world.desk(world.settings, 'reference/banks', { ...bank, listed: false })).toMatchObject({ type: 'ok' });
});

it('what a country is offered takes two, holds at once, and says who agreed', async () => {
  const rule = { country: 'FR', product: 'contracts', state: 'allowed', leverageMax: 20, reason: 'The law there' };
  const propose = (change: Record<string, unknown>) =>
    world.desk(world.settings, 'reference/countries', { ...rule, ...change });
  for (const wrong of [
    { product: 'withdrawals' },
    { country: 'UK' },
    { country: '*', state: null, leverageMax: null },
    { product: 'spot' },
  ]) {
    expect(await propose(wrong)).toMatchObject({ type: 'error', code: 'request.invalid' });
  }
  const { id } = (await propose({})).message as { id: string };
  expect(await propose({ state: 'not-offered', leverageMax: null })).toMatchObject({
    code: 'operations.proposal-open',
  });
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'wallet.second-person',
  });
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  const known = (await world.desk(world.auditor, 'reference/countries')).message;
  expect(known).toMatchObject({
    rules: expect.arrayContaining([
      expect.objectContaining({ country: 'FR', product: 'contracts', state: 'allowed', leverageMax: 20 }),
      expect.objectContaining({ country: '*', product: 'spot', state: 'allowed', leverageMax: null }),
    ]),
  });
  // The same words without a key would be the same command.
  const again = (await propose({ reason: 'Once more' })).message as { id: string };
  expect(await world.desk(world.bob, `proposals/${again.id}/approve`, {})).toMatchObject({
    code: 'operations.nothing-changed',
  });
  const back = { state: null, leverageMax: null };
  expect(await propose(back)).toMatchObject({ code: 'operations.proposal-open' });
  expect(await world.desk(world.bob, `proposals/${again.id}/reject`, { reason: 'So it is' })).toMatchObject({
    type: 'ok',
  });
});

it('the terms that products are offered on take two, and are those of everybody from then on', async () => {
  const offered = async () => (await world.desk(world.auditor, 'products')).message as ProductTermsView;
  const { options, spot, perpetuals, trust } = await offered();
  const changes: [path: string, offered: object | undefined, terms: object][] = [
    [
      'options',
      options[0],
      {
        payoutPercent: '75',
        evenPayoutPercent: '250',
        minimum: '20',
        maximum: '4000',
        feePercent: '1',
        enabled: true,
      },
    ],
    ['spot', spot[0], { feePercent: '0.2', minimumAmount: '10', maximumAmount: '100000', enabled: false }],
    [
      'perpetuals',
      perpetuals[0],
      { leverages: [1, 3], openLotsMax: 5000, lotsMax: 50, feePercent: '0.06', enabled: true },
    ],
    ['trust', trust[0], { minimum: '2000', maximum: null, dailyPercent: '0.01', quota: '5000', enabled: false }],
  ];
  for (const [path, product, terms] of changes) {
    const { id, version } = product as { id: string; version: string };
    const asked = { ...terms, seen: version, reason: 'From June on' };
    const proposed = await world.desk(world.settings, `products/${path}/${id}`, asked);
    const proposal = (proposed.message as { id: string }).id;
    expect(await world.desk(world.settings, `proposals/${proposal}/approve`, {})).toMatchObject({
      code: 'access.forbidden',
    });
    expect(await world.desk(world.bob, `proposals/${proposal}/approve`, {})).toMatchObject({ type: 'ok' });
  }
  const after = await offered();
  const first = [after.options[0], after.spot[0], after.perpetuals[0], after.trust[0]];
  expect(first).toEqual(changes.map(([, , terms]) => expect.objectContaining(terms)));
});

it('a product that is not there yet takes two, and is there for everybody then', async () => {
  const wishes: [path: string, product: object, place: 'options' | 'trust', shown: object][] = [
    [
      'options',
      {
        market: null,
        seconds: 1800,
        payoutPercent: '91',
        evenPayoutPercent: '300',
        minimum: '10',
        maximum: '9000',
        feePercent: null,
        enabled: true,
      },
      'options',
      { name: '*', seconds: 1800, evenBandPercent: '0.07', payoutPercent: '91' },
    ],
    [
      'trust',
      {
        code: 'usdt-21',
        currency: 'USDT',
        termDays: 21,
        minimum: '100',
        maximum: null,
        dailyPercent: '0.02',
        quota: null,
        redemptionRule: 'forfeit-interest',
        redemptionRate: null,
        yieldSource: 'treasury',
        enabled: true,
      },
      'trust',
      { name: 'usdt-21', currency: 'USDT', termDays: 21, dailyPercent: '0.02' },
    ],
  ];
  for (const [path, product, place, shown] of wishes) {
    const proposed = await world.desk(world.settings, `products/new/${path}`, { ...product, reason: 'Asked for' });
    const proposal = (proposed.message as { id: string }).id;
    expect(await world.desk(world.settings, `proposals/${proposal}/approve`, {})).toMatchObject({
      code: 'access.forbidden',
    });
    expect(await world.desk(world.bob, `proposals/${proposal}/approve`, {})).toMatchObject({ type: 'ok' });
    const offered = (await world.desk(world.auditor, 'products')).message as ProductTermsView;
    expect(offered[place]).toContainEqual(expect.objectContaining(shown));
  }
});

it('a maintenance table takes two, and is announced before it judges anybody', async () => {
  const first = async () => ((await world.desk(world.auditor, 'products')).message as ProductTermsView).perpetuals[0];
  const { id, steps, stepsVersion } = (await first()) as NonNullable<Awaited<ReturnType<typeof first>>>;
  const tiers = steps.map((step, place) => (place === 0 ? step : { ...step, floor: `${Number(step.floor) + 1}` }));
  const asked = { tiers, seen: stepsVersion, reason: 'Larger steps' };
  const proposed = await world.desk(world.settings, `products/tiers/${id}`, asked);
  const proposal = (proposed.message as { id: string }).id;
  expect(await world.desk(world.bob, `proposals/${proposal}/approve`, {})).toMatchObject({ type: 'ok' });
  const announced = await first();
  expect(announced?.steps).toEqual(steps);
  expect(announced?.announcedSteps).toMatchObject({ steps: tiers });
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf(
    (subject) =>
      ![
        ...FILE_SUBJECTS,
        ...HELP_SUBJECTS,
        ...MONEY_SUBJECTS,
        ...OTC_SUBJECTS,
        ...PEOPLE_SUBJECTS,
        ...STAFF_SUBJECTS,
        ...QUARANTINE_SUBJECTS,
        ...SUBSCRIPTION_SUBJECTS,
      ].includes(subject),
  ));
