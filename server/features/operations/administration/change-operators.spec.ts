import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../../../test/factories/operators.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { ManageOperators } from '../operators/manage-operators.js';

let app: TestApp;
let source: DataSource;
let ann: TestOperator;
let bob: TestOperator;
let logins = 0;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', SECOND_PERSON_HOURS: '72' });
  source = app.owner;
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  ann = await anOperator(source, 'administrator', 'treasurer');
  bob = await anOperator(source, 'administrator', 'treasurer');
});

const manage = () => app.application.get(ManageOperators);
const aLogin = () => `wanted-${++logins}`;
const REASON = { reason: 'As agreed' };

function propose(by: TestOperator, path: string, body: object = {}, key?: string): Promise<DeskReply> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return callDesk(app.url, path, { by, body: { ...REASON, ...body }, headers });
}

async function proposed(by: TestOperator, path: string, body: object = {}): Promise<string> {
  const reply = await propose(by, path, body);
  expect(reply).toMatchObject({ type: 'ok' });
  return (reply.message as { id: string }).id;
}

const decide = (by: TestOperator, id: string, word: 'approve' | 'reject' = 'approve') =>
  callDesk(app.url, `proposals/${id}/${word}`, { by, body: REASON });

const stateOf = async (operatorId: string): Promise<object | undefined> => {
  const rows: object[] = await source.query(
    'select password_hash, roles, disabled_at, totp_secret, one_time_until from operator where id = $1',
    [operatorId],
  );
  return rows[0];
};

const CHANGES: [string, object][] = [
  ['roles', { roles: ['support', 'treasurer'] }],
  ['reset', {}],
  ['disable', {}],
];

describe('one administrator alone', () => {
  it('makes no operator', async () => {
    const login = aLogin();
    const id = await proposed(ann, 'operators', { login, roles: ['treasurer'] });
    expect(await source.query('select 1 from operator where login = $1', [login])).toEqual([]);
    expect(await decide(ann, id)).toMatchObject({ code: 'wallet.second-person' });
    expect(await source.query('select 1 from operator where login = $1', [login])).toEqual([]);
  });

  it.each(CHANGES)('changes nobody: %s', async (act, body) => {
    const { operatorId } = await anOperator(source, 'auditor');
    const before = await stateOf(operatorId);
    const id = await proposed(ann, `operators/${operatorId}/${act}`, body);
    expect(await decide(ann, id)).toMatchObject({ code: 'wallet.second-person' });
    expect(await stateOf(operatorId)).toEqual(before);
    expect(await decide(bob, id)).toMatchObject({ type: 'ok' });
    expect(await stateOf(operatorId)).not.toEqual(before);
  });

  it('enables nobody', async () => {
    const { operatorId } = await anOperator(source, 'auditor');
    await manage().setDisabled(COMMAND_LINE, operatorId, true);
    const id = await proposed(ann, `operators/${operatorId}/enable`);
    expect(await stateOf(operatorId)).not.toMatchObject({ disabled_at: null });
    await decide(bob, id);
    expect(await stateOf(operatorId)).toMatchObject({ disabled_at: null });
  });
});

