import type { RefusalWords } from './words.js';

export const th: RefusalWords = {
  'request.invalid': 'โปรดตรวจสอบข้อมูลนี้: {field}',
  'request.malformed': 'ไม่สามารถอ่านคำขอได้',
  'request.unknown-route': 'ไม่พบคำสั่งนี้',
  'request.method-not-allowed': 'คำสั่งนี้ไม่รองรับวิธีการดังกล่าว',
  'request.too-large': 'คำขอมีขนาดใหญ่เกินไป',
  'request.unsupported-type': 'ไม่รองรับประเภทเนื้อหานี้',
  'request.too-many': 'มีคำขอมากเกินไป โปรดลองอีกครั้งในภายหลัง',
  'request.unavailable': 'บริการไม่พร้อมใช้งานชั่วคราว โปรดลองอีกครั้งในภายหลัง',
  'request.failed': 'เกิดข้อผิดพลาด โปรดลองอีกครั้งในภายหลัง (หมายเลข {request})',
  'session.required': 'โปรดเข้าสู่ระบบก่อน',
  'language.unknown': 'ไม่รองรับภาษานี้',
  'markets.unknown-symbol': 'ไม่พบคู่เทรดนี้',
  'markets.unknown-period': 'ไม่รองรับช่วงเวลานี้',
  'markets.invalid-range': 'ช่วงเวลาไม่ถูกต้อง',
  'markets.no-price': 'ขณะนี้ยังไม่มีราคา',
};
