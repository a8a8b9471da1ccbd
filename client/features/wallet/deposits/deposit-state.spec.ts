import type { DepositView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { depositState } from './deposit-state';

const of = (status: number, confirmations: number, confirmations_needed: number) =>
  depositState({ status, confirmations, confirmations_needed } as DepositView);

it('counts confirmations until somebody decides', () => {
  expect(of(1, 0, 12)).toEqual({ kind: 'review' });
  expect(of(1, 7, 12)).toEqual({ kind: 'confirming', seen: 7, needed: 12 });
  expect(of(1, 12, 12)).toEqual({ kind: 'confirmed' });
  expect(of(1, 3, 0)).toEqual({ kind: 'review' });
  expect(of(2, 7, 12)).toEqual({ kind: 'credited' });
  expect(of(3, 12, 12)).toEqual({ kind: 'rejected' });
});
