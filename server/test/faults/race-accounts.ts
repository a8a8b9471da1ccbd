import { aRecoveryCode } from '../factories/recovery-codes.js';
import { confirmationCode, PASSWORD, PIN } from './people.js';
import { aKey, api, both, expectDone, oneOf, type Race, sendTo, withdrawal, words } from './race-steps.js';

/** Codes, passwords and registrations. */
export const ACCOUNT_RACES: readonly Race[] = [
  {
    name: 'twelve wrong codes at once',
    purse: { spot: '100' },
    withMail: true,
    run: async (scene) => {
      const code = await confirmationCode(scene.sql, scene.person.userId);
      const tries = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(() => both(scene, withdrawal('60', '111111'), withdrawal('61', '222222'))),
      );
      const wrong = expectDone(tries.flat(), [0]);
      const right = await sendTo(scene.urls[0], scene, withdrawal('60', code));
      return wrong ?? expectDone([right], [0]);
    },
  },
  {
    name: 'six wrong fund passwords at once',
    purse: { spot: '100' },
    run: async (scene) => {
      const wrong = () => ({ ...withdrawal('60'), fields: { ...withdrawal('60').fields, pay_password: '193756' } });
      const tries = await Promise.all([0, 1, 2].map(() => both(scene, wrong(), wrong())));
      const { rows } = await scene.sql.query<{ locked: boolean }>(
        'select locked_until is not null as locked from account_fund_password where user_id = $1',
        [scene.person.userId],
      );
      if (!rows[0]?.locked) return `not locked after ${words(tries.flat())}`;
      const right = await sendTo(scene.urls[0], scene, withdrawal('60'));
      return expectDone([right], [0]);
    },
  },
  {
    name: 'fund password: set for the first time, twice',
    purse: {},
    run: async (scene) => {
      await scene.sql.query('delete from account_fund_password where user_id = $1', [scene.person.userId]);
      const set = (password: string) =>
        api('safe/update_password', { password, re_password: password, code: aRecoveryCode() });
      return oneOf(scene, [set('730194'), set('730195')]);
    },
  },
  {
    name: 'fund password: two changes',
    purse: {},
    run: async (scene) => {
      const change = (password: string) =>
        api('safe/update_password', { oldpassword: PIN, password, re_password: password, code: aRecoveryCode() });
      return oneOf(scene, [change('730194'), change('730195')]);
    },
  },
  {
    name: 'login password: two changes',
    purse: {},
    run: async (scene) => {
      const change = (password: string) =>
        api('user/e_pwd', { old_password: PASSWORD, password, re_password: password });
      const answers = await both(scene, change('Correct-Horse-8'), change('Correct-Horse-9'));
      // The first ends every session, so the second may find itself signed out.
      return expectDone(answers, [1]);
    },
  },
  {
    name: 'registration: the same user name twice',
    purse: {},
    run: async (scene) => {
      const name = `r${aKey()}`;
      const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD, agree: '1' };
      const answer = await oneOf(scene, [api('user/register', form), api('user/register', form)]);
      const { rows } = await scene.sql.query<{ count: number }>(
        'select count(*)::integer as count from account_user where username = $1',
        [name],
      );
      return answer ?? (rows[0]?.count === 1 ? null : `${rows[0]?.count} accounts`);
    },
  },
];