describe('the second person', () => {
  it.each(['treasurer', 'settings', 'auditor'] as const)('is an administrator, no %s', async (role) => {
    const other = await anOperator(source, role);
    const id = await proposed(ann, 'operators', { login: aLogin(), roles: ['auditor'] });
    expect(await decide(other, id)).toMatchObject({ code: 'access.forbidden' });
    expect(await decide(other, id, 'reject')).toMatchObject({ code: 'access.forbidden' });
  });

  it.each(CHANGES)('is never the one whom it is about, neither with a yes nor with a no: %s', async (act, body) => {
    const id = await proposed(ann, `operators/${bob.operatorId}/${act}`, body);
    expect(await decide(bob, id)).toMatchObject({ code: 'operations.own-account' });
    expect(await decide(bob, id, 'reject')).toMatchObject({ code: 'operations.own-account' });
    expect(await decide(ann, id, 'reject')).toMatchObject({ type: 'ok' });
  });

  it('is told the one-time password once, and it is written down nowhere', async () => {
    const login = aLogin();
    const id = await proposed(ann, 'operators', { login, roles: ['reviewer'] });
    const { invitation } = (await decide(bob, id)).message as { invitation: { oneTimePassword: string } };
    expect(invitation).toMatchObject({
      login,
      oneTimePassword: expect.stringMatching(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/),
    });
    expect(await decide(bob, id)).toMatchObject({ code: 'operations.proposal-decided' });
    for (const table of ['audit_entry', 'operator_proposal', 'idempotent_command']) {
      const rows: { text: string }[] = await source.query(`select t::text as text from ${table} t`);
      expect(rows.filter(({ text }) => text.includes(invitation.oneTimePassword))).toEqual([]);
    }
  });

  it('and the first one both stand in the line of the audit log', async () => {
    const { operatorId, login } = await anOperator(source, 'auditor');
    const id = await proposed(ann, `operators/${operatorId}/roles`, { roles: ['support'] });
    await decide(bob, id);
    expect(
      await source.query(
        `select operator_id, action, detail from audit_entry where subject = 'operator' and subject_id = $1`,
        [operatorId],
      ),
    ).toEqual([
      {
        operator_id: bob.operatorId,
        action: 'operator.roles',
        detail: { login, rolesBefore: ['auditor'], roles: ['support'], proposal: id, proposedBy: ann.login },
      },
    ]);
    expect(
      await source.query(
        `select detail ->> 'proposedBy' as by from audit_entry where subject_id = $1 and action = $2`,
        [id, 'proposal.approve'],
      ),
    ).toEqual([{ by: ann.login }]);
  });
});

describe('whom two administrators made, reset, gave roles or enabled', () => {
  const adjust = async (first: TestOperator, secondOne: TestOperator): Promise<string> => {
    const id = await proposed(first, 'insurance', { currencyId: 3, amount: '5', reason: `try ${++logins}` });
    const { type, code } = await decide(secondOne, id);
    return code ?? type;
  };

  it.each([
    ['reset', {}],
    ['roles', { roles: ['treasurer', 'support'] }],
  ])('is the second person of neither: %s', async (act, body) => {
    const victim = await anOperator(source, 'treasurer');
    const third = await anOperator(source, 'treasurer');
    expect(await adjust(ann, victim)).toBe('ok');
    await decide(bob, await proposed(ann, `operators/${victim.operatorId}/${act}`, body));
    // As if they had logged in since.
    await source.query(`update operator set totp_secret = coalesce(totp_secret, 'made') where id = $1`, [
      victim.operatorId,
    ]);
    await source.query('update operator set one_time_until = null where id = $1', [victim.operatorId]);
    await source.query('update operator_session set ended_at = null where operator_id = $1', [victim.operatorId]);
    expect(await adjust(ann, victim)).toBe('operations.second-person-tied');
    expect(await adjust(victim, bob)).toBe('operations.second-person-tied');
    expect(await adjust(third, victim)).toBe('ok');
    expect(await adjust(ann, bob)).toBe('ok');
  });

  it.each(['disable', 'reset'])('what somebody proposed is approved by nobody after their %s', async (act) => {
    const [gone, other] = [await anOperator(source, 'treasurer'), await anOperator(source, 'treasurer')];
    const id = await proposed(gone, 'insurance', { currencyId: 3, amount: '5', reason: 'before it was noticed' });
    await decide(bob, await proposed(ann, `operators/${gone.operatorId}/${act}`));
    expect(await decide(other, id)).toMatchObject({ code: 'operations.proposer-gone' });
    expect(await decide(other, id, 'reject')).toMatchObject({ type: 'ok' });
  });

  it('the database keeps both hands, and that they are two', async () => {
    const login = aLogin();
    await decide(bob, await proposed(ann, 'operators', { login, roles: ['treasurer'] }));
    const rows: { changed_by: string }[] = await source.query(
      `select c.changed_by from operator_change c join operator o on o.id = c.operator_id where o.login = $1 order by c.id`,
      [login],
    );
    expect(rows.map(({ changed_by }) => changed_by)).toEqual([ann.operatorId, bob.operatorId]);
    const hands = 'update operator set changed_by = $2, confirmed_by = $3 where login = $1';
    await expect(source.query(hands, [login, ann.operatorId, ann.operatorId])).rejects.toThrow('operator_two_hands');
    await expect(source.query(hands, [login, null, ann.operatorId])).rejects.toThrow('operator_two_hands');
  });
});

