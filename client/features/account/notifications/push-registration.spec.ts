import { isPushWanted, unsubscribeFromPush, wantPush } from '../../../platform/push';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../../platform/session';
import './push-registration.late';

jest.mock('../../../platform/push', () => ({
  ...jest.requireActual('../../../platform/push'),
  unsubscribeFromPush: jest.fn(),
}));
const unsubscribed = jest.mocked(unsubscribeFromPush);
const user = (id: number) => ({ id }) as SessionUser;

beforeEach(() => {
  beginSession('token');
  wantPush(7);
  rememberUser(user(7));
  unsubscribed.mockClear();
});
afterEach(endSession);

it('ends what a device is told when its user logs out', () => {
  endSession();
  expect(unsubscribed).toHaveBeenCalledTimes(1);
});

it('ends it when somebody else is logged in who has not asked for it', () => {
  rememberUser(user(8));
  expect(unsubscribed).toHaveBeenCalledTimes(1);
  expect(isPushWanted(7)).toBe(true);
});

it('ends nothing for the user who wants it, at a login or described anew', () => {
  rememberUser(user(7));
  expect(unsubscribed).not.toHaveBeenCalled();
  endSession();
  unsubscribed.mockClear();
  beginSession('another');
  rememberUser(user(7));
  expect(unsubscribed).not.toHaveBeenCalled();
});
