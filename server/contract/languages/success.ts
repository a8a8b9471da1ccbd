import type { Language } from '../errors.js';

/** What a call that only does something answers: words that the old clients show as they are. */
export type Success = 'login' | 'done' | 'modified' | 'submitted' | 'bound' | 'sent' | 'registered';

const SUCCESS_WORDS: Record<Language, Record<Success, string>> = {
  en: {
    login: 'Login success',
    done: 'Operation successful',
    modified: 'Modified successfully',
    submitted: 'Submit success',
    bound: 'Bind success',
    sent: 'The code has been sent',
    registered: 'Registration successful',
  },
  zh: {
    login: '登录成功',
    done: '操作成功',
    modified: '修改成功',
    submitted: '提交成功',
    bound: '绑定成功',
    sent: '验证码已发送',
    registered: '注册成功',
  },
  'zh-Hant': {
    login: '登錄成功',
    done: '操作成功',
    modified: '修改成功',
    submitted: '提交成功',
    bound: '綁定成功',
    sent: '驗證碼已發送',
    registered: '註冊成功',
  },
  ja: {
    login: 'ログインしました',
    done: '操作が完了しました',
    modified: '変更しました',
    submitted: '送信しました',
    bound: '登録しました',
    sent: '認証コードを送信しました',
    registered: '登録が完了しました',
  },
  ko: {
    login: '로그인 성공',
    done: '작업 성공',
    modified: '수정되었습니다',
    submitted: '제출되었습니다',
    bound: '등록되었습니다',
    sent: '인증번호를 보냈습니다',
    registered: '가입이 완료되었습니다',
  },
  es: {
    login: 'Inicio de sesión correcto',
    done: 'Operación correcta',
    modified: 'Modificado correctamente',
    submitted: 'Enviado correctamente',
    bound: 'Vinculado correctamente',
    sent: 'El código se ha enviado',
    registered: 'Registro correcto',
  },
  th: {
    login: 'เข้าสู่ระบบสำเร็จ',
    done: 'ดำเนินการสำเร็จ',
    modified: 'แก้ไขสำเร็จ',
    submitted: 'ส่งสำเร็จ',
    bound: 'ผูกสำเร็จ',
    sent: 'ส่งรหัสแล้ว',
    registered: 'ลงทะเบียนสำเร็จ',
  },
};

/** The words of a success in a language. Never empty: old clients lose an empty message. */
export function successText(language: Language, success: Success): string {
  return SUCCESS_WORDS[language][success];
}
