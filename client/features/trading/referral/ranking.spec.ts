import { CallFailed } from '../../../platform/api';
import { ranking } from './referral.api';

const answer = (body: unknown) => {
  globalThis.fetch = (async () => ({ headers: new Headers(), json: async () => body })) as unknown as typeof fetch;
};
const read = () => (ranking.queryFn as (context: object) => Promise<unknown>)({ signal: new AbortController().signal });
const REFUSED = { type: 'error', message: 'Nobody stands in the ranking yet' };

it('a ranking that the server refuses as empty is an empty one, and any other refusal is one', async () => {
  answer({ ...REFUSED, code: 'referral.nobody-ranked' });
  expect(await read()).toEqual([]);
  answer({ ...REFUSED, code: 'request.invalid' });
  await expect(read()).rejects.toBeInstanceOf(CallFailed);
});
