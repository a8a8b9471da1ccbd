import type { DepthChartWords } from './en';

export const words: DepthChartWords = {
  depthChart: {
    label: 'กราฟความลึกของ {{symbol}}',
    keys: 'ปุ่มซ้ายและขวาเลื่อนทีละระดับราคา Home และ End ไปที่ปลายทั้งสองข้าง',
    takes: 'กด Enter เพื่อใส่ราคาลงในคำสั่งซื้อขาย',
    hint: 'ชี้ที่กราฟ หรือเลื่อนด้วยปุ่มลูกศร เพื่ออ่านแต่ละระดับราคา',
    mid: 'ราคากลาง',
    zoom: 'ขยาย',
    times: '{{factor}}×',
    onlyBids: 'ขณะนี้มีแต่คำสั่งเสนอซื้อ ยังไม่มีใครเสนอขาย',
    onlyAsks: 'ขณะนี้มีแต่คำสั่งเสนอขาย ยังไม่มีใครเสนอซื้อ',
    crossed: 'ราคาเสนอซื้อและเสนอขายซ้อนกันชั่วคราว กราฟจะแสดงอีกครั้งทันทีที่ไม่ซ้อนกัน',
    quantity: 'จำนวนสะสม',
    amount: 'มูลค่าสะสม',
    distance: 'ห่างจากราคากลาง',
    level: '{{side}}ที่ {{price}} {{quote}}: สะสม {{quantity}} {{base}} มูลค่า {{amount}} {{quote}}',
    away: 'ห่างจากราคากลาง {{distance}}',
    taken: 'ใส่ราคา {{price}} ลงในคำสั่งซื้อขายแล้ว',
    summary: '{{side}}: {{quantity}} {{base}} ตั้งแต่ {{best}} ถึง {{last}}',
  },
};
