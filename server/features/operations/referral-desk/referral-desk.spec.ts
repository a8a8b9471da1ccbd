import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ReferralDayPage,
  ReferralDeskView,
  ReferralPartnerPage,
  SelfReferralPage,
} from '../../../contract/operations/referral.dto.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { ReferralWorld } from '../../../test/factories/referral-world.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';

let world: TradingWorld;
let people: ReferralWorld;
let ann: TestOperator;
let bob: TestOperator;
let support: TestOperator;

beforeAll(async () => {
  world = await TradingWorld.open({ RATE_FACTOR: '100' });
  people = new ReferralWorld(world);
  ann = await anOperator(world.source, 'treasurer');
  bob = await anOperator(world.source, 'treasurer');
  support = await anOperator(world.source, 'support');
  // Who was made after they proposed something would be nobody's proposer.
  world.futures.clock.set(Date.now() + 1000);
  await people.rebate();
}, 120_000);
afterAll(() => world?.close());

/** Days pass here, and nobody logs in again. */
async function desk(by: TestOperator, path: string, body?: object) {
  await world.source.query(
    `update operator_session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 hour'`,
    [new Date(world.futures.clock.now())],
  );
  return callDesk(world.futures.app.url, path, { by, ...(body === undefined ? {} : { body }) });
}
const read = async <View>(path: string) => (await desk(support, path)).message as View;
const idOf = (reply: { message: unknown }) => (reply.message as { id: string }).id;

/** Proposed by one, agreed to by the other. */
async function agree(path: string, body: object): Promise<void> {
  const proposed = await desk(ann, path, { ...body, reason: 'Agreed in May' });
  expect(proposed).toMatchObject({ type: 'ok' });
  expect(await desk(ann, `proposals/${idOf(proposed)}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  const agreed = await desk(bob, `proposals/${idOf(proposed)}/approve`, {});
  expect([agreed.type, agreed.code]).toEqual(['ok', undefined]);
}

async function rebateOf(inviter: string, guest: string): Promise<string[]> {
  await people.buy(guest);
  const day = await people.endDay();
  await people.rebate();
  const rows: { amount: string }[] = await world.source.query(
    'select trim_scale(amount)::text as amount from referral_rebate where inviter_id = $1 and day = $2',
    [inviter, day],
  );
  return rows.map(({ amount }) => amount);
}

describe('the rate', () => {
  it('is what two agreed on, from a day on that had not begun', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await agree('referral/terms', { percent: '25' });
    const { terms, today, percentMax } = await read<ReferralDeskView>('referral');
    expect(percentMax).toBe('50');
    expect(terms.map(({ percent }) => percent)).toEqual(['25', '20']);
    expect((terms[0]?.effectiveDay ?? '') > today).toBe(true);
    // 5.001 at a fifth, and from the next day on at a quarter.
    expect(await rebateOf(inviter, guest)).toEqual(['1.0002']);
    while ((await read<ReferralDeskView>('referral')).today < (terms[0]?.effectiveDay ?? '')) await people.endDay();
    expect(await rebateOf(inviter, guest)).toEqual(['1.25025']);
  });

  it.each(['50.01', '100', '-1', '0.001', 'x', '1e1'])('of %s is refused', async (percent) => {
    const reply = await desk(ann, 'referral/terms', { percent, reason: 'Too much' });
    expect(reply).toMatchObject({ type: 'error', code: 'referral.rate' });
  });

  it('waits for one decision at a time', async () => {
    const first = await desk(ann, 'referral/terms', { percent: '10', reason: 'Less' });
    expect(await desk(bob, 'referral/terms', { percent: '11', reason: 'Less' })).toMatchObject({
      code: 'operations.proposal-open',
    });
    expect(await desk(bob, `proposals/${idOf(first)}/reject`, { reason: 'Not now' })).toMatchObject({ message: 'ok' });
    expect((await read<ReferralDeskView>('referral')).terms.map(({ percent }) => percent)).toEqual(['25', '20']);
  });
});

describe('a partner', () => {
  it('has a rate of their own until two say that it is over', async () => {
    const partner = await people.invited(null);
    const guest = await people.invited(partner);
    await agree('referral/partners', { userId: partner, percent: '40' });
    await people.endDay();
    await people.endDay();
    expect(await rebateOf(partner, guest)).toEqual(['2.0004']);
    const { list } = await read<ReferralPartnerPage>(`referral/partners?search=${partner}`);
    expect(list).toEqual([expect.objectContaining({ userId: partner, percent: '40', invited: 1 })]);
    await agree('referral/partners', { userId: partner });
    await people.endDay();
    await people.endDay();
    expect(await rebateOf(partner, guest)).toEqual(['1.25025']);
    expect((await read<ReferralPartnerPage>(`referral/partners?search=${partner}`)).list).toMatchObject([
      { percent: null },
    ]);
  });

  it('is somebody who is there', async () => {
    expect(await desk(ann, 'referral/partners', { userId: '999999999', percent: '30', reason: 'Who' })).toMatchObject({
      code: 'operations.not-found',
    });
  });
});

describe('the desk sees', () => {
  it('who invited themselves, and by what it was found', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.shareDevice(inviter, guest);
    expect(await rebateOf(inviter, guest)).toEqual(['0']);
    const { list, total } = await read<SelfReferralPage>(`referral/self?search=${inviter}`);
    expect({ list, total }).toEqual({
      list: [expect.objectContaining({ payerId: guest, inviterId: inviter, shares: 'device' })],
      total: 1,
    });
    expect(await desk(support, 'referral/self?search=ann')).toMatchObject({ code: 'request.invalid' });
  });

  it('what each day came to', async () => {
    const { list, total } = await read<ReferralDayPage>('referral/days?limit=2');
    expect(list).toHaveLength(2);
    expect(total).toBeGreaterThan(2);
    expect(list[0]).toMatchObject({
      status: 'booked',
      sums: [{ coin: 'USDT', fees: '5.001', rebates: '0', payers: 1 }],
    });
  });

  it('and changes nothing without being a treasurer', async () => {
    for (const path of ['referral/terms', 'referral/partners']) {
      const body = { percent: '30', userId: '1', reason: 'Please' };
      expect(await desk(support, path, body)).toMatchObject({ code: 'access.forbidden' });
    }
  });
});
