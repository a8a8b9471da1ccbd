import { SECRET_WORD } from './help-secrets.rules.js';

/**
 * Whether a line asks for a password, a code or a phrase, in any of the seven languages. A line of the desk that does is not sent,
 * and in the chat of an order the other side is warned of it. It goes by who is asked for what, not by words alone: that a code was
 * sent, where a password is changed and that it is told to nobody are ordinary sentences.
 */

/** What is meant by other words. */
const OTHER_WORDS = [
  'credentials',
  'log-?\\s?in\\s(?:details|data|information)',
  '(?:six|6)[\\s-]digits?(?:\\s(?:number|code))?',
  '(?:sms|text\\smessage)',
  '(?:12|24|twelve|twenty-four)\\swords',
  '(?:recovery|backup|secret)\\s(?:words?|phrases?)',
  'credenciales',
  'datos\\sde\\sacceso',
  '(?:seis|6)\\s(?:cifras|dígitos|digitos)',
  'palabras\\sde\\s(?:recuperación|respaldo)',
];
const OTHER_CHARACTERS = [
  '短信码',
  '短信碼',
  '(?:六|6)位数字?',
  '(?:六|6)位數字?',
  '恢复词',
  '恢復詞',
  '登录信息',
  '登入資訊',
  'ワンタイム',
  '6桁',
  '六桁',
  'リカバリーフレーズ',
  'ログイン情報',
  '일회용\\s?번호',
  '6자리',
  '여섯\\s?자리',
  '복구\\s?단어',
  '로그인\\s?정보',
  'โอทีพี',
  'ตัวเลข\\s?6\\s?หลัก',
  'วลีกู้คืน',
  'คีย์ส่วนตัว',
];
const SECRET = `(?:${SECRET_WORD}|(?<![\\p{L}\\p{N}])(?:${OTHER_WORDS.join('|')})(?![\\p{L}\\p{N}])|(?:${OTHER_CHARACTERS.join('|')}))`;

/** Codes that are no secret. */
const PLAIN_CODES = new RegExp(
  [
    '(?<![\\p{L}])(?:error|country|area|invitation|invite|referral|promo|zip|postal|qr|bar|currency|swift|status|order|bank|branch|reference)\\s?codes?(?![\\p{L}])',
    '(?<![\\p{L}])c[óo]digos?\\s(?:de\\s)?(?:error|invitación|invitacion|referido|país|pais|postal|qr|swift|barras)(?![\\p{L}])',
    '(?:エラー|QR|招待|紹介|銀行|国|郵便|バー|支店)コード',
    'รหัส(?:ไปรษณีย์|ข้อผิดพลาด|เชิญ|แนะนำ|ประเทศ|ธนาคาร|สาขา|คำสั่งซื้อ)',
  ].join('|'),
  'giu',
);

const WORD = "[\\p{L}\\p{N}’'-]+";
const few = (most: number) =>
  `(?:\\s+(?!(?:if|whether|when|why|how|where|once|after|before|si|cuando|cómo|dónde)\\b)${WORD}){0,${most}}?\\s+`;

