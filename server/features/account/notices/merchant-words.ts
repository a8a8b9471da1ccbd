import type { Language } from '../../../contract/errors.js';

/** What a user is told of its being a merchant. */
export type MerchantNoticeKind = 'merchant-admitted' | 'merchant-refused' | 'merchant-suspended';

/** The desk’s own reason is filled in. */
export const MERCHANT_NOTICE_WORDS: Record<Language, Record<MerchantNoticeKind, string>> = {
  en: {
    'merchant-admitted': 'You are a merchant now: you can publish adverts for coins between users',
    'merchant-refused': 'You were not admitted as a merchant: {reason}',
    'merchant-suspended': 'You were suspended as a merchant and your adverts were hidden: {reason}',
  },
  zh: {
    'merchant-admitted': '您的商家申请已通过，现在可以发布用户间交易广告',
    'merchant-refused': '您的商家申请未通过：{reason}',
    'merchant-suspended': '您的商家资格已被暂停，广告已隐藏：{reason}',
  },
  'zh-Hant': {
    'merchant-admitted': '您的商家申請已通過，現在可以發布用戶間交易廣告',
    'merchant-refused': '您的商家申請未通過：{reason}',
    'merchant-suspended': '您的商家資格已被暫停，廣告已隱藏：{reason}',
  },
  ja: {
    'merchant-admitted': '業者として承認されました。ユーザー間取引の広告を出せます',
    'merchant-refused': '業者の申請は承認されませんでした：{reason}',
    'merchant-suspended': '業者資格が停止され、広告は非表示になりました：{reason}',
  },
  ko: {
    'merchant-admitted': '판매자로 승인되었습니다. 이제 사용자 간 거래 광고를 게시할 수 있습니다',
    'merchant-refused': '판매자 신청이 승인되지 않았습니다: {reason}',
    'merchant-suspended': '판매자 자격이 정지되고 광고가 숨겨졌습니다: {reason}',
  },
  es: {
    'merchant-admitted': 'Ya es comerciante: puede publicar anuncios de monedas entre usuarios',
    'merchant-refused': 'No se le admitió como comerciante: {reason}',
    'merchant-suspended': 'Se le suspendió como comerciante y sus anuncios se ocultaron: {reason}',
  },
  th: {
    'merchant-admitted': 'คุณได้รับอนุมัติเป็นผู้ค้าแล้ว สามารถลงประกาศซื้อขายเหรียญระหว่างผู้ใช้ได้',
    'merchant-refused': 'คำขอเป็นผู้ค้าของคุณไม่ได้รับอนุมัติ: {reason}',
    'merchant-suspended': 'สถานะผู้ค้าของคุณถูกระงับและประกาศถูกซ่อน: {reason}',
  },
};
