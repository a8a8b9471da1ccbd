import type { Language } from '../../contract/errors.js';
import type { Message } from '../../platform/messages/messages.js';
import type { CodePurpose as AnyPurpose } from './send-code.js';

/** A new contact is confirmed in the words of every other step. */
type CodePurpose = Exclude<AnyPurpose, 'contact'>;

type MessageWord = 'subject' | 'register' | 'forget' | 'confirm' | 'known' | 'word';

/** What may be told to a user about its own account. */
export type NoticeKind =
  | 'registered'
  | 'new-device'
  | 'password-changed'
  | 'password-reset'
  | 'fund-password-set'
  | 'fund-password-changed'
  | 'totp-on'
  | 'totp-off'
  | 'bank-card-changed'
  | 'contact-changed';

const MESSAGE_WORDS: Record<Language, Record<MessageWord, string>> = {
  en: {
    subject: 'Your verification code',
    register: 'Your code to register is {code}. It is valid for 10 minutes. Never tell it to anybody.',
    forget: 'Your code to set a new password is {code}. It is valid for 10 minutes. Never tell it to anybody.',
    confirm: 'Your code to confirm this step is {code}. It is valid for 10 minutes. Never tell it to anybody.',
    known:
      'Somebody wants to register with this contact, but you already have an account. If it was you, please log in or set a new password; if not, you need do nothing.',
    word: 'Your anti-phishing word: {word}',
  },
  zh: {
    subject: '您的验证码',
    register: '您的注册验证码为 {code}，10分钟内有效，请勿告知他人。',
    forget: '您的重置密码验证码为 {code}，10分钟内有效，请勿告知他人。',
    confirm: '您的操作确认验证码为 {code}，10分钟内有效，请勿告知他人。',
    known: '有人尝试用此联系方式注册，但您已有账号。如为本人，请直接登录或重置密码；如非本人，无需处理。',
    word: '您的防钓鱼码：{word}',
  },
  'zh-Hant': {
    subject: '您的驗證碼',
    register: '您的註冊驗證碼為 {code}，10分鐘內有效，請勿告知他人。',
    forget: '您的重設密碼驗證碼為 {code}，10分鐘內有效，請勿告知他人。',
    confirm: '您的操作確認驗證碼為 {code}，10分鐘內有效，請勿告知他人。',
    known: '有人嘗試用此聯絡方式註冊，但您已有帳號。如為本人，請直接登入或重設密碼；如非本人，無需處理。',
    word: '您的防釣魚碼：{word}',
  },
  ja: {
    subject: '認証コード',
    register: '登録の認証コードは {code} です。10分間有効です。誰にも教えないでください。',
    forget: 'パスワード再設定の認証コードは {code} です。10分間有効です。誰にも教えないでください。',
    confirm: '操作確認の認証コードは {code} です。10分間有効です。誰にも教えないでください。',
    known:
      'この連絡先での登録が試みられましたが、すでにアカウントがあります。ご本人の場合はログインまたはパスワード再設定をしてください。心当たりがなければ何もする必要はありません。',
    word: 'フィッシング防止ワード：{word}',
  },
  ko: {
    subject: '인증번호',
    register: '가입 인증번호는 {code} 입니다. 10분간 유효하며 누구에게도 알려주지 마세요.',
    forget: '비밀번호 재설정 인증번호는 {code} 입니다. 10분간 유효하며 누구에게도 알려주지 마세요.',
    confirm: '작업 확인 인증번호는 {code} 입니다. 10분간 유효하며 누구에게도 알려주지 마세요.',
    known:
      '이 연락처로 가입을 시도했지만 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정하고, 아니라면 아무것도 하지 않으셔도 됩니다.',
    word: '피싱 방지 문구: {word}',
  },
  es: {
    subject: 'Su código de verificación',
    register: 'Su código para registrarse es {code}. Vale 10 minutos. No se lo diga a nadie.',
    forget: 'Su código para una contraseña nueva es {code}. Vale 10 minutos. No se lo diga a nadie.',
    confirm: 'Su código para confirmar este paso es {code}. Vale 10 minutos. No se lo diga a nadie.',
    known:
      'Alguien quiere registrarse con este contacto, pero usted ya tiene una cuenta. Si fue usted, inicie sesión o cambie la contraseña; si no, no tiene que hacer nada.',
    word: 'Su palabra antiphishing: {word}',
  },
  th: {
    subject: 'รหัสยืนยันของคุณ',
    register: 'รหัสสำหรับลงทะเบียนของคุณคือ {code} ใช้ได้ 10 นาที ห้ามบอกผู้อื่น',
    forget: 'รหัสสำหรับตั้งรหัสผ่านใหม่คือ {code} ใช้ได้ 10 นาที ห้ามบอกผู้อื่น',
    confirm: 'รหัสสำหรับยืนยันขั้นตอนนี้คือ {code} ใช้ได้ 10 นาที ห้ามบอกผู้อื่น',
    known: 'มีผู้พยายามลงทะเบียนด้วยข้อมูลติดต่อนี้ แต่คุณมีบัญชีอยู่แล้ว หากเป็นคุณโปรดเข้าสู่ระบบหรือตั้งรหัสผ่านใหม่ หากไม่ใช่ไม่ต้องทำอะไร',
    word: 'คำป้องกันฟิชชิงของคุณ: {word}',
  },
};

