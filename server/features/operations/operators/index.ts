/** The front door of the operators: who may be at the desk. */
export { ManageOperators } from './manage-operators.js';
export { OperatorCredentials } from './operator-credentials.js';
export { OperatorsModule } from './operators.module.js';
