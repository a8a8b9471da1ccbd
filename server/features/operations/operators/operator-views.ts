import type { OperatorView } from '../../../contract/operations/people.dto.js';
import type { OperatorRow } from './operators.store.js';

/** An operator as the desk shows it. */
export function operatorView(row: OperatorRow): OperatorView {
  return {
    id: row.id,
    login: row.login,
    roles: row.roles,
    status: row.disabledAt ? 'disabled' : row.oneTimeUntil ? 'invited' : 'active',
    createdAt: row.createdAt.getTime(),
    lastLoginAt: row.lastLoginAt?.getTime() ?? null,
  };
}