const NOTICE_WORDS: Record<Language, Record<NoticeKind, string>> = {
  en: {
    registered: 'Your account is ready',
    'new-device': 'Login from a new device: {device}',
    'password-changed': 'Your login password was changed',
    'password-reset': 'Your login password was reset',
    'fund-password-set': 'A fund password was set',
    'fund-password-changed': 'Your fund password was changed',
    'totp-on': 'An authenticator was turned on',
    'totp-off': 'The authenticator was turned off',
    'bank-card-changed': 'Your bank card was changed',
    'contact-changed': 'Your e-mail address or phone was changed',
  },
  zh: {
    registered: '账号注册成功',
    'new-device': '新设备登录：{device}',
    'password-changed': '登录密码已修改',
    'password-reset': '登录密码已重置',
    'fund-password-set': '资金密码已设置',
    'fund-password-changed': '资金密码已修改',
    'totp-on': '身份验证器已启用',
    'totp-off': '身份验证器已关闭',
    'bank-card-changed': '银行卡信息已修改',
    'contact-changed': '绑定的邮箱或手机已变更',
  },
  'zh-Hant': {
    registered: '帳號註冊成功',
    'new-device': '新裝置登入：{device}',
    'password-changed': '登入密碼已修改',
    'password-reset': '登入密碼已重設',
    'fund-password-set': '資金密碼已設置',
    'fund-password-changed': '資金密碼已修改',
    'totp-on': '身份驗證器已啟用',
    'totp-off': '身份驗證器已關閉',
    'bank-card-changed': '銀行卡資訊已修改',
    'contact-changed': '綁定的信箱或手機已變更',
  },
  ja: {
    registered: 'アカウントが作成されました',
    'new-device': '新しい端末からのログイン：{device}',
    'password-changed': 'ログインパスワードが変更されました',
    'password-reset': 'ログインパスワードが再設定されました',
    'fund-password-set': '資金パスワードが設定されました',
    'fund-password-changed': '資金パスワードが変更されました',
    'totp-on': '認証アプリが有効になりました',
    'totp-off': '認証アプリが無効になりました',
    'bank-card-changed': '銀行カードが変更されました',
    'contact-changed': 'メールアドレスまたは電話番号が変更されました',
  },
  ko: {
    registered: '계정이 만들어졌습니다',
    'new-device': '새 기기에서 로그인: {device}',
    'password-changed': '로그인 비밀번호가 변경되었습니다',
    'password-reset': '로그인 비밀번호가 재설정되었습니다',
    'fund-password-set': '자금 비밀번호가 설정되었습니다',
    'fund-password-changed': '자금 비밀번호가 변경되었습니다',
    'totp-on': '인증 앱이 켜졌습니다',
    'totp-off': '인증 앱이 꺼졌습니다',
    'bank-card-changed': '은행 카드가 변경되었습니다',
    'contact-changed': '이메일 주소 또는 휴대폰 번호가 변경되었습니다',
  },
  es: {
    registered: 'Su cuenta está lista',
    'new-device': 'Inicio de sesión desde un dispositivo nuevo: {device}',
    'password-changed': 'Su contraseña de acceso ha cambiado',
    'password-reset': 'Su contraseña de acceso se ha restablecido',
    'fund-password-set': 'Se ha establecido una contraseña de fondos',
    'fund-password-changed': 'Su contraseña de fondos ha cambiado',
    'totp-on': 'Se ha activado un autenticador',
    'totp-off': 'Se ha desactivado el autenticador',
    'bank-card-changed': 'Su tarjeta bancaria ha cambiado',
    'contact-changed': 'Su correo electrónico o teléfono ha cambiado',
  },
  th: {
    registered: 'บัญชีของคุณพร้อมแล้ว',
    'new-device': 'เข้าสู่ระบบจากอุปกรณ์ใหม่: {device}',
    'password-changed': 'เปลี่ยนรหัสผ่านเข้าสู่ระบบแล้ว',
    'password-reset': 'รีเซ็ตรหัสผ่านเข้าสู่ระบบแล้ว',
    'fund-password-set': 'ตั้งรหัสผ่านกองทุนแล้ว',
    'fund-password-changed': 'เปลี่ยนรหัสผ่านกองทุนแล้ว',
    'totp-on': 'เปิดใช้แอปยืนยันตัวตนแล้ว',
    'totp-off': 'ปิดแอปยืนยันตัวตนแล้ว',
    'bank-card-changed': 'เปลี่ยนบัตรธนาคารแล้ว',
    'contact-changed': 'เปลี่ยนอีเมลหรือหมายเลขโทรศัพท์แล้ว',
  },
};

