import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { OperatorRole } from '../../contract/operations/words.js';

export interface TestOperator {
  operatorId: string;
  login: string;
  /** Goes raw into `Authorization`. */
  token: string;
}

/** An operator with a live session, put straight into the database: nobody knows the password. */
export async function anOperator(source: DataSource, ...roles: OperatorRole[]): Promise<TestOperator> {
  const login = `op-${randomBytes(5).toString('hex')}`;
  const token = randomBytes(32).toString('base64url');
  const [operator]: { id: string }[] = await source.query(
    `insert into operator (login, password_hash, totp_secret, roles, created_at) values ($1, 'none', 'none', $2, now())
     returning id`,
    [login, roles],
  );
  const operatorId = (operator as { id: string }).id;
  await source.query(
    `insert into operator_session (operator_id, token_hash, ip, user_agent, created_at, last_used_at, expires_at)
     values ($1, $2, '127.0.0.1', 'test', now(), now(), now() + interval '12 hours')`,
    [operatorId, createHash('sha256').update(token).digest()],
  );
  return { operatorId, login, token };
}

export interface DeskReply {
  status: number;
  type: string;
  code?: string;
  message: never;
}

/** Speaks to the desk as its page does: JSON, and the raw token in `Authorization`. */
export async function callDesk(
  url: string,
  path: string,
  { by, body, headers = {} }: { by?: TestOperator; body?: object; headers?: Record<string, string> } = {},
): Promise<DeskReply> {
  const reply = await fetch(`${url}/ops/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(by === undefined ? {} : { authorization: by.token }),
      lang: 'en',
      ...headers,
    },
  });
  return { ...((await reply.json()) as Omit<DeskReply, 'status'>), status: reply.status };
}
