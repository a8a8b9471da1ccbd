import { Module } from '@nestjs/common';
import { UploadsModule } from '../uploads/index.js';
import { EndIdlePictures } from './end-idle-pictures.js';
import { FollowHelpChat } from './follow-help-chat.js';
import { HelpChatController } from './help-chat.controller.js';
import { HelpChatJobs } from './help-chat.jobs.js';
import { HelpChatStore } from './help-chat.store.js';
import { HelpLines } from './help-lines.js';
import { HelpTyping } from './help-typing.js';
import { MailHelpAnswers } from './mail-help-answers.js';
import { ReadHelpChat } from './read-help-chat.js';
import { WriteHelpLine } from './write-help-line.js';
import './help-chat-personal.js';

@Module({
  imports: [UploadsModule],
  controllers: [HelpChatController],
  providers: [
    HelpChatStore,
    HelpLines,
    HelpTyping,
    ReadHelpChat,
    WriteHelpLine,
    FollowHelpChat,
    MailHelpAnswers,
    EndIdlePictures,
    HelpChatJobs,
  ],
  exports: [HelpChatStore, HelpLines, HelpTyping],
})
export class HelpChatModule {}
