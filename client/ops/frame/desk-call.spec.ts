import { isUnanswered } from '../../platform/api';
import { deskGet, deskPost } from './desk-call';

const requests: RequestInit[] = [];
const answers = (status: number, body: unknown) => {
  globalThis.fetch = async (_url, init) => {
    requests.push(init ?? {});
    return { status, ok: status < 300, headers: new Headers(), json: async () => body } as Response;
  };
};
const away = { type: 'error', message: 'Not now', code: 'request.unavailable' };

it.each([502, 504])('knows nothing of what became of a command where a proxy answers %i', async (status) => {
  const key = `a-desk-key-of-${status}`;
  const decide = () => deskPost('deposits/7/approve', { reason: 'It arrived.' }, key);
  answers(status, away);
  await expect(decide()).rejects.toMatchObject({ kind: 'unreachable', code: null });
  expect(isUnanswered(key)).toBe(true);
  answers(200, { type: 'ok', message: 'Approved' });
  await decide();
  expect(requests.at(-1)?.headers).toMatchObject({ 'idempotency-key': key, 'idempotency-repeated': '1' });
});

it('takes a gateway at its word that nothing was done', async () => {
  answers(503, away);
  await expect(deskPost('deposits/8/approve', {}, 'another-desk-key')).rejects.toMatchObject({
    kind: 'refused',
    code: 'request.unavailable',
  });
  expect(isUnanswered('another-desk-key')).toBe(false);
});

it('says of a read that the server cannot be reached', async () => {
  answers(502, away);
  await expect(deskGet('deposits')).rejects.toMatchObject({ kind: 'unreachable' });
});
