import type { Language } from '../../../contract/errors.js';
import type { Message } from '../../../platform/messages/messages.js';
import { type Addressee, filled, signed } from '../notices/index.js';
import { CONFIRM_WORDS } from './confirm-words.js';
import { type ConfirmedAct, endsOfTarget, shortAmount } from './confirmed-act.rules.js';

type CodePurpose = 'register' | 'forget' | 'contact';

type CodeWord = 'subject' | 'known' | CodePurpose;

const CODE_WORDS: Record<Language, Record<CodeWord, string>> = {
  en: {
    subject: 'Your verification code',
    register: 'Your code to register is {code}. It is valid for 10 minutes. Never tell it to anybody.',
    forget: 'Your code to set a new password is {code}. It is valid for 10 minutes. Never tell it to anybody.',
    contact:
      'Your code to bind this contact to your account is {code}. It is valid for 10 minutes. Never tell it to anybody.',
    known:
      'Somebody wants to register with this contact, but you already have an account. If it was you, please log in or set a new password; if not, you need do nothing.',
  },
  zh: {
    subject: '您的验证码',
    register: '您的注册验证码为 {code}，10分钟内有效，请勿告知他人。',
    forget: '您的重置密码验证码为 {code}，10分钟内有效，请勿告知他人。',
    contact: '您的联系方式绑定验证码为 {code}，10分钟内有效，请勿告知他人。',
    known: '有人尝试用此联系方式注册，但您已有账号。如为本人，请直接登录或重置密码；如非本人，无需处理。',
  },
  'zh-Hant': {
    subject: '您的驗證碼',
    register: '您的註冊驗證碼為 {code}，10分鐘內有效，請勿告知他人。',
    forget: '您的重設密碼驗證碼為 {code}，10分鐘內有效，請勿告知他人。',
    contact: '您的聯絡方式綁定驗證碼為 {code}，10分鐘內有效，請勿告知他人。',
    known: '有人嘗試用此聯絡方式註冊，但您已有帳號。如為本人，請直接登入或重設密碼；如非本人，無需處理。',
  },
  ja: {
    subject: '認証コード',
    register: '登録の認証コードは {code} です。10分間有効です。誰にも教えないでください。',
    forget: 'パスワード再設定の認証コードは {code} です。10分間有効です。誰にも教えないでください。',
    contact: '連絡先登録の認証コードは {code} です。10分間有効です。誰にも教えないでください。',
    known:
      'この連絡先での登録が試みられましたが、すでにアカウントがあります。ご本人の場合はログインまたはパスワード再設定をしてください。心当たりがなければ何もする必要はありません。',
  },
  ko: {
    subject: '인증번호',
    register: '가입 인증번호는 {code} 입니다. 10분간 유효하며 누구에게도 알려주지 마세요.',
    forget: '비밀번호 재설정 인증번호는 {code} 입니다. 10분간 유효하며 누구에게도 알려주지 마세요.',
    contact: '연락처 등록 인증번호는 {code} 입니다. 10분간 유효하며 누구에게도 알려주지 마세요.',
    known:
      '이 연락처로 가입을 시도했지만 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정하고, 아니라면 아무것도 하지 않으셔도 됩니다.',
  },
  es: {
    subject: 'Su código de verificación',
    register: 'Su código para registrarse es {code}. Vale 10 minutos. No se lo diga a nadie.',
    forget: 'Su código para una contraseña nueva es {code}. Vale 10 minutos. No se lo diga a nadie.',
    contact: 'Su código para vincular este contacto a su cuenta es {code}. Vale 10 minutos. No se lo diga a nadie.',
    known:
      'Alguien quiere registrarse con este contacto, pero usted ya tiene una cuenta. Si fue usted, inicie sesión o cambie la contraseña; si no, no tiene que hacer nada.',
  },
  th: {
    subject: 'รหัสยืนยันของคุณ',
    register: 'รหัสสำหรับลงทะเบียนของคุณคือ {code} ใช้ได้ 10 นาที ห้ามบอกผู้อื่น',
    forget: 'รหัสสำหรับตั้งรหัสผ่านใหม่คือ {code} ใช้ได้ 10 นาที ห้ามบอกผู้อื่น',
    contact: 'รหัสสำหรับผูกข้อมูลติดต่อนี้กับบัญชีของคุณคือ {code} ใช้ได้ 10 นาที ห้ามบอกผู้อื่น',
    known: 'มีผู้พยายามลงทะเบียนด้วยข้อมูลติดต่อนี้ แต่คุณมีบัญชีอยู่แล้ว หากเป็นคุณโปรดเข้าสู่ระบบหรือตั้งรหัสผ่านใหม่ หากไม่ใช่ไม่ต้องทำอะไร',
  },
};

/** A message that carries a code. */
export function codeMessage(code: Addressee & { code: string; purpose: CodePurpose }): Message {
  const words = CODE_WORDS[code.language];
  const text = filled(words[code.purpose], { code: code.code });
  return { to: code.to, kind: code.purpose, subject: words.subject, text: signed(text, code), code: code.code };
}

/** Tells the owner of a contact that it has an account already. */
export function knownContactMessage(addressee: Addressee): Message {
  const words = CODE_WORDS[addressee.language];
  return {
    to: addressee.to,
    kind: 'known-contact',
    subject: words.subject,
    text: signed(words.known, addressee),
    code: null,
  };
}

/** A message that carries a code for one act, and says which: the owner sees what somebody is about to do. */
export function confirmMessage(addressee: Addressee, code: string, act: ConfirmedAct | null): Message {
  const { subject } = CODE_WORDS[addressee.language];
  const words = CONFIRM_WORDS[addressee.language];
  const what = filled(words[act?.act ?? 'unbound'], {
    amount: shortAmount(act?.amount ?? ''),
    coin: act?.coin ?? '',
    target: act === null ? '' : endsOfTarget(act),
  });
  const text = filled(words.frame, { what, code });
  return { to: addressee.to, kind: 'confirm', subject, text: signed(text, addressee), code };
}