describe('what is proposed', () => {
  it('is refused where it says nothing or nothing new', async () => {
    const { operatorId, login } = await anOperator(source, 'auditor', 'support');
    const refusals: [string, object, string][] = [
      ['operators', { login, roles: ['auditor'] }, 'operations.login-taken'],
      ['operators', { login: aLogin(), roles: ['god'] }, 'request.invalid'],
      ['operators', { login: aLogin(), roles: ['auditor'], reason: '' }, 'request.invalid'],
      [`operators/${operatorId}/disable`, { reason: undefined }, 'request.invalid'],
      [`operators/${operatorId}/roles`, { roles: ['support', 'auditor'] }, 'operations.nothing-changed'],
      [`operators/${operatorId}/enable`, {}, 'operations.nothing-changed'],
    ];
    for (const [path, body, code] of refusals) expect(await propose(ann, path, body)).toMatchObject({ code });
  });

  it('is one thing at a time about one operator, and about one login', async () => {
    const { operatorId } = await anOperator(source, 'auditor');
    const login = aLogin();
    const first = await proposed(ann, `operators/${operatorId}/reset`);
    await proposed(ann, 'operators', { login, roles: ['auditor'] });
    for (const [act, body] of CHANGES) {
      expect(await propose(bob, `operators/${operatorId}/${act}`, body)).toMatchObject({
        code: 'operations.proposal-open',
      });
    }
    expect(await propose(bob, 'operators', { login, roles: ['support'] })).toMatchObject({
      code: 'operations.proposal-open',
    });
    await decide(bob, first, 'reject');
    await proposed(bob, `operators/${operatorId}/disable`);
  });

  it('is proposed once by one key, at however many calls', async () => {
    const login = aLogin();
    const { operatorId } = await anOperator(source, 'auditor');
    for (const [path, body] of [
      ['operators', { login, roles: ['auditor'] }],
      [`operators/${operatorId}/reset`, {}],
    ] as const) {
      const replies = await Promise.all(Array.from({ length: 4 }, () => propose(ann, path, body, `key-${login}`)));
      expect(new Set(replies.map(({ message }) => (message as { id: string }).id)).size).toBe(1);
      expect(await propose(ann, path, { ...body, reason: 'Another' }, `key-${login}`)).toMatchObject({
        code: 'request.key-reused',
      });
    }
  });

  it('is judged again at the approval: a login that was taken, what was done meanwhile', async () => {
    const login = aLogin();
    const adding = await proposed(ann, 'operators', { login, roles: ['auditor'] });
    await manage().add(COMMAND_LINE, login, ['support']);
    expect(await decide(bob, adding)).toMatchObject({ code: 'operations.login-taken' });
    const { operatorId } = await anOperator(source, 'auditor');
    const disabling = await proposed(ann, `operators/${operatorId}/disable`);
    await manage().setDisabled(COMMAND_LINE, operatorId, true);
    expect(await decide(bob, disabling)).toMatchObject({ code: 'operations.nothing-changed' });
    expect(
      await source.query('select status from operator_proposal where id = any($1)', [[adding, disabling]]),
    ).toEqual([{ status: 'open' }, { status: 'open' }]);
  });

  it('gives back no role that was taken since, and takes none that was given', async () => {
    for (const since of [['support'], ['auditor', 'support', 'reviewer']] as const) {
      const { operatorId } = await anOperator(source, 'auditor', 'support');
      const id = await proposed(ann, `operators/${operatorId}/roles`, { roles: ['auditor', 'support', 'settings'] });
      await manage().setRoles(COMMAND_LINE, operatorId, [...since]);
      expect(await decide(bob, id)).toMatchObject({ code: 'operations.terms-changed' });
      expect(await stateOf(operatorId)).toMatchObject({ roles: since });
    }
    // In another order they are the same.
    const { operatorId } = await anOperator(source, 'auditor', 'support');
    const id = await proposed(ann, `operators/${operatorId}/roles`, { roles: ['settings'] });
    await manage().setRoles(COMMAND_LINE, operatorId, ['support', 'auditor']);
    expect(await decide(bob, id)).toMatchObject({ type: 'ok' });
  });

  it('is done once by two approvals at the same time', async () => {
    const third = await anOperator(source, 'administrator');
    const id = await proposed(ann, 'operators', { login: aLogin(), roles: ['auditor'] });
    const replies = await Promise.all([bob, third].map((by) => decide(by, id)));
    expect(replies.map(({ code, type }) => code ?? type).sort()).toEqual(['ok', 'operations.proposal-decided']);
  });
});

