import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { MailHelpAnswers } from './mail-help-answers.js';

/** In by queue. */
@Injectable()
export class HelpChatJobs {
  constructor(private readonly mailHelpAnswers: MailHelpAnswers) {}

  @Handles('help-chat.mail')
  async onMail(): Promise<void> {
    await this.mailHelpAnswers.execute();
  }
}
