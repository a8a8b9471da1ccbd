import { ApproveVerification, VerificationLevels } from '../../features/account/verification/index.js';
import { ListVerificationQueue } from '../../features/account/verification/list-verification-queue.js';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { aUser } from '../factories/users.js';
import { VerificationWorld } from '../factories/verification-world.js';

let world: VerificationWorld;

beforeAll(async () => {
  world = await VerificationWorld.open();
}, 60_000);

afterAll(() => world?.close());

describe('the reviewers', () => {
  it('see the oldest case first, with the number masked', async () => {
    const user = await aUser(world.database.url);
    await world.post(user, 'user/real_name', world.aPerson({ card_id: 'QUEUE123456' }));
    await world.sql.query(`update verification_case set submitted_at = now() - interval '2 days' where user_id = $1`, [
      user.userId,
    ]);
    const { list, count } = await world.use(ListVerificationQueue).execute(1, 5);
    expect(list[0]).toMatchObject({ userId: user.userId, idNumberMasked: 'QU******56', claimedBy: null });
    expect(count).toBeGreaterThan(0);
    expect(JSON.stringify(list)).not.toContain('QUEUE123456');
  });

  it('work on a case one at a time, and may decide only what they hold', async () => {
    const user = await aUser(world.database.url);
    await world.post(user, 'user/real_name', world.aPerson());
    const id = await world.caseOf(user);
    const claimed = { code: 'verification.case-claimed' };
    await expect(world.approve(id)).rejects.toMatchObject(claimed);
    const results = await Promise.allSettled(['7', '8', '9'].map((operatorId) => world.claim(id, operatorId)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await world.sql.query<{ claimed_by: string }>(
      'select claimed_by from verification_case where id = $1',
      [id],
    );
    const holder = rows[0]?.claimed_by ?? '';
    const other = holder === '7' ? '8' : '7';
    await expect(world.claim(id, other)).rejects.toMatchObject(claimed);
    await expect(world.approve(id, other)).rejects.toMatchObject(claimed);
    await world.claim(id, holder);
    // A quarter of an hour later the case is anybody's.
    const past = new Date(world.use(Clock).now() - 1000);
    await world.sql.query('update verification_case set claimed_until = $2 where id = $1', [id, past]);
    await expect(world.approve(id, holder)).rejects.toMatchObject(claimed);
    await world.claim(id, other);
    await world.approve(id, other);
    await expect(world.claim(id, other)).rejects.toMatchObject({ code: 'verification.case-decided' });
    for (const wrong of ['0', '-1', 'abc', '9'.repeat(40), '', '999999']) {
      await expect(world.approve(wrong)).rejects.toMatchObject({ code: 'verification.case-unknown' });
    }
  });

  it('decide on what they looked at, and not on what was handed in since under the same number', async () => {
    const user = await aUser(world.database.url);
    await world.post(user, 'user/real_name', world.aPerson({ name: 'Seen Person' }));
    const id = await world.caseOf(user);
    // The one has it open, the other sends it back, and the user hands in somebody else.
    const seen = await world.versionOf(id);
    await world.claim(id);
    await world.reject(id);
    await world.post(user, 'user/real_name', world.aPerson({ name: 'Other Person' }));
    const changed = { code: 'verification.case-changed' };
    await expect(world.claim(id, '7', seen)).rejects.toMatchObject(changed);
    await world.claim(id, '7');
    await expect(world.approve(id, '7', seen)).rejects.toMatchObject(changed);
    await expect(world.reject(id, {}, 'Not readable', seen)).rejects.toMatchObject(changed);
    expect(await world.use(VerificationLevels).of(user.userId)).toMatchObject({ basic: 'under-review' });
    await world.approve(id, '7', seen + 2);
    expect(await world.use(VerificationLevels).of(user.userId)).toMatchObject({ basic: 'verified' });
  });

  it('who approve and reject at the same time: one of them wins, and the history tells which', async () => {
    for (let round = 0; round < 20; round++) {
      const user = await aUser(world.database.url);
      await world.post(user, 'user/real_name', world.aPerson());
      const id = await world.caseOf(user);
      await world.claim(id);
      const results = await Promise.allSettled([
        world.approve(id),
        world.reject(id),
        world.approve(id),
        world.reject(id),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'verification.case-decided' });
      }
      const { rows } = await world.sql.query('select status from verification_case where id = $1', [id]);
      expect(await world.history(id)).toEqual([
        { version: 1, status: 'under-review' },
        { version: 2, ...rows[0] },
      ]);
      // The notice that a worker writes of it is none of these.
      expect((await world.events(user)).filter(({ kind }) => kind === 'kyc')).toHaveLength(2);
    }
  }, 60_000);

  it('leave nothing of a decision whose transaction fails', async () => {
    const user = await aUser(world.database.url);
    await world.post(user, 'user/real_name', world.aPerson());
    const id = await world.caseOf(user);
    await world.claim(id);
    const failing = world.use(Transactions).run(async (tx) => {
      await world.use(ApproveVerification).execute(tx, { caseId: id, operatorId: '7', version: 1 });
      throw new Error('the log of the desk failed');
    });
    await expect(failing).rejects.toThrow('the log of the desk failed');
    expect(await world.history(id)).toHaveLength(1);
    expect(await world.events(user)).toHaveLength(1);
    expect(await world.use(VerificationLevels).of(user.userId)).toEqual({ basic: 'under-review', advanced: 'none' });
  });
});

describe('the database', () => {
  it('lets a case go only along its edges, and keeps its history', async () => {
    const user = await world.verifiedUser();
    const id = await world.caseOf(user);
    const set = (fields: string) => world.sql.query(`update verification_case set ${fields} where id = $1`, [id]);
    await expect(set(`status = 'rejected', reason = 'x', version = version + 1`)).rejects.toThrow('cannot go');
    await expect(set(`status = 'under-review', decided_at = null, version = version + 1`)).rejects.toThrow('cannot go');
    await expect(set('version = version + 1')).rejects.toThrow('a version is a change');
    await expect(set('user_id = user_id + 1')).rejects.toThrow('belongs to one user');
    await expect(world.sql.query('delete from verification_history')).rejects.toThrow('written once');
    await expect(
      world.sql.query(
        `insert into verification_case (user_id, level, status, version, submitted_at, decided_at)
         values ($1, 'advanced', 'verified', 1, now(), now())`,
        [user.userId],
      ),
    ).rejects.toThrow('begins under review');
  });
});

describe('what asks for a verified user', () => {
  it('lets a verified user through, and tells old clients of others to open the verification', async () => {
    const levels = world.use(VerificationLevels);
    const [stranger, verified] = [await aUser(world.database.url), await world.verifiedUser()];
    await expect(levels.assertVerified(stranger.userId)).rejects.toMatchObject({ code: 'verification.required' });
    await levels.assertVerified(verified.userId);
    await expect(levels.assertVerified(verified.userId, { level: 'advanced' })).rejects.toMatchObject({
      code: 'verification.required',
    });
    await world.use(Transactions).run((tx) => levels.assertVerified(verified.userId, { tx }));
  });

  it('every call wants a session', async () => {
    for (const [path, method] of [
      ['user/real_name', 'POST'],
      ['user/real_name2', 'POST'],
      ['user/verification', 'GET'],
      ['upload', 'POST'],
      ['upload/views', 'GET'],
      [`upload/${'0'.repeat(32)}`, 'GET'],
    ] as const) {
      for (const authorization of ['', 'null', 'x'.repeat(43)]) {
        const reply = await fetch(`${world.app.url}/api/${path}`, { method, headers: { authorization } });
        expect(await reply.json()).toMatchObject({ type: '999' });
      }
    }
  });
});
