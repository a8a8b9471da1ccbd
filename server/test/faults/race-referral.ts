import { api, both, expectDone, oneOf, type Race } from './race-steps.js';

const named = (nickname: string, listed: string) => api('referral/profile', { nickname, listed });

/** Names in the ranking. What is booked is raced by workers: see `rebates.spec.ts`. */
export const REFERRAL_RACES: readonly Race[] = [
  {
    name: 'one nickname: chosen by two people',
    purse: {},
    run: (scene) => {
      const nickname = `N${scene.person.userId}`;
      return oneOf(scene, [named(nickname, '1'), { ...named(nickname, '1'), token: scene.other.token }]);
    },
  },
  {
    name: 'nickname: two changes by one person',
    purse: {},
    run: async (scene) => {
      const { userId } = scene.person;
      const answers = await both(scene, named(`A${userId}`, '1'), named(`B${userId}`, '0'));
      const wrong = expectDone(answers, [2]);
      const { rows } = await scene.sql.query<{ whole: boolean; versions: number }>(
        `select (p.nickname = 'A' || p.user_id and p.listed) or (p.nickname = 'B' || p.user_id and not p.listed) as whole,
                v.version::integer as versions
           from referral_profile p join referral_version v on v.user_id = p.user_id where p.user_id = $1`,
        [userId],
      );
      return wrong ?? (rows[0]?.whole && rows[0].versions === 2 ? null : `half of each: ${JSON.stringify(rows)}`);
    },
  },
];
