import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AppealCasePage, AppealDetailView } from '../../contract/operations/otc.dto.js';
import { DeskWorld, OTC_SUBJECTS } from '../factories/desk-world.js';
import { anOperator } from '../factories/operators.js';
import { remindedOrder } from '../factories/otc-rows.js';
import { OtcWorld } from '../factories/otc-world.js';
import { saidEarlier } from '../factories/proposals.js';
import { FakeClock } from '../fakes/fake-clock.js';

let world: DeskWorld;
let otc: OtcWorld;

beforeAll(async () => {
  world = await DeskWorld.open();
  // By the product's own clock: no time passes here but what does.
  otc = await OtcWorld.over(world.app, new FakeClock());
});
afterAll(() => world?.close());

/** An order that its buyer has appealed, with a picture in its room. */
async function anAppeal(quantity: string): Promise<string> {
  const merchant = await otc.aMerchant('5000');
  const buyer = await otc.aPerson();
  const advert = await otc.advert(merchant, { total: '5000', most: '50000' });
  const id = await otc.take(buyer, advert, { value: quantity, means: 'number' });
  await otc.move(buyer, id, 'pay');
  await remindedOrder((sql, values) => world.source.query(sql, values), id);
  await otc.appeal(buyer, id, [await otc.upload(buyer)]);
  return id;
}

it('appeals are looked at, claimed, written to and decided, for each side, by one or by two', async () => {
  const { ann, bob, auditor } = world;
  const [small, large] = [await anAppeal('100'), await anAppeal('2000')];
  for (const path of ['appeals', `appeals/${small}`, `appeals/${small}/lines`, `appeals/${small}/evidence`]) {
    expect(await world.desk(auditor, path)).toMatchObject({ type: 'ok' });
  }
  expect(await world.desk(auditor, `appeals/${small}/claim`, {})).toMatchObject({ code: 'access.forbidden' });
  const decide = async (by: typeof ann, id: string, award: string) => {
    await world.desk(by, `appeals/${id}/claim`, {});
    return (await world.desk(by, `appeals/${id}/decide`, { award, reason: 'As the bank says' })).message;
  };
  await world.desk(ann, `appeals/${small}/claim`, {});
  expect(await world.desk(ann, `appeals/${small}/say`, { text: 'Please show the receipt' })).toMatchObject({
    type: 'ok',
  });
  expect(await world.desk(ann, `appeals/${small}/release`, {})).toMatchObject({ type: 'ok' });
  expect(await decide(ann, small, 'seller')).toEqual({ outcome: 'done' });
  expect(await decide(ann, large, 'buyer')).toEqual({ outcome: 'second-person' });
  expect(await decide(bob, large, 'buyer')).toEqual({ outcome: 'done' });
});

it('a first opinion of before the price was part of it holds by what it names, and not for another outcome', async () => {
  const { ann, bob } = world;
  const decide = async (by: typeof ann, id: string, award: string) => {
    await world.desk(by, `appeals/${id}/claim`, {});
    return (await world.desk(by, `appeals/${id}/decide`, { award, reason: 'As the bank says' })).message;
  };
  for (const [award, outcome] of [
    ['buyer', 'done'],
    ['seller', 'second-person'],
  ] as const) {
    const id = await anAppeal('2000');
    expect(await decide(ann, id, 'buyer')).toEqual({ outcome: 'second-person' });
    await world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `update operator_proposal set detail = detail - 'price' - 'fiat' where kind = 'otc-appeal' and subject_id = $1`,
        [id],
      );
    });
    // The case is its holder's until it is left.
    await world.desk(ann, `appeals/${id}/release`, {});
    expect(await decide(bob, id, award)).toEqual({ outcome });
  }
});

