import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OtcWorld } from '../../../test/factories/otc-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import { ExpireUploads } from '../../account/uploads/expire-uploads.js';
import { GetUpload } from '../../account/uploads/get-upload.js';
import { ReadOtcRoom } from './read-otc-room.js';

const DAY_MINUTES = 24 * 60;

let world: OtcWorld;

beforeAll(async () => {
  world = await OtcWorld.open();
});

afterAll(() => world?.close());

const uploadOf = async (id: string) =>
  (await world.source.query('select state, closed_at as closed, stored from upload where id = $1', [id]))[0];

async function shown(): Promise<{ merchant: TestUser; buyer: TestUser; id: string; picture: string }> {
  const merchant = await world.aMerchant('1000');
  const buyer = await world.aPerson();
  const id = await world.take(buyer, await world.advert(merchant));
  const picture = await world.upload(buyer);
  await world.say(buyer, id, null, picture);
  return { merchant, buyer, id, picture };
}

it('pictures of an order are kept for a year after it has ended; its lines stay, with their digests', async () => {
  const { merchant, buyer, id, picture } = await shown();
  await world.move(buyer, id, 'pay');
  expect(await uploadOf(picture)).toMatchObject({ state: 'used', closed: null });
  await world.release(merchant, id);
  expect(await uploadOf(picture)).toMatchObject({ state: 'used', closed: new Date(world.clock.now()) });
  const { lines } = await world.get(ReadOtcRoom).lines(id, { after: 0, before: null, userId: buyer.userId });
  const { number = 0, digest } = lines.find((line) => line.picture === picture) ?? {};
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  world.pass(365 * DAY_MINUTES - 1);
  await world.get(ExpireUploads).execute();
  expect(await uploadOf(picture)).toMatchObject({ state: 'used', stored: true });
  expect((await world.get(ReadOtcRoom).picture(id, number)).length).toBeGreaterThan(0);
  world.pass(1);
  await world.get(ExpireUploads).execute();
  expect(await uploadOf(picture)).toMatchObject({ state: 'retired', stored: false });
  await expect(world.get(ReadOtcRoom).picture(id, number)).rejects.toMatchObject({ code: 'uploads.not-found' });
  const later = await world.get(ReadOtcRoom).lines(id, { after: 0, before: null, userId: buyer.userId });
  expect(later.lines).toEqual(lines);
});

it('of an order that is opened again they stay until it has ended again', async () => {
  const { merchant, buyer, id, picture } = await shown();
  await world.move(buyer, id, 'cancel');
  expect(await uploadOf(picture)).toMatchObject({ closed: new Date(world.clock.now()) });
  const proof = await world.upload(buyer);
  await world.reopen(buyer, id, [proof]);
  for (const one of [picture, proof]) expect(await uploadOf(one)).toMatchObject({ state: 'used', closed: null });
  world.pass(60);
  await world.release(merchant, id);
  for (const one of [picture, proof])
    expect(await uploadOf(one)).toMatchObject({ closed: new Date(world.clock.now()) });
});

it('of an order that the clock ends their time begins, too', async () => {
  const { id, picture } = await shown();
  world.pass(31);
  await world.sweep();
  expect(await world.order(id)).toMatchObject({ status: 5 });
  expect(await uploadOf(picture)).toMatchObject({ closed: expect.any(Date) });
});

it('of somebody whose account was erased are shown to nobody, and stay for what the law wants kept', async () => {
  const { merchant, buyer, id, picture } = await shown();
  await world.move(buyer, id, 'pay');
  await world.release(merchant, id);
  const { lines } = await world.get(ReadOtcRoom).lines(id, { after: 0, before: null, userId: merchant.userId });
  const { number = 0 } = lines.find((line) => line.picture === picture) ?? {};
  const seen = () => world.get(ReadOtcRoom).picture(id, number);
  const desk = () => world.get(GetUpload).execute(picture, { operatorId: '1', login: 'ann' });
  for (const look of [seen, desk]) expect((await look()).length).toBeGreaterThan(0);
  await world.source.query(
    `update account_user set erased_at = now(), disabled_at = now(), email = null, email_key = null where id = $1`,
    [buyer.userId],
  );
  for (const look of [seen, desk]) await expect(look()).rejects.toMatchObject({ code: 'uploads.not-found' });
  expect(await uploadOf(picture)).toMatchObject({ state: 'used', stored: true });
});
