import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { isReference, GetUpload } from '../../account/uploads/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, DeskStore } from '../review/index.js';
import { HelpDeskStore } from './help-desk.store.js';

/** A picture of a chat, with the viewer's name in it. */
@Injectable()
export class GetHelpPicture {
  constructor(
    private readonly store: HelpDeskStore,
    private readonly desk: DeskStore,
    private readonly getUpload: GetUpload,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `operations.not-found`, `uploads.not-found`. */
  async execute(actor: ActingOperator, id: string, reference: string): Promise<Buffer> {
    const chat = await this.store.find(id);
    if (!chat || !isReference(reference) || !(await this.store.hasPicture(id, reference)))
      throw new Refusal('operations.not-found');
    const line = { action: 'help.picture', subject: 'help-chat', subjectId: id, userId: chat.userId };
    await this.log.recordLook(actor, line);
    const { operatorId } = actor;
    return this.getUpload.execute(reference, { operatorId, login: await this.desk.loginOf(operatorId) });
  }
}
