import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootApp, type TestApp } from '../app.js';
import { aUser, type TestUser } from '../factories/users.js';
import { callsOfSpecification, SPECIFIED_CALLS } from '../specified-calls.js';

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' });
  user = await aUser(app.database.url);
}, 60_000);
afterAll(() => app?.close());

interface Answer {
  status: number;
  body: { type?: string; code?: unknown; message?: unknown; msg?: unknown };
}

async function ask(call: string, token: string): Promise<Answer> {
  const [verb = '', path = ''] = call.split(' ');
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  const headers = { authorization: token, 'language-mark': '', ...(verb === 'GET' ? {} : form) };
  const reply = await fetch(`${app.url}/api/${path}`, {
    method: verb,
    headers,
    ...(verb === 'GET' ? {} : { body: '' }),
  });
  return { status: reply.status, body: (await reply.json()) as Answer['body'] };
}

const isUnknown = ({ body }: Answer): boolean =>
  body.code === 'request.unknown-route' || body.code === 'request.method-not-allowed';

/** One of the two forms that the old clients read, with words where it is no success. */
function isEnvelope({ status, body }: Answer): boolean {
  if (status !== 200) return false;
  if (body.type === 'ok') return 'message' in body;
  if (typeof body.type === 'string') return typeof body.message === 'string' && body.message !== '';
  return (body.code === 1 || body.code === -1) && typeof body.msg === 'string';
}

describe('the calls of the specification', () => {
  it('are a hundred', () => {
    expect(new Set(SPECIFIED_CALLS).size).toBe(100);
  });

  it('are those of its section 7, where it is there to be read', () => {
    const read = callsOfSpecification();
    expect(read === null ? SPECIFIED_CALLS : [...read].sort()).toEqual(
      read === null ? SPECIFIED_CALLS : [...SPECIFIED_CALLS].sort(),
    );
  });

  it('all answer, to a guest and to a user, in a form that the old clients read', async () => {
    const faults: string[] = [];
    for (const call of SPECIFIED_CALLS) {
      for (const token of ['', user.token]) {
        const answer = await ask(call, token);
        if (isUnknown(answer)) faults.push(`${call} is missing`);
        else if (!isEnvelope(answer)) faults.push(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    expect(faults).toEqual([]);
  }, 60_000);
});