it('what one operator proposed of an appeal that ended otherwise is put away, and not before', async () => {
  const { ann, bob } = world;
  const id = await anAppeal('2000');
  const decide = async () => {
    await world.desk(ann, `appeals/${id}/claim`, {});
    return world.desk(ann, `appeals/${id}/decide`, { award: 'buyer', reason: 'As the bank says' });
  };
  const proposals = async (status: string) =>
    (
      (await world.desk(bob, `proposals?kind=otc-appeal&status=${status}`)).message as {
        list: { id: string; subjectId: string; detail: object }[];
      }
    ).list.filter(({ subjectId }) => subjectId === id);
  expect((await decide()).message).toEqual({ outcome: 'second-person' });
  const [{ id: proposal, detail } = { id: '', detail: {} }] = await proposals('open');
  expect(detail).toEqual({ outcome: 'award-buyer', quantity: '2000', coin: 'USDT', price: '7.1', fiat: 'CNY' });
  for (const act of ['approve', 'reject']) {
    expect(await world.desk(bob, `proposals/${proposal}/${act}`, { reason: 'They agreed' })).toMatchObject({
      code: 'operations.claim-needed',
    });
  }
  await otc.step(id, 'concede', { userId: (await otc.order(id)).buyerId });
  expect(await proposals('open')).toEqual([]);
  expect(await proposals('all')).toEqual([expect.objectContaining({ id: proposal, status: 'open' })]);
  expect(await world.desk(bob, `proposals/${proposal}/reject`, { reason: 'They agreed' })).toMatchObject({
    type: 'ok',
  });
});

it('an appeal that has ended takes no opinion any more', async () => {
  const { ann } = world;
  const id = await anAppeal('2000');
  await world.desk(ann, `appeals/${id}/claim`, {});
  await otc.step(id, 'concede', { userId: (await otc.order(id)).buyerId });
  expect(await world.desk(ann, `appeals/${id}/decide`, { award: 'buyer', reason: 'As the bank says' })).toMatchObject({
    code: 'otc.wrong-state',
  });
  const left = await world.source.query(`select from operator_proposal where kind = 'otc-appeal' and subject_id = $1`, [
    id,
  ]);
  expect(left).toEqual([]);
});

/** What an operator's award of the case comes to. */
async function awarded(by: DeskWorld['ann'], id: string): Promise<unknown> {
  await world.desk(by, `appeals/${id}/claim`, {});
  const { message } = await world.desk(by, `appeals/${id}/decide`, { award: 'buyer', reason: 'As the bank says' });
  return (message as { outcome?: string }).outcome;
}

it('one operator alone awards on one day no more of a coin than one order may be about, however many there are', async () => {
  const { ann, bob } = world;
  const eve = await anOperator(world.source, 'treasurer');
  const alone = (outcome: unknown) => outcome === 'done';
  // Both at once: one of them waits for the other.
  const pair = [await anAppeal('600'), await anAppeal('600')];
  const outcomes = await Promise.all(pair.map((id) => awarded(bob, id)));
  expect(new Set(outcomes)).toEqual(new Set(['done', 'second-person']));
  const left = pair[outcomes.findIndex((outcome) => !alone(outcome))] ?? '';
  await world.desk(bob, `appeals/${left}/release`, {});
  // What two of them said is nobody's own.
  expect(await awarded(ann, left)).toBe('done');
  expect(await awarded(bob, await anAppeal('400'))).toBe('done');
  const more = await anAppeal('5');
  const shown = async (by: DeskWorld['ann']) => {
    const { appeal } = (await world.desk(by, `appeals/${more}`)).message as AppealDetailView;
    return [appeal.needsSecondPerson, appeal.firstDecidedBy];
  };
  // It would be bob's last of that day, and is not yet that of who has awarded nothing alone.
  expect([await shown(bob), await shown(eve)]).toEqual([
    [true, null],
    [false, null],
  ]);
  const listed = (await world.desk(bob, 'appeals')).message as AppealCasePage;
  expect(listed.list.find(({ id }) => id === more)?.needsSecondPerson).toBe(true);
  expect(await awarded(bob, more)).toBe('second-person');
  expect(await shown(ann)).toContain(bob.login);
  await saidEarlier(world.source, { kind: 'otc-appeal', subjectId: more }, '7 days');
  expect(await shown(ann)).toContain(null);
  await saidEarlier(world.source, { kind: 'otc-appeal', subjectId: more }, '-7 days');
  await world.desk(bob, `appeals/${more}/release`, {});
  expect(await awarded(ann, more)).toBe('done');
});

