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
import { OwnAccess } from './own-access.js';
import { ProveOperator } from './prove-operator.js';

/** Global, because the guard of every call asks the desk who is calling. */
@Global()
@Module({
  imports: [AuditModule],
  controllers: [OperatorsController],
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
    OwnAccess,
    ManageOperators,
    { provide: OperatorSessionReader, useClass: ReadOperatorSession },
  ],
  exports: [OperatorSessionReader, ManageOperators, OperatorAccess],
})
export class OperatorsModule {}
