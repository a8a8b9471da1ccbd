import type { SessionUser } from '../../../platform/session';
import { missingOf } from './gate';

it.each([
  [0, 0, '', 0, 'verification'],
  [0, 1, 'a@example.com', 1, 'verification'],
  [1, 1, 'a@example.com', 1, 'review'],
  [2, 0, '', 0, 'fundPassword'],
  [2, 1, '', 0, 'secondFactor'],
  [2, 1, 'a@example.com', 0, 'newContact'],
  [2, 1, '', 1, null],
  [2, 1, 'a@example.com', 1, null],
])(
  'asks a user of status %p with fund password %p, contact %p and second factor %p for %p',
  (review_status, has_fund_password, email, possible, missing) => {
    const user = { review_status, has_fund_password, email, phone: '' } as SessionUser;
    expect(missingOf(user, { possible })).toBe(missing);
  },
);
