import type { OperatorPasskeyView, OperatorView } from '../../../contract/operations/people.dto.js';
import type { OperatorPasskeyRow } from './operator-passkeys.store.js';
import type { OperatorRow } from './operators.store.js';

/** An operator as the desk shows it. */
export function operatorView(row: OperatorRow): OperatorView {
  return {
    id: row.id,
    login: row.login,
    roles: row.roles,
    hasPassword: row.passwordHash !== null,
    status: row.disabledAt ? 'disabled' : row.oneTimeUntil ? 'invited' : 'active',
    createdAt: row.createdAt.getTime(),
    lastLoginAt: row.lastLoginAt?.getTime() ?? null,
  };
}

/** A passkey as its operator sees it. */
export function operatorPasskeyView({ id, name, createdAt, lastUsedAt }: OperatorPasskeyRow): OperatorPasskeyView {
  return { id, name, createdAt: createdAt.getTime(), lastUsedAt: lastUsedAt?.getTime() ?? null };
}
