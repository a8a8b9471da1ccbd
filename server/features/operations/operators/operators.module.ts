import { Global, Module } from '@nestjs/common';
import { OperatorSessionReader } from '../../../platform/http/access.js';
import { AuditModule } from '../audit/index.js';
import { DeskTries } from './desk-tries.js';
import { EnrolOperator } from './enrol-operator.js';
import { LogInOperator } from './log-in-operator.js';
import { ManageOperators } from './manage-operators.js';
import { OperatorAccess } from './operator-access.js';
import { OperatorCredentials } from './operator-credentials.js';
import { OperatorSessions, ReadOperatorSession } from './operator-sessions.js';
import { OperatorSessionsStore } from './operator-sessions.store.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsStore } from './operators.store.js';
import { AskOperatorPasskey } from './ask-operator-passkey.js';
import { DeskRelyingParty } from './desk-relying-party.js';
import { EnrolOperatorPasskey } from './enrol-operator-passkey.js';
import { RegisterOperatorPasskey } from './register-operator-passkey.js';
import { LogInOperatorByPasskey } from './log-in-operator-by-passkey.js';
import { OpenDeskSession } from './open-desk-session.js';
import { OperatorPasskeysStore } from './operator-passkeys.store.js';
import { ProveAtDesk } from './prove-at-desk.js';
import { ReadOperatorPasskey } from './read-operator-passkey.js';
import { OperatorPasskeysController } from './operator-passkeys.controller.js';
import { AddOperatorPasskey } from './add-operator-passkey.js';
import { RemoveOperatorPasskey } from './remove-operator-passkey.js';
import { ProposeOperatorPasskey } from './propose-operator-passkey.js';
import { OwnPasskeysController } from './own-passkeys.controller.js';
import { ListOperatorPasskeys } from './list-operator-passkeys.js';
import { OwnAccess } from './own-access.js';
import { ProveOperator } from './prove-operator.js';

/** Global, because the guard of every call asks the desk who is calling. */
@Global()
@Module({
  imports: [AuditModule],
  controllers: [OperatorsController, OperatorPasskeysController, OwnPasskeysController],
  providers: [
    OperatorsStore,
    OperatorSessionsStore,
    OperatorSessions,
    OperatorCredentials,
    OperatorAccess,
    DeskTries,
    ProveOperator,
    EnrolOperator,
    LogInOperator,
    AskOperatorPasskey,
    DeskRelyingParty,
    EnrolOperatorPasskey,
    RegisterOperatorPasskey,
    LogInOperatorByPasskey,
    OpenDeskSession,
    OperatorPasskeysStore,
    ProveAtDesk,
    ReadOperatorPasskey,
    AddOperatorPasskey,
    RemoveOperatorPasskey,
    ProposeOperatorPasskey,
    ListOperatorPasskeys,
    OwnAccess,
    ManageOperators,
    { provide: OperatorSessionReader, useClass: ReadOperatorSession },
  ],
  exports: [OperatorSessionReader, ManageOperators, OperatorAccess],
})
export class OperatorsModule {}