interface Addressee {
  to: string;
  language: Language;
  /** The user's own word, by which it knows that a message is ours. */
  word: string | null;
}

/** A message that carries a code. */
export function codeMessage(code: Addressee & { code: string; purpose: CodePurpose }): Message {
  const words = MESSAGE_WORDS[code.language];
  const text = filled(words[code.purpose], { code: code.code });
  return { to: code.to, kind: code.purpose, subject: words.subject, text: signed(text, code), code: code.code };
}

/** Tells the owner of a contact that it has an account already. */
export function knownContactMessage(addressee: Addressee): Message {
  const words = MESSAGE_WORDS[addressee.language];
  return {
    to: addressee.to,
    kind: 'known-contact',
    subject: words.subject,
    text: signed(words.known, addressee),
    code: null,
  };
}

/** A notice as a message of its own. */
export function noticeMessage(addressee: Addressee, kind: NoticeKind, parameters: Record<string, string>): Message {
  const text = noticeText(addressee.language, kind, parameters);
  return { to: addressee.to, kind, subject: text, text: signed(text, addressee), code: null };
}

/** The words of a notice in a language; what is not known any more is shown by its name. */
export function noticeText(language: Language, kind: string, parameters: Record<string, string>): string {
  // What the operators publish to everybody comes in the reader's own words.
  if (kind === 'announcement') return [parameters.title, parameters.text].filter(Boolean).join('\n');
  const words = new Map<string, string>(Object.entries(NOTICE_WORDS[language]));
  return filled(words.get(kind) ?? kind, parameters);
}

function signed(text: string, { language, word }: Addressee): string {
  return word === null ? text : `${text}\n${filled(MESSAGE_WORDS[language].word, { word })}`;
}

function filled(text: string, parameters: Record<string, string>): string {
  const values = new Map(Object.entries(parameters));
  return text.replace(/\{([a-z]+)\}/g, (_placeholder, name: string) => values.get(name) ?? '');
}
