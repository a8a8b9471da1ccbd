import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import { signed } from '../notices/index.js';
import { UsersStore } from '../users/index.js';
import { HelpChatStore } from './help-chat.store.js';

/** Whoever looks at the chat has seen an answer by then. */
const UNSEEN_MS = 60_000;
const AT_ONCE = 100;

const WORDS: Record<Language, { subject: string; text: string }> = {
  en: {
    subject: 'Our support has answered you',
    text: 'Our support has answered you. Open the help chat in the app to read it. We never ask for a password or a code, neither there nor by mail.',
  },
  zh: {
    subject: '客服已回复您',
    text: '客服已回复您。请在应用的在线客服中查看。我们绝不会在聊天或邮件中索要密码或验证码。',
  },
  'zh-Hant': {
    subject: '客服已回覆您',
    text: '客服已回覆您。請在應用程式的線上客服中查看。我們絕不會在聊天或郵件中索取密碼或驗證碼。',
  },
  ja: {
    subject: 'サポートから回答がありました',
    text: 'サポートから回答がありました。アプリのヘルプチャットでご覧ください。チャットでもメールでも、パスワードやコードをお尋ねすることはありません。',
  },
  ko: {
    subject: '고객센터에서 답변했습니다',
    text: '고객센터에서 답변했습니다. 앱의 상담 채팅에서 확인하세요. 저희는 채팅이나 메일로 비밀번호나 코드를 절대 묻지 않습니다.',
  },
  es: {
    subject: 'Nuestro soporte le ha respondido',
    text: 'Nuestro soporte le ha respondido. Abra el chat de ayuda en la aplicación para leerlo. Nunca pedimos contraseñas ni códigos, ni allí ni por correo.',
  },
  th: {
    subject: 'ฝ่ายบริการตอบคุณแล้ว',
    text: 'ฝ่ายบริการตอบคุณแล้ว เปิดแชตช่วยเหลือในแอปเพื่ออ่าน เราไม่เคยขอรหัสผ่านหรือรหัสยืนยัน ทั้งในแชตและทางอีเมล',
  },
};

/** Tells users by mail, once until they look, that they were answered while they were away. What was answered is read here alone. */
@Injectable()
export class MailHelpAnswers {
  constructor(
    private readonly store: HelpChatStore,
    private readonly users: UsersStore,
    private readonly outlet: MessageOutlet,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were told. */
  async execute(): Promise<number> {
    const before = new Date(this.clock.now() - UNSEEN_MS);
    return this.transactions.run(async (tx) => {
      const unmailed = await this.store.takeUnmailed(tx, before, AT_ONCE);
      for (const { userId } of unmailed) await this.mail(tx, userId);
      return unmailed.length;
    });
  }

  private async mail(tx: Transaction, userId: string): Promise<void> {
    const user = await this.users.byId(userId, tx);
    if (!user || user.email === null || user.disabledAt !== null) return;
    const language = languageOf(user.language) ?? DEFAULT_LANGUAGE;
    const { subject, text } = WORDS[language];
    const addressee = { to: user.email, language, word: user.antiPhishingWord };
    const message = { to: user.email, kind: 'help-answered', subject, text: signed(text, addressee), code: null };
    await this.outlet.post(message, tx);
  }
}
