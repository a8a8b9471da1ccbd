import type { PlacesWords } from './en';

export const words: PlacesWords = {
  places: {
    map: 'แผนที่ ปุ่มลูกศรเลื่อน ปุ่มบวกและลบย่อขยาย',
    zoomIn: 'ขยาย',
    zoomOut: 'ย่อ',
    help: 'เลื่อนแผนที่จนหมุดอยู่ตรงที่ที่ต้องการ',
    country: 'ประเทศ',
    chooseCountry: 'เลือกประเทศ',
    degrees: 'ละติจูด, ลองจิจูด',
    degreesHelp: 'เช่น 35.6812, 139.7671',
    here: 'ใช้ตำแหน่งของฉัน',
    noLocation: 'เบราว์เซอร์ไม่บอกตำแหน่งของคุณ โปรดเลือกบนแผนที่',
    noPlace: 'ไม่ใช่ตำแหน่งที่ถูกต้อง ใส่ตัวเลขสองตัว: ละติจูด, ลองจิจูด',
    choose: 'เลือกที่นี่',
  },
};
