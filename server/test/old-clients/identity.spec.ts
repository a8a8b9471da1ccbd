import { ApproveVerification } from '../../features/account/verification/index.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { anOperator, callDesk } from '../factories/operators.js';
import { aUser, type TestUser } from '../factories/users.js';
import { VerificationWorld } from '../factories/verification-world.js';

/** Identity in one form without country, address or kind of document, as three of the known clients send it. */
let world: VerificationWorld;
let numbers = 0;

beforeAll(async () => {
  world = await VerificationWorld.open();
}, 60_000);

afterAll(() => world?.close());

async function aForm(user: TestUser) {
  const { front_pic, reverse_pic, hand_pic } = await world.photos(user);
  numbers += 1;
  return { name: '张三', card_id: `11010119900101${1000 + numbers}`, front_pic, reverse_pic, hand_pic };
}

const statusOf = async (user: TestUser) =>
  (await world.get<{ review_status: number }>(user, 'user/center')).review_status;

function approve(caseId: string, country: string | null) {
  const review = { caseId, operatorId: '7', version: 1, country };
  return world.use(Transactions).run((tx) => world.use(ApproveVerification).execute(tx, review));
}

it('is handed in, seen by the reviewer with its photos, and verified with the country that the document shows', async () => {
  const user = await aUser(world.database.url);
  const { hand_pic: _hand, ...form } = await aForm(user);
  expect(await world.post(user, 'user/real_name', form)).toEqual({ type: 'ok', message: 'Submit success' });
  expect(await statusOf(user)).toBe(1);
  expect(await world.get(user, 'user/verification')).toMatchObject({
    basic: { status: 'under-review', country: '', name: '张三', certificate_type: 'id-card', address: '' },
  });

  const reviewer = await anOperator(world.app.owner, 'reviewer');
  const desk = (path: string, body?: object) =>
    callDesk(world.app.url, path, { by: reviewer, ...(body === undefined ? {} : { body }) });
  const id = await world.caseOf(user);
  expect(await desk(`verification/${id}`)).toMatchObject({
    message: {
      case: { country: 'ZZ' },
      address: null,
      photos: [
        { kind: 'front', status: 'under-review' },
        { kind: 'back', status: 'under-review' },
      ],
    },
  });
  await desk(`verification/${id}/claim`, { version: 1 });
  expect(await desk(`verification/${id}/approve`, { version: 1 })).toMatchObject({
    code: 'verification.country-needed',
  });
  expect(await desk(`verification/${id}/approve`, { version: 1, country: 'Atlantis' })).toMatchObject({
    code: 'verification.country-unknown',
  });
  expect(await statusOf(user)).toBe(1);
  expect(await desk(`verification/${id}/approve`, { version: 1, country: 'China' })).toMatchObject({ type: 'ok' });
  expect(await statusOf(user)).toBe(2);
  expect(await world.get(user, 'user/verification')).toMatchObject({ basic: { status: 'verified', country: 'CN' } });
  expect(await desk(`verification/${id}`)).toMatchObject({
    message: { photos: [{ status: 'accepted' }, { status: 'accepted' }] },
  });
});

it('is one person’s only: the same number under a country that was named is found when the reviewer says it', async () => {
  const first = await aUser(world.database.url);
  const form = await aForm(first);
  const { card_id } = form;
  const known = { country: 'CN', name: '张三', card_id, address: '1 Road' };
  expect(await world.post(first, 'user/real_name', known)).toMatchObject({ type: 'ok' });
  const firstCase = await world.caseOf(first);
  await world.claim(firstCase);
  await world.approve(firstCase);

  const second = await aUser(world.database.url);
  expect(await world.post(second, 'user/real_name', { ...(await aForm(second)), card_id })).toMatchObject({
    type: 'ok',
  });
  const secondCase = await world.caseOf(second);
  await world.claim(secondCase);
  await expect(approve(secondCase, 'CN')).rejects.toMatchObject({ code: 'verification.id-number-used' });
  expect(await statusOf(second)).toBe(1);
});

it('is handed in again after it was sent back, with other photos', async () => {
  const user = await aUser(world.database.url);
  const form = await aForm(user);
  await world.post(user, 'user/real_name', form);
  const id = await world.caseOf(user);
  expect(await world.post(user, 'user/real_name', await aForm(user))).toMatchObject({
    code: 'verification.under-review',
  });
  await world.claim(id);
  await world.reject(id);
  expect(await statusOf(user)).toBe(0);
  const again = await aForm(user);
  expect(await world.post(user, 'user/real_name', again)).toMatchObject({ type: 'ok' });
  const { rows } = await world.sql.query(
    `select p.kind, p.status, p.upload_id as id from verification_photo p where p.case_id = $1 order by p.kind`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'back', status: 'under-review', id: again.reverse_pic },
    { kind: 'front', status: 'under-review', id: again.front_pic },
    { kind: 'hand', status: 'under-review', id: again.hand_pic },
  ]);
  const old = [form.front_pic, form.reverse_pic, form.hand_pic];
  const states = await world.sql.query('select distinct state from upload where id = any($1)', [old]);
  expect(states.rows).toEqual([{ state: 'discarded' }]);
});

it('needs both sides of the document where it names no country', async () => {
  const user = await aUser(world.database.url);
  const { front_pic, reverse_pic, hand_pic: _hand, ...form } = await aForm(user);
  const halves: Record<string, string>[] = [{}, { front_pic }, { reverse_pic }];
  for (const photos of halves)
    expect(await world.post(user, 'user/real_name', { ...form, ...photos })).toMatchObject({
      code: 'request.invalid',
    });
  const stranger = await aUser(world.database.url);
  const stolen = { ...form, front_pic, reverse_pic };
  expect(await world.post(stranger, 'user/real_name', stolen)).toMatchObject({ code: 'uploads.unknown' });
  expect(await statusOf(stranger)).toBe(0);
  expect(await world.post(user, 'user/real_name', stolen)).toMatchObject({ type: 'ok' });
});

it('nobody is verified without a country, whatever code runs, and no country that the user named is changed', async () => {
  const user = await aUser(world.database.url);
  await world.post(user, 'user/real_name', await aForm(user));
  const id = await world.caseOf(user);
  await expect(
    world.sql.query(
      `update verification_case set status = 'verified', version = version + 1, decided_at = now() where id = $1`,
      [id],
    ),
  ).rejects.toThrow('verification_case_country');
  const other = await aUser(world.database.url);
  await world.post(other, 'user/real_name', world.aPerson());
  const named = await world.caseOf(other);
  await world.claim(named);
  await expect(approve(named, 'CN')).rejects.toMatchObject({ code: 'request.invalid' });
  await approve(named, null);
  expect(await world.get(other, 'user/verification')).toMatchObject({ basic: { status: 'verified', country: 'JP' } });
});
