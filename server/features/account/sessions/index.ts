/** The front door of the sessions: how they open, who holds them, and how they end. */
export { assertSessionOpen } from './assert-session-open.js';
export { EndEverybodysSessions } from './end-everybodys-sessions.js';
export { EndSessions } from './end-sessions.js';
export { FindDeadSessions } from './find-dead-sessions.js';
export { HoldOpenSession } from './hold-open-session.js';
export { ListSessions } from './list-sessions.js';
export { OpenSession } from './open-session.js';
export { RequireRecentLogin } from './require-recent-login.js';
export { SessionEnds } from './session-ends.js';
export { hashToken } from './session-token.js';
export { SESSIONS_CUT } from './sessions.store.js';
