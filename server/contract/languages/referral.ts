import type { Language } from '../errors.js';

const SHARE_WORDS: Record<Language, { title: string; content: string }> = {
  en: {
    title: 'Join me in trading',
    content:
      'Register with my invitation code {code}. Prices show their source and age, and every result can be checked.',
  },
  zh: {
    title: '邀请您一起交易',
    content: '使用我的邀请码 {code} 注册。价格标明来源和时间，每个结果都可以核验。',
  },
  'zh-Hant': {
    title: '邀請您一起交易',
    content: '使用我的邀請碼 {code} 註冊。價格標明來源和時間，每個結果都可以核驗。',
  },
  ja: {
    title: '一緒に取引しませんか',
    content: '招待コード {code} で登録してください。価格には出所と時刻が示され、結果はすべて確認できます。',
  },
  ko: {
    title: '함께 거래해요',
    content: '제 초대 코드 {code}(으)로 가입하세요. 가격의 출처와 시각이 표시되고 모든 결과를 확인할 수 있습니다.',
  },
  es: {
    title: 'Opera conmigo',
    content:
      'Regístrate con mi código de invitación {code}. Los precios muestran su origen y antigüedad, y cada resultado se puede comprobar.',
  },
  th: {
    title: 'มาเทรดด้วยกัน',
    content: 'สมัครด้วยรหัสเชิญ {code} ของฉัน ราคาแสดงที่มาและเวลา และตรวจสอบผลได้ทุกครั้ง',
  },
};

/** What a share sheet says beside the link. */
export function shareText(language: Language, code: string): { title: string; content: string } {
  const { title, content } = SHARE_WORDS[language];
  return { title, content: content.replace('{code}', code) };
}
