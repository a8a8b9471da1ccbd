import { AccountWorld } from '../../../test/factories/account-world.js';
import { NoteSessionUses } from './note-session-uses.js';

let world: AccountWorld;
let uses: NoteSessionUses;

beforeAll(async () => {
  world = await AccountWorld.open();
  uses = world.app.application.get(NoteSessionUses);
}, 60_000);

afterAll(() => world?.close());

const lastSession = async () => (await world.database.query('select max(id) as id from account_session')).rows[0].id;

const secondsSinceUse = async (id: string) =>
  Number(
    (
      await world.database.query(
        'select extract(epoch from now() - last_used_at) as seconds from account_session where id = $1',
        [id],
      )
    ).rows[0].seconds,
  );

const usedAgo = (id: string, span: string) =>
  world.database.query('update account_session set last_used_at = now() - $2::interval where id = $1', [id, span]);

it('writes the uses of several sessions, each at most once a minute', async () => {
  const people: { id: string; token: string }[] = [];
  for (const span of ['2 minutes', '3 days', '30 seconds']) {
    const { token } = await world.aSignedInUser();
    const id = await lastSession();
    await usedAgo(id, span);
    people.push({ id, token });
  }
  for (const { token } of people) expect(await world.call.get('user/center', { token })).toMatchObject({ type: 'ok' });
  await uses.execute();
  const since = await Promise.all(people.map(({ id }) => secondsSinceUse(id)));
  expect(since.map((seconds) => seconds < 20)).toEqual([true, true, false]);
});

it('takes nothing back: a later use that stands there stays', async () => {
  await world.aSignedInUser();
  const id = await lastSession();
  uses.note(id, Date.now() - 600_000);
  await uses.execute();
  expect(await secondsSinceUse(id)).toBeLessThan(300);
});

it('keeps what could not be written', async () => {
  await world.aSignedInUser();
  const id = await lastSession();
  await usedAgo(id, '1 hour');
  const { owner } = world.app;
  await owner.query('alter table account_session rename to account_session_away');
  uses.note(id, Date.now());
  await expect(uses.execute()).rejects.toThrow('account_session');
  await owner.query('alter table account_session_away rename to account_session');
  await uses.execute();
  expect(await secondsSinceUse(id)).toBeLessThan(60);
});
