import type { SessionUser } from '../../../platform/session';
import { missingOf } from './gate';

it.each([
  [0, 0, 'verification'],
  [0, 1, 'verification'],
  [1, 1, 'review'],
  [2, 0, 'fundPassword'],
  [2, 1, null],
])('asks a user of status %p with fund password %p for %p', (review_status, has_fund_password, missing) => {
  expect(missingOf({ review_status, has_fund_password } as SessionUser)).toBe(missing);
});
