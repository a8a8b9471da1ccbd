import { Global, Module } from '@nestjs/common';
import { GetHolds } from './get-holds.js';
import { ListNotices } from './list-notices.js';
import { ListSecurityEvents } from './list-security-events.js';
import { NoteIncident } from './note-incident.js';
import { PostNotice } from './post-notice.js';
import { RecordChange } from './record-change.js';
import { SecurityLog } from './security-log.js';
import { SecurityStore } from './security.store.js';
import { WriteNotice } from './write-notice.js';
import { NewNoticesStore } from './new-notices.store.js';
import { WriteNotices } from './write-notices.js';
import './notices-personal.js';

/** Global, because every room of the accounts writes down what happened to a user's security. */
@Global()
@Module({
  providers: [
    GetHolds,
    ListNotices,
    ListSecurityEvents,
    NoteIncident,
    PostNotice,
    RecordChange,
    SecurityLog,
    SecurityStore,
    WriteNotice,
    NewNoticesStore,
    WriteNotices,
  ],
  exports: [GetHolds, ListNotices, ListSecurityEvents, NoteIncident, RecordChange, SecurityLog, WriteNotices],
})
export class NoticesModule {}
