/** The front door of the operators: who may be at the desk, and how that is changed. */
export { type Hands, OperatorAccess } from './operator-access.js';
export { ManageOperators } from './manage-operators.js';
export type { Invitation } from './operator-credentials.js';
export type { OperatorRow } from './operators.store.js';
