import type { OpenedCase } from '../../account/verification/index.js';
import { ListVerificationCases } from './list-verification-cases.js';
import type { VerificationCaseRow } from './verification-cases.store.js';

const AT = new Date('2026-06-01T12:00:00Z');
const CASE = { id: '12', userId: '7', level: 'basic', status: 'under-review', country: 'DE', version: 1 } as const;
const OPENED: OpenedCase = {
  ...CASE,
  name: 'A Person',
  idNumberMasked: '12******34',
  submittedAt: AT.getTime(),
  claimedBy: null,
  claimedUntil: null,
  idKind: 'passport',
  idNumber: '1234',
  address: '1 Street',
  reason: null,
  photos: [],
  history: [],
  sameNumber: [],
  isExcludedNumber: false,
};
const NO_CLAIM = { claimOperatorId: null, claimLogin: null, claimUntil: null };

it('a case that is handed in again while it is opened has the version of what is shown', async () => {
  const later: VerificationCaseRow = {
    ...CASE,
    ...NO_CLAIM,
    account: 'a',
    name: 'Another',
    version: 3,
    submittedAt: AT,
  };
  const user = { id: '7', account: 'a', createdAt: AT, disabled: false, verifiedLevel: 0 };
  const listCases = new ListVerificationCases(
    { of: async () => [later], removedPhotos: async () => [] } as never,
    { user: async () => user, loginsOf: async () => new Map() } as never,
    { execute: async () => OPENED } as never,
    {} as never,
    { recordLook: async () => undefined } as never,
    { now: () => AT.getTime() } as never,
  );
  const actor = { operatorId: '1', sessionId: null, roles: [], address: '127.0.0.1', request: 'test' };
  const shown = await listCases.open(actor, '12');
  expect([shown.case.version, shown.idNumber]).toEqual([1, '1234']);
});
