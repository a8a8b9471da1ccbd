/**
 * The front door of the audit log. Whoever lets operators act writes `AuditLog.record(tx, actor, entry)` in the
 * transaction of the act; a controller gets the actor with `@CurrentOperator()`.
 */
export { type Actor, AnonymousActor, CurrentOperator, WORKER } from './actor.js';
export { AuditLog } from './audit-log.js';
export type { ComparedAnchors } from './compare-anchors.js';
export { AuditModule } from './audit.module.js';
export { ListAudit } from './list-audit.js';
