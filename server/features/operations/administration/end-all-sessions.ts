import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { EndEverybodysSessions } from '../../account/sessions/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, AgreedActs, SecondPerson } from '../review/index.js';

/** All users are logged out at once: one administrator proposes it, another one agrees. */
@Injectable()
export class EndAllSessions implements OnModuleInit {
  constructor(
    private readonly endEverybodysSessions: EndEverybodysSessions,
    private readonly second: SecondPerson,
    private readonly agreedActs: AgreedActs,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('sessions-end-all', {
      isAnnounced: false,
      execute: async (tx, { id }) => {
        if (id === undefined) throw new Refusal('operations.not-found');
        await this.endEverybodysSessions.execute(tx, id);
      },
      committed: () => this.endEverybodysSessions.announce(),
    });
  }

  /** Nobody is logged out yet. @returns the proposal's number. @throws Refusal `operations.proposal-open`. */
  propose(actor: ActingOperator, reason: string, key: string | null): Promise<string> {
    const command = {
      userId: actor.operatorId,
      route: 'ops/sessions/end-all',
      key,
      body: { reason },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const asked = { kind: 'sessions-end-all', subjectId: null, userId: null, detail: {}, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'sessions-end-all.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { reason } });
      return id;
    });
  }
}
