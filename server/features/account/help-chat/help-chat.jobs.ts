import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { EndIdlePictures } from './end-idle-pictures.js';
import { MailHelpAnswers } from './mail-help-answers.js';

/** In by queue. */
@Injectable()
export class HelpChatJobs {
  constructor(
    private readonly mailHelpAnswers: MailHelpAnswers,
    private readonly endIdlePictures: EndIdlePictures,
  ) {}

  @Handles('help-chat.mail')
  async onMail(): Promise<void> {
    await this.mailHelpAnswers.execute();
  }

  @Handles('help-chat.pictures')
  async onPictures(): Promise<void> {
    await this.endIdlePictures.execute();
  }
}