const ENGLISH = [
  // "Send me your password", but not "we send you a code".
  `(?<not>(?<![\\p{L}])(?:never|not|don['’]?t|nobody|no\\sone|without|cannot|can['’]?t|won['’]?t)(?:\\s+(?:ask|asks|be|have|to|you|anyone|anybody|somebody|us|will|would|should|ever|please|need|want|request|require|asked|for|of)){0,6}\\s+)?(?<![\\p{L}])(?:send|tell|give|provide|share|read(?:\\sout)?|dictate|forward|paste|write|submit|show|text|message|hand\\sover|let\\s(?:me|us)\\s(?:have|know|see)|reply\\swith|confirm|verify)(?!\\s+you(?![\\p{L}]))${few(5)}${SECRET}`,
  `(?<not>(?<![\\p{L}])(?:never|not|don['’]?t|do\\snot)\\s+)?(?<![\\p{L}])(?:enter|type|put)(?<enters>)${few(4)}${SECRET}`,
  `(?<![\\p{L}])(?:we|i)\\s+(?:${WORD}\\s+){0,2}?(?:need|want|require)(?!\\s+to)${few(4)}${SECRET}`,
  `(?<![\\p{L}])(?:what(?:['’]s|\\sis|\\swas|\\sare)|which\\sis)${few(4)}${SECRET}`,
  // "Your password? Send it here."
  `${SECRET}[^]{0,80}?(?<not>(?:never|not|don['’]?t)\\s+)?(?<![\\p{L}])(?:send|tell|give|read|forward|paste|write|type|show|share)\\s+(?:me\\s+|us\\s+)?(?:it|them|that)(?![\\p{L}])`,
  `${SECRET}\\s*,?\\s*(?:please|pls|plz)(?![\\p{L}])`,
];
const SPANISH = [
  `(?<not>(?<![\\p{L}])(?:no|nunca|jamás|nadie|sin)(?:\\s+(?:le|te|nos|se|lo|la|pedimos|pediremos|pedirá|pide|pedirle|que|a|nadie|nunca|debe|por\\sfavor)){0,6}\\s+)?(?<![\\p{L}])(?:env[íi](?:e|enos|eme|ame|a|ar)|m[áa]nd(?:e|enos|eme|ame|a)|d[íi]g(?:a|ame|anos)|dime|indique|indíqueme|facil[íi]t(?:e|eme|enos)|proporcion(?:e|eme|enos)|compart(?:a|e|ir)|d[ée](?:me|nos)|dame|p[áa]s(?:e|eme|enos|ame)|responda\\scon|confirme)${few(5)}${SECRET}`,
  `(?<not>(?<![\\p{L}])(?:no|nunca)\\s+)?(?<![\\p{L}])(?:escrib(?:a|e)|introduzca|ingrese|ponga)(?<enters>)${few(4)}${SECRET}`,
  `(?<![\\p{L}])(?:necesit(?:o|amos)|requerimos)(?!\\s+que)${few(4)}${SECRET}`,
  `(?<![\\p{L}])cuál\\ses${few(3)}${SECRET}`,
  `${SECRET}\\s*,?\\s*por\\sfavor(?![\\p{L}])`,
];
const chineseNot = (name: 'not' | 'before') =>
  `(?<${name}>(?:不|勿|别|別|莫)(?:要|会|會|能|可|应|應|该|該|得|再|向|把|将|將|对|對|任何|人|他|别人|您|你|的|要求|索取|询问|詢問|以|方式|随意|轻易|輕易|通过|電話|电话|在|聊天|中|里|裡|${SECRET}){0,12})?`;
const ZH_GIVE =
  '(?:告诉|告訴|提供|回复|回覆|转发|轉發|出示|(?:发|發)(?:送)?(?:一?下|来|來|过来|過來|出来|出來|给|給|到这|到這|我)|(?:传|傳)(?:给|給|来|來|过来|過來)|给(?:我|客服|一下)|給(?:我|客服|一下)|(?:说|說)(?:一下|出|给|給)|(?:报|報)(?:一下|给|給|来|來)|念(?:一下|给|給|出)|截(?:个|個)?(?:图|圖)|写(?:给|在这|出来)|寫(?:給|在這|出來))';
