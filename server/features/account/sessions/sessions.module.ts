import { Global, Module } from '@nestjs/common';
import { SessionReader } from '../../../platform/http/access.js';
import { EndEverybodysSessions } from './end-everybodys-sessions.js';
import { EndSessions } from './end-sessions.js';
import { FindDeadSessions } from './find-dead-sessions.js';
import { ForgetSessions } from './forget-sessions.js';
import { HearSessionEnds } from './hear-session-ends.js';
import { HoldOpenSession } from './hold-open-session.js';
import { ListSessions } from './list-sessions.js';
import { NoteSessionUses } from './note-session-uses.js';
import { OpenSession } from './open-session.js';
import { RequireRecentLogin } from './require-recent-login.js';
import { FindSession } from './find-session.js';
import { ResolveSocketSession } from './resolve-socket-session.js';
import { SessionEnds } from './session-ends.js';
import { SessionsStore } from './sessions.store.js';
import './sessions-personal.js';

/** Global, because the guard of every call asks the sessions who is calling. */
@Global()
@Module({
  providers: [
    EndEverybodysSessions,
    EndSessions,
    FindDeadSessions,
    ForgetSessions,
    HearSessionEnds,
    HoldOpenSession,
    ListSessions,
    NoteSessionUses,
    OpenSession,
    RequireRecentLogin,
    ResolveSocketSession,
    SessionEnds,
    SessionsStore,
    { provide: SessionReader, useClass: FindSession },
  ],
  exports: [
    EndEverybodysSessions,
    EndSessions,
    FindDeadSessions,
    HoldOpenSession,
    ListSessions,
    OpenSession,
    RequireRecentLogin,
    SessionEnds,
    SessionReader,
  ],
})
export class SessionsModule {}