describe('an invitation whose reply was lost', () => {
  interface Invitation {
    login: string;
    oneTimePassword: string;
  }
  const again = (by: TestOperator, id: string) => callDesk(app.url, `operators/${id}/invite_again`, { by, body: {} });
  const enrol = ({ login, oneTimePassword: password }: Invitation) =>
    callDesk(app.url, 'enrol', { body: { login, password } });
  const used = { code: 'operations.invitation-used' };

  async function invite(): Promise<{ id: string; issued: Invitation }> {
    const login = aLogin();
    const proposal = await proposed(ann, 'operators', { login, roles: ['treasurer'] });
    const { invitation: issued } = (await decide(bob, proposal)).message as { invitation: Invitation };
    const [row]: { id: string }[] = await source.query('select id from operator where login = $1', [login]);
    return { id: row?.id ?? '', issued };
  }

  it('is made again once, by who approved it, and the one before is void with what was made with it', async () => {
    const { id, issued } = await invite();
    expect(await enrol(issued)).toMatchObject({ type: 'ok' });
    const other = await anOperator(source, 'administrator');
    expect(await again(ann, id)).toMatchObject(used);
    expect(await again(other, id)).toMatchObject(used);
    expect(await again(await anOperator(source, 'auditor'), id)).toMatchObject({ code: 'access.forbidden' });
    const replies = await Promise.all([again(bob, id), again(bob, id), again(bob, id)]);
    const fresh = replies.find(({ type }) => type === 'ok')?.message as Invitation | undefined;
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ totp_secret: null });
    expect(await enrol(issued)).toMatchObject({ code: 'operations.login-wrong' });
    expect(await enrol(fresh as Invitation)).toMatchObject({ type: 'ok' });
    expect(await again(bob, id)).toMatchObject(used);
    const lines: object[] = await source.query(
      `select operator_id from audit_entry where action = 'operator.invite-again' and subject_id = $1`,
      [id],
    );
    expect(lines).toEqual([{ operator_id: bob.operatorId }]);
  });

  it('lives no longer than the first, and is over with the first login', async () => {
    const { id } = await invite();
    const until = (await stateOf(id)) as { one_time_until: Date };
    expect(await again(bob, id)).toMatchObject({ type: 'ok' });
    expect(await stateOf(id)).toMatchObject({ one_time_until: until.one_time_until });
    const late = await invite();
    await source.query(`update operator set one_time_until = now() - interval '1 second' where id = $1`, [late.id]);
    expect(await again(bob, late.id)).toMatchObject(used);
    const { operatorId } = await anOperator(source, 'auditor');
    expect(await again(bob, operatorId)).toMatchObject(used);
  });

  it('is no way for whoever approved a later change of the same operator', async () => {
    const { id } = await invite();
    const roles = await proposed(bob, `operators/${id}/roles`, { roles: ['support'] });
    expect(await decide(ann, roles)).toMatchObject({ type: 'ok' });
    expect(await again(ann, id)).toMatchObject(used);
    expect(await again(bob, id)).toMatchObject({ type: 'ok' });
  });
});
