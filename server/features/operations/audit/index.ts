/**
 * The front door of the audit log. Whoever lets operators act writes `AuditLog.record(tx, actor, entry)` in the
 * transaction of the act; a controller gets the actor with `@CurrentActor()`.
 */
export { type Actor, CallingActor, COMMAND_LINE, CurrentActor } from './actor.js';
export { AuditLog, type AuditLine } from './audit-log.js';
export { AuditModule } from './audit.module.js';
export { ListAudit } from './list-audit.js';
export { SealAudit } from './seal-audit.js';
