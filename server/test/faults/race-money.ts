import { confirmationCode, PASSWORD } from './people.js';
import {
  aHash,
  api,
  ARRIVED,
  both,
  deposit,
  desk,
  expectBalance,
  expectDone,
  given,
  heldDeposit,
  heldWithdrawal,
  idIn,
  isDone,
  oneOf,
  type Race,
  sendTo,
  spotOrder,
  transfer,
  type Wish,
  withdrawal,
  words,
} from './race-steps.js';

/** Withdrawals, transfers, deposits and adjustments. */
export const MONEY_RACES: readonly Race[] = [
  {
    name: 'withdraw, withdraw: money for one',
    purse: { spot: '100' },
    run: async (scene) =>
      (await oneOf(scene, [withdrawal('60'), withdrawal('70')])) ??
      (await expectBalance(scene, 'spot', '40', '30')) ??
      (await expectBalance(scene, 'spot_frozen', '60', '70')),
  },
  {
    name: 'withdraw, withdraw: one code, two uses',
    purse: { spot: '200' },
    withMail: true,
    run: async (scene) => {
      const code = await confirmationCode(scene.sql, scene.person.userId);
      return (
        (await oneOf(scene, [withdrawal('60', code), withdrawal('70', code)])) ??
        (await expectBalance(scene, 'spot', '140', '130'))
      );
    },
  },
  {
    name: 'four withdrawals of one day',
    purse: { spot: '100' },
    run: async (scene) => {
      const pairs = await Promise.all([
        both(scene, withdrawal('11'), withdrawal('12')),
        both(scene, withdrawal('13'), withdrawal('14')),
      ]);
      return expectDone(pairs.flat(), [3]);
    },
  },
  {
    name: 'withdraw, transfer out',
    purse: { spot: '100' },
    run: async (scene) =>
      (await oneOf(scene, [withdrawal('60'), transfer('70', 'change', 'micro')])) ??
      (await expectBalance(scene, 'spot', '40', '30')),
  },
  {
    name: 'withdraw, spot buy',
    purse: { spot: '100' },
    run: (scene) => oneOf(scene, [withdrawal('60'), spotOrder('1', '0.0012')]),
  },
  {
    name: 'withdraw, change of the login password',
    purse: { spot: '100' },
    run: async (scene) => {
      const change = api('user/e_pwd', {
        old_password: PASSWORD,
        password: 'Correct-Horse-8',
        re_password: 'Correct-Horse-8',
      });
      const [out, changed] = await both(scene, withdrawal('60'), change);
      const refused = out?.type === '999' || out?.code === 'withdrawals.held';
      if (!isDone(changed) || !(isDone(out) || refused)) return words([out, changed]);
      const late = await sendTo(scene.urls[0], scene, transfer('1', 'change', 'micro'));
      if (late?.type !== '999') return `the old session still moves money: ${words([late])}`;
      return expectBalance(scene, 'spot', isDone(out) ? '40' : '100');
    },
  },
  {
    name: 'withdraw, removal of its address',
    purse: { spot: '100' },
    run: async (scene) => {
      const removal = api('wallet/deladdress', { address_id: scene.person.addressId });
      return oneOf(scene, [withdrawal('60'), removal], [1, 2]);
    },
  },
  {
    name: 'withdrawal: approval, cancellation by its owner',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldWithdrawal(scene);
      const pair: [Wish, Wish] = [
        desk(`withdrawals/${id}/approve`, {}, scene.desk[0]),
        api('wallet/out_cancel', { id }),
      ];
      return (await oneOf(scene, pair)) ?? (await expectBalance(scene, 'spot', '40', '100'));
    },
  },
  {
    name: 'withdrawal: rejection, cancellation by its owner',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldWithdrawal(scene);
      const rejection = desk(`withdrawals/${id}/reject`, { reason: 'no' }, scene.desk[0]);
      const pair: [Wish, Wish] = [rejection, api('wallet/out_cancel', { id })];
      return (await oneOf(scene, pair)) ?? (await expectBalance(scene, 'spot', '100'));
    },
  },
  {
    name: 'withdrawal: paid, paid',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldWithdrawal(scene, true);
      await given(scene, desk(`withdrawals/${id}/send`, {}, scene.desk[0]));
      await given(scene, desk(`withdrawals/${id}/claim`, {}, scene.desk[0]));
      const paid = () => desk(`withdrawals/${id}/paid`, { transaction: aHash() }, scene.desk[0]);
      return (await oneOf(scene, [paid(), paid()])) ?? (await expectBalance(scene, 'spot_frozen', '0'));
    },
  },
  {
    name: 'transfer there, transfer back',
    purse: { spot: '100', option: '100' },
    run: async (scene) =>
      (await oneOf(scene, [transfer('70', 'change', 'micro'), transfer('80', 'micro', 'change')], [2])) ??
      (await expectBalance(scene, 'spot', '110')) ??
      (await expectBalance(scene, 'option', '90')),
  },
  {
    name: 'transfer, transfer: money for one',
    purse: { spot: '100' },
    run: async (scene) =>
      (await oneOf(scene, [transfer('60', 'change', 'micro'), transfer('70', 'change', 'lever')])) ??
      (await expectBalance(scene, 'spot', '40', '30')),
  },
  {
    name: 'deposit: approval, approval',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldDeposit(scene);
      const approval = () => desk(`deposits/${id}/approve`, ARRIVED, scene.desk[0]);
      return (await oneOf(scene, [approval(), approval()])) ?? (await expectBalance(scene, 'spot', '150'));
    },
  },
  {
    name: 'deposit: approval, rejection',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldDeposit(scene);
      const rejection = desk(`deposits/${id}/reject`, { reason: 'no' }, scene.desk[0]);
      const pair: [Wish, Wish] = [desk(`deposits/${id}/approve`, ARRIVED, scene.desk[0]), rejection];
      return (await oneOf(scene, pair)) ?? (await expectBalance(scene, 'spot', '150', '100'));
    },
  },
  {
    name: 'deposit: two operators claim it',
    purse: { spot: '100' },
    run: async (scene) => {
      await given(scene, deposit(aHash()));
      const id = await idIn(scene, 'deposit');
      const [first, second] = scene.desk;
      return oneOf(scene, [desk(`deposits/${id}/claim`, {}, first), desk(`deposits/${id}/claim`, {}, second)]);
    },
  },
  {
    name: 'deposit: the same hash by two users',
    purse: { spot: '100' },
    run: (scene) => {
      const hash = aHash();
      return oneOf(scene, [deposit(hash), { ...deposit(hash), token: scene.other.token }]);
    },
  },
  {
    name: 'adjustment: two operators approve it',
    purse: { spot: '100' },
    run: async (scene) => {
      const body = { userId: scene.person.userId, account: 'spot', currencyId: 3, amount: '5', reason: 'as agreed' };
      const proposed = await sendTo(scene.urls[0], scene, desk('adjustments', body, scene.desk[0]));
      const { id } = (proposed?.message ?? {}) as { id?: string };
      if (!id) return `no proposal: ${words([proposed])}`;
      const approval = () => desk(`proposals/${id}/approve`, {}, scene.desk[1]);
      return (await oneOf(scene, [approval(), approval()])) ?? (await expectBalance(scene, 'spot', '105'));
    },
  },
];
