import { Module } from '@nestjs/common';
import { HelpChatModule } from '../../account/help-chat/index.js';
import { UploadsModule } from '../../account/uploads/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { AnswerHelp } from './answer-help.js';
import { ClaimHelp } from './claim-help.js';
import { HelpWork } from './help-work.js';
import { HelpDeskController } from './help-desk.controller.js';
import { HelpDeskStore } from './help-desk.store.js';
import { HelpSettingsController } from './help-settings.controller.js';
import { GetHelp } from './get-help.js';
import { GetHelpPicture } from './get-help-picture.js';
import { ReadHelp } from './read-help.js';
import { SetHelp } from './set-help.js';

/** The other end of the help chat: queue, claim, answers, and when somebody is there. */
@Module({
  imports: [AuditModule, ReviewModule, HelpChatModule, UploadsModule],
  controllers: [HelpDeskController, HelpSettingsController],
  providers: [HelpDeskStore, GetHelp, GetHelpPicture, HelpWork, ClaimHelp, AnswerHelp, ReadHelp, SetHelp],
})
export class HelpDeskModule {}
