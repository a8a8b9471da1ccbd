/** What people call one coin, metal or share. */
export interface MarketNames {
  /** In the seven languages, each once. */
  names: string[];
  /** How the Chinese ones are said, by syllables, without tones. */
  pinyin: string[][];
}

/**
 * Code; Chinese; its pinyin, of what is not Chinese in it nothing; then traditional Chinese, English, Japanese, Korean, Thai and
 * Spanish. Several names have bars between them. For searching alone: what a market is called on the page stands with the words of
 * the page.
 */
export const ROWS: readonly string[] = [
  'BTC;比特币;bi te bi;比特幣;Bitcoin;ビットコイン;비트코인;บิตคอยน์;Bitcoin',
  'ETH;以太坊|以太币;yi tai fang|yi tai bi;以太坊|以太幣;Ethereum;イーサリアム;이더리움;อีเธอเรียม;Ethereum',
  'USDC;美元币;mei yuan bi;美元幣;USD Coin;USDコイン;유에스디코인|USD 코인;ยูเอสดีคอยน์;USD Coin',
  'DOGE;狗狗币;gou gou bi;狗狗幣;Dogecoin;ドージコイン;도지코인;โดชคอยน์|ดอจคอยน์;Dogecoin',
  'SOL;索拉纳;suo la na;索拉納;Solana;ソラナ;솔라나;โซลานา;Solana',
  'XRP;瑞波币;rui bo bi;瑞波幣;XRP|Ripple;リップル;리플;ริปเปิล;Ripple',
  'BNB;币安币;bi an bi;幣安幣;BNB|Binance Coin;バイナンスコイン;바이낸스코인;ไบแนนซ์คอยน์;Binance Coin',
  'ADA;卡尔达诺|艾达币;ka er da nuo|ai da bi;卡爾達諾|艾達幣;Cardano;カルダノ|エイダ;카르다노|에이다;คาร์ดาโน;Cardano',
  'TRX;波场;bo chang;波場;TRON;トロン;트론;ทรอน;TRON',
  'LTC;莱特币;lai te bi;萊特幣;Litecoin;ライトコイン;라이트코인;ไลต์คอยน์|ไลท์คอยน์;Litecoin',
  'LINK;Chainlink;;Chainlink;Chainlink;チェーンリンク;체인링크;เชนลิงก์;Chainlink',
  'AVAX;雪崩;xue beng;雪崩;Avalanche;アバランチ;아발란체;อวาแลนช์;Avalanche',
  'DOT;波卡;bo ka;波卡;Polkadot;ポルカドット;폴카닷;พอลกาดอท;Polkadot',
  'SHIB;柴犬币;chai quan bi;柴犬幣;Shiba Inu;シバイヌ|柴犬コイン;시바이누;ชิบะอินุ;Shiba Inu',
  'BCH;比特币现金;bi te bi xian jin;比特幣現金|比特現金;Bitcoin Cash;ビットコインキャッシュ;비트코인캐시;บิตคอยน์แคช;Bitcoin Cash',
  'UNI;Uniswap;;Uniswap;Uniswap;ユニスワップ;유니스왑;ยูนิสวอป;Uniswap',
  'NEAR;NEAR 协议;xie yi;NEAR 協議;NEAR Protocol;ニアプロトコル;니어프로토콜;เนียร์โปรโตคอล;NEAR Protocol',
  'APT;Aptos;;Aptos;Aptos;アプトス;앱토스;แอปทอส;Aptos',
  'ARB;Arbitrum;;Arbitrum;Arbitrum;アービトラム;아비트럼;อาร์บิทรัม;Arbitrum',
  'OP;Optimism;;Optimism;Optimism;オプティミズム;옵티미즘;ออปติมิซึม;Optimism',
  'ATOM;阿童木;a tong mu;阿童木;Cosmos;コスモス;코스모스;คอสมอส;Cosmos',
  'FIL;文件币;wen jian bi;文件幣;Filecoin;ファイルコイン;파일코인;ไฟล์คอยน์;Filecoin',
  'ETC;以太坊经典|以太经典;yi tai fang jing dian|yi tai jing dian;以太坊經典|以太經典;Ethereum Classic;イーサリアムクラシック;이더리움클래식;อีเธอเรียมคลาสสิก;Ethereum Classic',
  'XLM;恒星币;heng xing bi;恆星幣;Stellar|Stellar Lumens;ステラルーメン;스텔라루멘;สเตลลาร์;Stellar',
  'AAVE;Aave;;Aave;Aave;アーベ;에이브;อาเว;Aave',
  'SUI;Sui;;Sui;Sui;スイ;수이;ซุย;Sui',
  'HBAR;海德拉;hai de la;海德拉;Hedera;ヘデラ;헤데라;เฮเดรา;Hedera',
  'GOLD;黄金;huang jin;黃金;Gold;金|ゴールド;금|골드;ทองคำ;Oro',
  'SILVER;白银;bai yin;白銀;Silver;銀|シルバー;은|실버;เงิน|โลหะเงิน;Plata',
  'REBAR;螺纹钢;luo wen gang;螺紋鋼;Rebar;鉄筋;철근;เหล็กเส้น;Acero corrugado',
  'LEAD;铅|沪铅;qian|hu qian;鉛;Lead;鉛;납;ตะกั่ว;Plomo',
  'COPPER;铜;tong;銅;Copper;銅;구리;ทองแดง;Cobre',
  'PLATINUM;铂金;bo jin;鉑金;Platinum;プラチナ|白金;백금|플래티넘;แพลทินัม;Platino',
  'PALLADIUM;钯金;ba jin;鈀金;Palladium;パラジウム;팔라듐;แพลเลเดียม;Paladio',
  'NICKEL;镍;nie;鎳;Nickel;ニッケル;니켈;นิกเกิล;Níquel',
  'TIN;锡;xi;錫;Tin;錫|スズ;주석;ดีบุก;Estaño',
  'ZINC;锌;xin;鋅;Zinc;亜鉛;아연;สังกะสี;Zinc|Cinc',
  'AAPL;苹果;ping guo;蘋果;Apple;アップル;애플;แอปเปิล;Apple',
  'AMZN;亚马逊;ya ma xun;亞馬遜;Amazon;アマゾン;아마존;แอมะซอน|อเมซอน;Amazon',
  'GOOGL;谷歌|字母表;gu ge|zi mu biao;谷歌;Alphabet|Google;グーグル|アルファベット;구글|알파벳;กูเกิล|อัลฟาเบต;Google',
  'META;脸书;lian shu;臉書;Meta Platforms|Facebook;メタ|フェイスブック;메타|페이스북;เมตา|เฟซบุ๊ก;Facebook',
  'MSFT;微软;wei ruan;微軟;Microsoft;マイクロソフト;마이크로소프트;ไมโครซอฟท์;Microsoft',
  'NVDA;英伟达;ying wei da;輝達|英偉達;NVIDIA;エヌビディア;엔비디아;เอ็นวิเดีย;NVIDIA',
  'TSLA;特斯拉;te si la;特斯拉;Tesla;テスラ;테슬라;เทสลา;Tesla',
];

const split = (text: string, mark: string): string[] => text.split(mark).filter((part) => part !== '');

/** By the code of what is traded. */
export const MARKET_NAMES: ReadonlyMap<string, MarketNames> = new Map(
  ROWS.map((row) => {
    const [code = '', chinese = '', pinyin = '', ...others] = row.split(';');
    const names = [chinese, ...others].flatMap((text) => split(text, '|'));
    return [code, { names: [...new Set(names)], pinyin: split(pinyin, '|').map((said) => split(said, ' ')) }];
  }),
);