it('of a coin without a limit each appeal takes two', async () => {
  const { ann, bob } = world;
  const limit = async (above: string | null) =>
    world.source.query('update otc_coin set second_person_above = $1 where currency_id = 3', [above]);
  const [{ was }] = await world.source.query(
    'select second_person_above::text as was from otc_coin where currency_id = 3',
  );
  await limit(null);
  try {
    const id = await anAppeal('5');
    expect((await world.desk(ann, `appeals/${id}`)).message).toMatchObject({ appeal: { needsSecondPerson: true } });
    expect(await awarded(ann, id)).toBe('second-person');
    await world.desk(ann, `appeals/${id}/release`, {});
    expect(await awarded(bob, id)).toBe('done');
  } finally {
    await limit(was);
  }
});

it('merchants are let in by two, refused and suspended', async () => {
  const [admitted, refused] = [await otc.aPerson(), await otc.aPerson()];
  for (const user of [admitted, refused]) {
    const applied = await world.post('ctc/merchant/apply', { nickname: `Trader ${user.userId}` }, user);
    expect(applied).toMatchObject({ type: 'ok' });
  }
  expect(
    await world.desk(world.settings, `merchants/${refused.userId}/keep-out`, { reason: 'No papers' }),
  ).toMatchObject({
    type: 'ok',
  });
  const proposed = await world.desk(world.settings, `merchants/${admitted.userId}/propose`, { reason: 'In order' });
  const { id } = proposed.message as { id: string };
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  await otc.advert(admitted);
  expect(
    await world.desk(world.settings, `merchants/${admitted.userId}/keep-out`, { reason: 'A complaint' }),
  ).toMatchObject({
    type: 'ok',
  });
  expect((await world.desk(world.auditor, 'merchants?status=suspended')).message).toMatchObject({
    list: [{ id: admitted.userId, status: 'suspended', reason: 'A complaint' }],
  });
  const notices = (userId: string) =>
    world.source.query(
      `select kind, parameters from account_notice where user_id = $1 and kind like 'merchant-%' order by id`,
      [userId],
    );
  expect(await notices(admitted.userId)).toEqual([
    { kind: 'merchant-admitted', parameters: {} },
    { kind: 'merchant-suspended', parameters: { reason: 'A complaint' } },
  ]);
  expect(await notices(refused.userId)).toEqual([{ kind: 'merchant-refused', parameters: { reason: 'No papers' } }]);
});

it('a merchant is let in by the name that was proposed, and by no other that it has taken since', async () => {
  const user = await otc.aPerson();
  const apply = (nickname: string) => world.post('ctc/merchant/apply', { nickname }, user);
  const act = (by: DeskWorld['ann'], path: string) => world.desk(by, path, { reason: 'As agreed' });
  const propose = async () => {
    const { message } = await act(world.settings, `merchants/${user.userId}/propose`);
    return (message as { id: string }).id;
  };
  expect(await apply(`Honest ${user.userId}`)).toMatchObject({ type: 'ok' });
  expect(await act(world.settings, `merchants/${user.userId}/keep-out`)).toMatchObject({ type: 'ok' });
  const proposed = await propose();
  expect(await apply(`Steady ${user.userId}`)).toMatchObject({ type: 'ok' });
  expect(await act(world.bob, `proposals/${proposed}/approve`)).toMatchObject({ code: 'operations.terms-changed' });
  expect(await act(world.bob, `proposals/${proposed}/reject`)).toMatchObject({ type: 'ok' });
  expect(await act(world.bob, `proposals/${await propose()}/approve`)).toMatchObject({ type: 'ok' });
  const [merchant] = await world.source.query('select nickname, status from otc_merchant where user_id = $1', [
    user.userId,
  ]);
  expect(merchant).toEqual({ nickname: `Steady ${user.userId}`, status: 'admitted' });
});