const CHINESE = [
  `${chineseNot('not')}${ZH_GIVE}[^，,。；;]{0,12}?${SECRET}`,
  `${chineseNot('before')}${SECRET}[^，,。；;]{0,10}?${chineseNot('not')}${ZH_GIVE}`,
  `${chineseNot('not')}(?:输入|輸入|填写|填寫)(?<enters>)[^，,。；;]{0,8}?${SECRET}`,
  `我(?:们|們|方)?(?:还|還|会|會|将|將)?(?:需要|要)(?:您|你)?的?[^，,。；;]{0,8}?${SECRET}`,
  `${SECRET}(?:是|为|為)?(?:多少(?!位)|什么(?!意思)|什麼(?!意思)|啥|几(?!位)|幾(?!位))`,
];
const JA_SECRET = `${SECRET}[^、。]{0,6}?(?:を|は|も)?[^、。を]{0,14}?`;
const JAPANESE = [
  `${JA_SECRET}(?:教え|送っ|送信し|知らせ|伝え|書い|返信し|貼っ|見せ|共有し|提供し)て(?!は|も|い[まなるけた]|[^。]*こと(?:は|も)(?:決して)?(?:あり|ない|ござい))`,
  `${JA_SECRET}(?:お知らせ|お教え|お送り|ご提供|ご連絡|ご返信)(?:ください|下さい|願います|いただけ)(?![^。]*こと(?:は|も))`,
  `${JA_SECRET}入力し?て(?<enters>)(?:ください|下さい|もらえ|いただけ)(?![^。]*こと(?:は|も))`,
  `${SECRET}(?:を)?お願い(?:します|いたします|できますか)`,
  `${SECRET}は?(?:何|なん)(?:ですか|でしょうか|？|\\?)`,
];
const KO_NOT = '(?![^.]{0,24}?(?:지\\s?(?:마|말|않)|일은?\\s?(?:절대\\s?)?없))';
const KOREAN = [
  `${SECRET}[^.,]{0,14}?(?:알려|보내|말해|불러|적어|써|제공해|공유해|전달해|보여|캡처해|찍어)\\s?(?:주(?!지)|줘|달라|줄래)${KO_NOT}`,
  `${SECRET}[^.,]{0,14}?(?:보내|말하|알리|적으)(?:세요|십시오|시오)${KO_NOT}`,
  `${SECRET}[^.,]{0,8}?입력(?<enters>)(?:해\\s?(?:주|줘)|하(?:세요|십시오|시))${KO_NOT}`,
  `${SECRET}[^.,]{0,6}?(?:무엇|뭐|뭔|어떻게\\s?되)`,
  `${SECRET}(?:를|을)?\\s?(?:좀\\s?)?(?:부탁|주세요|주십시오)`,
];
const THAI = [
  `(?<not>(?:ไม่|อย่า|ห้าม)(?:เคย|ได้|ต้อง|มีการ|ควร|\\s)*)?(?:บอก|แจ้ง|แชร์|พิมพ์|ขอ|ส่ง(?=(?:รหัส|พาส|โอที|ตัวเลข|วลี|คีย์)[^,。]{0,24}?(?:มา|ให้(?:เรา|ฉัน|ผม|เจ้าหน้าที่)|หน่อย|ที่นี่)))[^,。]{0,12}?${SECRET}`,
  `(?<not>(?:ไม่|อย่า|ห้าม)(?:\\s)*)?กรอก(?<enters>)[^,。]{0,10}?${SECRET}`,
  `(?:กรุณา|โปรด|ช่วย|รบกวน)(?!อย่า|ไม่)ส่ง[^,。]{0,10}?${SECRET}`,
  `${SECRET}[^,。]{0,10}?(?:คืออะไร|อะไรคะ|อะไรครับ|ให้(?:เรา|ฉัน|ผม|เจ้าหน้าที่))`,
];
const PATTERNS = [...ENGLISH, ...SPANISH, ...CHINESE, ...JAPANESE, ...KOREAN, ...THAI].map(
  (pattern) => new RegExp(pattern, 'giu'),
);
/** Nothing but the word, and a question mark. */
const BARE = new RegExp(
  `^\\W*(?:(?:and|ok|okay|so|now|y|ahora)\\s+)?(?:(?:what|how)\\sabout\\s+)?(?:(?:your|the|tu|su|la|el)\\s+)?(?:(?:sms|mail|e-?mail|login|fund|verification|security|new)\\s+)?(?:那|那么|好的?，?|请问)?(?:您|你)?的?(?:登录|登錄|短信|邮箱|郵箱|交易|资金|支付)?(?:ログイン|資金)?(?:로그인|자금)?\\s?${SECRET}(?:呢|は|は\\s|은|는)?\\s*[?？]$`,
  'iu',
);
/** Where a password belongs: to type it there is what everybody does. */
const PLACE =
  /(?<![\p{L}])(?:page|app|form|screen|website|site|settings|field|página|pantalla|aplicación|formulario|web)(?![\p{L}])|页面|頁面|登录框|设置|設定|应用|應用|弹窗|网站|網站|APP|画面|ページ|アプリ|欄|サイト|화면|페이지|앱|사이트|หน้า|แอป|เว็บ/iu;
const HIDDEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;
/** `p a s s w o r d`, `p.i.n`. */
const SPREAD = /(?<![\p{L}])\p{L}(?:[ ._*-]\p{L}){2,}(?![\p{L}])/gu;

/** A line as it is read, whatever stands between its letters. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(HIDDEN, '')
    .replaceAll(SPREAD, (letters) => letters.replaceAll(/[ ._*-]/g, ''))
    .replaceAll(PLAIN_CODES, ' ');
}

export function asksForSecret(text: string): boolean {
  const sentences = plain(text)
    .split(/(?<=[.!?。！？])\s*|\n+/u)
    .filter((sentence) => sentence.trim() !== '');
  return sentences.some((sentence, place) => {
    // "Your password? Send it." is one thing in two sentences.
    const both = `${sentences[place - 1] ?? ''} ${sentence}`;
    return (
      BARE.test(sentence.trim()) ||
      asks(sentence) ||
      (/(?<![\p{L}])(?:it|them)(?![\p{L}])/iu.test(sentence) && asks(both))
    );
  });
}

function asks(sentence: string): boolean {
  const isPlaced = PLACE.test(sentence);
  return PATTERNS.some((pattern) =>
    [...sentence.matchAll(pattern)].some(({ groups }) => {
      if (groups?.not !== undefined || groups?.before !== undefined) return false;
      return !(isPlaced && groups?.enters !== undefined);
    }),
  );
}
