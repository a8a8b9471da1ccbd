import { QueryObserver } from '@tanstack/react-query';
import { OWN, queries } from './queries';
import { beginSession, endSession, loseSession, rememberUser, type SessionUser } from './session';

const maria = { id: 7, name: 'Maria' } as SessionUser;
const ownKey = [OWN, 'balance'];
const publicKey = ['markets'];

beforeEach(() => {
  beginSession('first');
  rememberUser(maria);
  queries.setQueryData(ownKey, '100');
  queries.setQueryData(publicKey, 'everybody');
});
afterEach(() => {
  endSession();
  queries.clear();
});

const known = () => [queries.getQueryData(ownKey), queries.getQueryData(publicKey)];
const otherWindow = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

it.each<[string, () => void]>([
  ['the session is lost', () => loseSession('Please log in first')],
  ['the user logs out', endSession],
  ['somebody logs in', () => beginSession('second')],
  ['another user is remembered', () => rememberUser({ ...maria, id: 8 })],
  ['another window logs out', () => otherWindow('token', null)],
  ['another window logs in', () => otherWindow('token', 'second')],
  ['another window remembers another user', () => otherWindow('user', JSON.stringify({ id: 8 }))],
])('forgets replies about the user when %s, and keeps those for everybody', (_name, change) => {
  change();
  expect(known()).toEqual([undefined, 'everybody']);
});

it('keeps them while the same user is described anew', () => {
  rememberUser({ ...maria, name: 'Maria Sol' });
  otherWindow('user', JSON.stringify(maria));
  expect(known()).toEqual(['100', 'everybody']);
});

it('does not take the late answer to a question of the previous user', async () => {
  let answer = (_reply: string) => {};
  const queryFn = () => new Promise<string>((resolve) => (answer = resolve));
  const stop = new QueryObserver(queries, { queryKey: [OWN, 'late'], queryFn }).subscribe(() => undefined);
  beginSession('second');
  answer('of the first');
  await new Promise((resolve) => setTimeout(resolve));
  stop();
  expect(queries.getQueryData([OWN, 'late'])).toBeUndefined();
});

it('reads again after a change that came while the first reading was still under way', async () => {
  const answers: ((reply: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queries, { queryKey: ['withdrawal'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const changed = queries.invalidateQueries({ queryKey: ['withdrawal'] });
  answers[0]?.('under review');
  answers[1]?.('approved');
  await changed;
  stop();
  expect(observer.getCurrentResult().data).toBe('approved');
});
