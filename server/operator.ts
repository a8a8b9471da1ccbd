import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { createDataSource } from './database/data-source.js';
import { OPERATOR_ROLES, type OperatorRole } from './contract/operations/words.js';
import { PasswordHasher } from './features/account/security/password-hasher.js';
import { openedRecord } from './features/account/erasure/open-record.store.js';
import { SecretBox } from './features/account/users/secret-box.js';
import { COMMAND_LINE } from './features/operations/audit/actor.js';
import { AuditLog } from './features/operations/audit/audit-log.js';
import { AuditStore } from './features/operations/audit/audit.store.js';
import { type HandedOver, ManageOperators } from './features/operations/operators/manage-operators.js';
import { OperatorAccess } from './features/operations/operators/operator-access.js';
import { OperatorCredentials } from './features/operations/operators/operator-credentials.js';
import { OperatorSessions } from './features/operations/operators/operator-sessions.js';
import { OperatorPasskeysStore } from './features/operations/operators/operator-passkeys.store.js';
import { OperatorSessionsStore } from './features/operations/operators/operator-sessions.store.js';
import { OperatorsStore } from './features/operations/operators/operators.store.js';
import { SystemClock } from './platform/clock/clock.js';
import { readConfiguration } from './platform/config/config.js';
import { directAddressOf } from './platform/config/secrets.js';
import { Transactions } from './platform/database/transactions.store.js';

const USAGE = `Usage: npm run operator -- add LOGIN --roles ROLE[,ROLE...]
       npm run operator -- reset LOGIN
       npm run operator -- roles LOGIN --roles ROLE[,ROLE...]
       npm run operator -- disable LOGIN | enable LOGIN
       npm run operator -- kept-record ACCOUNT
Roles: ${OPERATOR_ROLES.join(', ')}`;
const LOGIN = /^[a-z][a-z0-9.-]{2,31}$/;
const ACCOUNT = /^[1-9][0-9]{0,17}$/;

/**
 * `npm run operator`: who may be at the desk, from the command line, where the first two administrators come from. Run it
 * with the product's own `PASSWORD_PEPPER` and `SECRET_KEY`. Every act is in the audit log.
 */
async function main(): Promise<void> {
  const [act = '', login = '', ...rest] = process.argv.slice(2);
  const isRecord = act === 'kept-record' && ACCOUNT.test(login);
  if (!isRecord && !LOGIN.test(login)) throw new Error(USAGE);
  // Neither is connected to.
  const environment = { REDIS_URL: 'redis://127.0.0.1:6379', ...process.env };
  const config = { values: readConfiguration(environment) };
  const source = await createDataSource(directAddressOf(process.env) ?? config.values.DATABASE_URL, 2).initialize();
  try {
    const clock = new SystemClock();
    const transactions = new Transactions(source);
    const store = new OperatorsStore(source);
    const sessions = new OperatorSessions(new OperatorSessionsStore(source), clock);
    const log = new AuditLog(new AuditStore(source), transactions, clock);
    const box = new SecretBox(config);
    if (isRecord) {
      process.stdout.write(await retainedRecord({ source, box, log }, login));
      return;
    }
    const credentials = new OperatorCredentials(new PasswordHasher(config), box);
    const access = new OperatorAccess(store, new OperatorPasskeysStore(source), sessions, credentials, log, clock);
    const manage = new ManageOperators(store, access, transactions);
    process.stdout.write(`${await run(manage, act, login, rest)}\n`);
  } finally {
    await source.destroy();
  }
}

async function run(manage: ManageOperators, act: string, login: string, rest: string[]): Promise<string> {
  if (act === 'add') return invitation(await manage.add(COMMAND_LINE, login, rolesIn(rest)));
  const id = async () => manage.idOf(login);
  switch (act) {
    case 'reset':
      return invitation(await manage.reset(COMMAND_LINE, await id()));
    case 'roles':
      return `${login}: ${(await manage.setRoles(COMMAND_LINE, await id(), rolesIn(rest))).roles.join(', ')}`;
    case 'disable':
    case 'enable':
      return `${login}: ${(await manage.setDisabled(COMMAND_LINE, await id(), act === 'disable')).status}`;
    default:
      throw new Error(USAGE);
  }
}

/** What the law wants kept of an erased account, as JSON. The look is in the audit log before anything is shown. */
async function retainedRecord(
  { source, box, log }: { source: DataSource; box: SecretBox; log: AuditLog },
  userId: string,
): Promise<string> {
  const record = await openedRecord(source, box, userId);
  if (record === null) throw new Error(`Nothing is kept of account ${userId}.`);
  await log.recordLook(COMMAND_LINE, { action: 'kept-record.view', subject: 'user', subjectId: userId, userId });
  return record;
}

function rolesIn(rest: string[]): OperatorRole[] {
  const [flag, text = ''] = rest;
  const roles = text.split(',').map((word) => OPERATOR_ROLES.find((role) => role === word.trim()));
  const known = roles.filter((role) => role !== undefined);
  if (flag !== '--roles' || known.length !== roles.length) throw new Error(USAGE);
  return [...new Set(known)];
}

function invitation({ operator, oneTimePassword }: HandedOver): string {
  return [
    `Operator ${operator.login} (${operator.roles.join(', ')})`,
    `One-time password, for the first login at the desk within an hour: ${oneTimePassword}`,
  ].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