it('coins and their limits are changed by two, within bounds, and orders keep what held for them', async () => {
  const { ann, bob, auditor } = world;
  interface Row {
    currencyId: number;
    leastQuantity: string;
    enabled: boolean;
    proposalId: string | null;
  }
  const coin = async (search: string) =>
    ((await world.desk(auditor, `otc-coins?search=${search}`)).message as { list: Row[] }).list[0] as Row;
  const terms = {
    currencyId: 3,
    leastQuantity: '10',
    secondPersonAbove: '500',
    enabled: true,
    sort: 1,
    reason: 'Spring',
  };
  const propose = (changes: object = {}, by = ann) => world.desk(by, 'otc-coins', { ...terms, ...changes });
  const idOf = ({ message }: { message?: unknown }) => (message as { id: string }).id;
  expect(await coin('usdt')).toMatchObject({
    leastQuantity: '5',
    secondPersonAbove: '1000',
    enabled: true,
    price: '1',
  });
  expect((await world.desk(auditor, 'otc-coins?search=nothing')).message).toMatchObject({ total: 0, list: [] });
  expect((await world.desk(auditor, 'otc-coins?limit=2')).message).toMatchObject({ limit: 2, page: 1 });
  expect(await propose({}, auditor)).toMatchObject({ code: 'access.forbidden' });
  expect(await propose({ leastQuantity: '0' })).toMatchObject({ code: 'request.invalid' });
  expect(await propose({ leastQuantity: '0.000000001' })).toMatchObject({ code: 'request.invalid' });
  expect(await propose({ leastQuantity: '1000.01' })).toMatchObject({ code: 'otc.limit-worth' });
  expect(await propose({ secondPersonAbove: '20000.01' })).toMatchObject({ code: 'otc.limit-worth' });
  expect(await propose({ currencyId: 999_999 })).toMatchObject({ code: 'operations.not-found' });
  expect(await propose({ leastQuantity: '5', secondPersonAbove: '1000' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  const before = await anAppeal('100');
  const proposed = idOf(await propose());
  expect(await propose({ sort: 2 })).toMatchObject({ code: 'operations.proposal-open' });
  expect(await coin('usdt')).toMatchObject({ leastQuantity: '5', proposalId: proposed });
  expect(await world.desk(ann, `proposals/${proposed}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await world.desk(bob, `proposals/${proposed}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await coin('usdt')).toMatchObject({ leastQuantity: '10', secondPersonAbove: '500', proposalId: null });
  const limitRows: { limit: string }[] = await world.source.query(
    'select trim_scale(second_person_above)::text as limit from otc_order where id = $1',
    [before],
  );
  expect(limitRows).toEqual([{ limit: '1000' }]);
  // One that was never offered comes in, and goes again.
  const added = (await world.desk(auditor, 'otc-coins?limit=50')).message as {
    list: (Row & { price: string | null })[];
  };
  const unpriced = added.list.find((row) => row.leastQuantity === null && row.price === null);
  expect(await propose({ currencyId: unpriced?.currencyId ?? 0 })).toMatchObject({ code: 'otc.coin-unpriced' });
  const off = idOf(await propose({ enabled: false }));
  expect(await world.desk(bob, `proposals/${off}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await coin('usdt')).toMatchObject({ enabled: false, adverts: 0 });
  const on = idOf(await propose({ leastQuantity: '5', secondPersonAbove: '1000' }));
  expect(await world.desk(bob, `proposals/${on}/approve`, {})).toMatchObject({ type: 'ok' });
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf((subject) => OTC_SUBJECTS.includes(subject)));
